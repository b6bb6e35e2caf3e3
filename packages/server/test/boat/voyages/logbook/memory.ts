/**
 * A fold store in memory, equivalent to the functions in packages/server/sql/code/70_fold, for laws with many cases.
 */

import { END, START } from "@wakelog/kit/time/span.ts";
import type { Fix } from "../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Interval } from "../../../../src/boat/voyages/detector/intervals/interval.ts";
import type { DetectorSettings } from "../../../../src/boat/voyages/detector/thresholds.ts";
import type { Edit } from "../../../../src/boat/voyages/edits/apply-edits.ts";
import { reach } from "../../../../src/boat/voyages/edits/stored-edits.ts";
import type { FoldChange } from "../../../../src/boat/voyages/logbook/commit.ts";
import type {
  Checkpoint,
  FoldState,
  NamedInterval,
  OpenFold,
} from "../../../../src/boat/voyages/logbook/fold-state.ts";
import type { FoldStore } from "../../../../src/boat/voyages/logbook/fold-store.ts";
import type { Identity } from "../../../../src/boat/voyages/logbook/identity.ts";
import { beginsIn, Known } from "../../../../src/boat/voyages/logbook/known-intervals.ts";

interface KeptEdit {
  readonly edit: Edit;
  readonly identities: readonly Identity[];
}

/** A vessel in memory: its rows of logbook and stays, and everything that the fold keeps. */
export class MemoryBoat implements FoldStore {
  readonly rows = new Map<string, NamedInterval>();
  readonly identities_ = new Map<string, Identity>();
  intervals: readonly Interval[] = [];
  checkpoints: readonly Checkpoint[] = [];
  fixes: Fix[] = [];
  edits: readonly KeptEdit[] = [];
  state: FoldState | null = null;
  /** Nothing is awaited after rows up to this time. */
  closed = START;
  /** How many intervals were read. */
  read = 0;
  readonly #settings: DetectorSettings;
  readonly #newest = { stay: 0, leg: 0, gap: 0 };
  #clock = 0;

  constructor(settings: DetectorSettings) {
    this.#settings = settings;
  }

  open(): OpenFold {
    const edits = this.edits.map(({ edit }) => edit);
    return { vesselId: "memory", state: this.state, settings: this.#settings, edits, closed: this.closed };
  }

  /** Stores rows. @returns the new ones, oldest first */
  take(fixes: readonly Fix[]): Fix[] {
    const known = new Set(this.fixes.map(({ time }) => time));
    const fresh = fixes.filter(({ time }) => !known.has(time)).sort((a, b) => a.time - b.time);
    this.fixes = [...this.fixes, ...fresh].sort((a, b) => a.time - b.time);
    return fresh;
  }

  /** The visible rows, in order of time. */
  shown(): NamedInterval[] {
    return [...this.rows.values()].sort((a, b) => a.interval.from - b.interval.from || a.id - b.id);
  }

  /** Keeps an edit as `app.make_edit` does. */
  say(edit: (madeAt: number) => Edit): Edit {
    const made = edit(++this.#clock);
    const { from, to } = made.kind === "split" ? { from: made.from, to: made.from } : made;
    const identities = [...this.identities_.values()].filter(
      (one) => one.from <= to && (one.to ?? END) >= from,
    );
    this.edits = [...this.edits, { edit: made, identities }];
    return made;
  }

  /** Takes an edit back as `app.undo_edit` does. */
  undo(index: number): Edit | null {
    const undone = this.edits[index];
    if (undone === undefined) return null;
    this.edits = this.edits.filter((one) => one !== undone);
    for (const one of undone.identities) this.identities_.set(key(one), one);
    return undone.edit;
  }

  /** A row drawn by a user. */
  draw(interval: Interval): void {
    const id = ++this.#newest[interval.kind];
    const one = { kind: interval.kind, id, from: interval.from, to: interval.to };
    this.identities_.set(key(one), one);
    this.rows.set(key(one), { id, voyageId: null, interval });
  }

  async *fixesAfter(time: number): AsyncIterable<readonly Fix[]> {
    const later = this.fixes.filter((fix) => fix.time > time);
    for (let at = 0; at < later.length; at += 150) yield later.slice(at, at + 150);
  }

  async checkpointBefore(time: number): Promise<Checkpoint | null> {
    return this.checkpoints.findLast(({ at }) => at < time) ?? null;
  }

  async checkpointsAfter(time: number): Promise<readonly Checkpoint[]> {
    return this.checkpoints.filter(({ at }) => at > time).slice(0, 2);
  }

  async settled(span: { from: number; to: number }, margin: number): Promise<Known> {
    const before = this.intervals.filter(({ from }) => from < span.from).at(-margin);
    const after = this.intervals.filter(({ from }) => from >= span.to)[margin];
    const known = { from: before?.from ?? START, to: after?.from ?? END };
    const intervals = this.intervals.filter(beginsIn(known));
    this.read += intervals.length;
    return new Known(known, intervals);
  }

  async identities(span: { from: number; to: number }): Promise<readonly Identity[]> {
    return [...this.identities_.values()].filter(
      (one) =>
        one.from < span.to &&
        (one.to ?? END) >= span.from &&
        (one.from >= span.from || !this.rows.has(key(one))),
    );
  }

  async newIds(kind: Identity["kind"], count: number): Promise<number[]> {
    return Array.from({ length: count }, () => ++this.#newest[kind]);
  }

  async voyageBefore(time: number): Promise<number | null> {
    const legs = this.shown().filter(({ interval }) => interval.kind === "leg" && interval.from < time);
    const last = legs.at(-1);
    return last === undefined ? null : (last.voyageId ?? last.id);
  }

  async commit({ state, intervals, checkpoints, derived }: FoldChange): Promise<void> {
    this.state = state;
    if (intervals !== null) {
      const gone = beginsIn(intervals.span);
      this.intervals = [...this.intervals.filter((one) => !gone(one)), ...intervals.rows].sort(
        (a, b) => a.from - b.from || (a.to ?? END) - (b.to ?? END),
      );
    }
    if (checkpoints !== null) {
      const { from, to } = checkpoints.span;
      const kept = this.checkpoints.filter(({ at }) => at <= from || at >= to);
      this.checkpoints = [...kept, ...checkpoints.rows].sort((a, b) => a.at - b.at);
    }
    if (derived === null) return;
    const now = new Set(derived.rows.map(nameOf));
    const begins = beginsIn(derived.span);
    for (const [name, one] of this.identities_) {
      if (now.has(name) || one.from < derived.span.from || one.from >= derived.span.to) continue;
      this.rows.delete(name);
      if (one.to === null)
        this.identities_.set(name, { ...one, to: Math.max(one.from, state.detector.time ?? one.from) });
    }
    for (const row of derived.rows) {
      if (!begins(row.interval)) throw new Error("a row outside the window that is replaced");
      const { kind, from, to } = row.interval;
      this.rows.set(nameOf(row), row);
      this.identities_.set(nameOf(row), { kind, id: row.id, from, to });
    }
    const active = this.shown().filter(({ interval }) => interval.to === null);
    if (active.length > 1) throw new Error("two rows last");
  }
}

/** The span of an edit that came or went, as the database reports it. */
export function spanOf(edit: Edit): { from: number; to: number } {
  return edit.kind === "split" ? reach(edit) : { from: edit.from, to: edit.to };
}

function key(one: { kind: string; id: number }): string {
  return `${one.kind} ${one.id}`;
}

function nameOf({ id, interval }: NamedInterval): string {
  return key({ kind: interval.kind, id });
}
