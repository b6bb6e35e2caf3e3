/** From what the detector found to the rows that people see: their edits applied, each interval with its id. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { applyEdits, type Edit } from "./edits.ts";
import { reach } from "./edits-store.ts";
import type { Span } from "./fold-change.ts";
import { type Identity, identify } from "./fold-identity.ts";
import { canonical, instant, type NamedInterval } from "./fold-state.ts";
import type { Interval } from "./interval.ts";

/** What is to be shown anew. */
export interface Derivation {
  /** The intervals that begin in it are all known. */
  readonly span: Span;
  readonly intervals: readonly Interval[];
  readonly edits: readonly Edit[];
  /** The rows of the span as they were written last; null when they are not at hand. */
  readonly applied: readonly NamedInterval[] | null;
}

export interface Derived {
  readonly span: Span;
  readonly rows: readonly NamedInterval[];
  /** Whether the rows are as they were written last. */
  readonly unchanged: boolean;
}

/** The rows of a span; a span that an edit reaches over is widened to hold the edit and its neighbours. */
export async function derive(tx: Tx, wanted: Derivation): Promise<Derived> {
  const { span, intervals: shown, edits } = await edited(tx, wanted);
  const applied = span.from === wanted.span.from ? wanted.applied : null;
  if (applied !== null && sameBeginnings(shown, applied)) {
    const rows = shown.map((interval, i) => ({ id: 0, voyageId: null, ...applied[i], interval }));
    return { span, rows, unchanged: canonical(rows) === canonical(applied) };
  }
  return { span, rows: await name(tx, span, shown, edits), unchanged: false };
}

/** What people see of the span: their edits applied, no ids yet. Nothing is written. */
export async function edited(
  tx: Tx,
  wanted: Pick<Derivation, "span" | "intervals" | "edits">,
): Promise<Pick<Derivation, "span" | "intervals" | "edits">> {
  const { span, intervals } = await widen(tx, wanted);
  const edits = wanted.edits.filter((edit) => reach(edit).to >= span.from && reach(edit).from <= span.to);
  const shown = edits.length === 0 ? intervals : applyEdits(intervals, edits);
  return { span, intervals: shown.map(withoutPassing), edits };
}

/** Backwards to before every edit that reaches over the beginning. */
async function widen(
  tx: Tx,
  wanted: Pick<Derivation, "span" | "intervals" | "edits">,
): Promise<{ span: Span; intervals: readonly Interval[] }> {
  let from = wanted.span.from;
  let before: readonly Interval[] = [];
  for (;;) {
    const start = from;
    const over = wanted.edits.map(reach).filter((edit) => edit.from <= start && edit.to >= start);
    if (over.length === 0) break;
    // A log drawn before the first row has no interval of the record before it.
    const reached = Math.min(...over.map((edit) => edit.from));
    const found = await settledIntervals(tx, { from: reached, to: wanted.span.from });
    const next = Math.min(reached, found[0]?.from ?? reached);
    if (next >= from) break;
    before = found;
    from = next;
  }
  return { span: { from, to: wanted.span.to }, intervals: [...before, ...wanted.intervals] };
}

/** Settled intervals that begin in a span, and two before it, in order. */
export async function settledIntervals(tx: Tx, span: Span): Promise<Interval[]> {
  const rows = await tx.query(
    sql`select interval from app.fold_intervals(${instant(span.from)}::timestamptz, ${instant(span.to)}::timestamptz) as interval`,
  );
  return rows.map((row) => intervalRow.parse(row).interval);
}

const intervalRow = z.object({
  interval: z.custom<Interval>((value) => typeof value === "object" && value !== null && "kind" in value),
});

/** The parts of a leg under way change with every fix; they are shown when it has ended. */
function withoutPassing(interval: Interval): Interval {
  return interval.kind === "leg" && interval.to === null ? { ...interval, segments: [] } : interval;
}

function sameBeginnings(intervals: readonly Interval[], applied: readonly NamedInterval[]): boolean {
  return (
    intervals.length === applied.length &&
    intervals.every((interval, i) => {
      const before = applied[i]?.interval;
      return (
        before !== undefined &&
        before.kind === interval.kind &&
        before.from === interval.from &&
        continues(before) === continues(interval)
      );
    })
  );
}

function continues(interval: Interval): boolean {
  return interval.kind === "leg" && interval.continuesVoyage;
}

const identityRow = z.object({
  kind: z.enum(["stay", "log"]).transform((kind) => (kind === "log" ? ("leg" as const) : kind)),
  id: z.number(),
  from_millis: z.number(),
  to_millis: z.number().nullable(),
});

/** The ids that intervals of a span had before; null where they had none. Nothing is written. */
export async function knownIds(
  tx: Tx,
  { span, intervals, edits }: Pick<Derivation, "span" | "intervals" | "edits">,
): Promise<(number | null)[]> {
  const found = await tx.query(
    sql`select * from app.fold_identities(${instant(span.from)}::timestamptz, ${instant(span.to)}::timestamptz)`,
  );
  const identities = found.map((row): Identity => {
    const { kind, id, from_millis: from, to_millis: to } = identityRow.parse(row);
    return { kind, id, from, to };
  });
  return identify(intervals, identities, edits);
}

async function name(
  tx: Tx,
  span: Span,
  intervals: readonly Interval[],
  edits: readonly Edit[],
): Promise<NamedInterval[]> {
  const known = await knownIds(tx, { span, intervals, edits });
  const fresh = {
    stay: await newIds(
      tx,
      "app.stays_id",
      intervals.filter((one, i) => known[i] === null && one.kind === "stay").length,
    ),
    leg: await newIds(
      tx,
      "app.logbook_id",
      intervals.filter((one, i) => known[i] === null && one.kind === "leg").length,
    ),
  };
  const legs = intervals.filter((one) => one.kind === "leg");
  let voyage = legs[0]?.continuesVoyage === true ? await voyageBefore(tx, span.from) : null;
  return intervals.map((interval, i) => {
    const id = known[i] ?? fresh[interval.kind].shift() ?? 0;
    if (interval.kind === "stay") return { id, voyageId: null, interval };
    if (!interval.continuesVoyage || voyage === null) voyage = id;
    return { id, voyageId: voyage, interval };
  });
}

async function newIds(tx: Tx, sequence: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.run(
    sql`select nextval(${sequence}::regclass) from generate_series(1, ${count}::integer)`,
  );
  return rows.map(([id]) => Number(id));
}

async function voyageBefore(tx: Tx, time: number): Promise<number | null> {
  const { rows } = await tx.run(sql`select app.fold_voyage_before(${instant(time)}::timestamptz)`);
  const id = rows[0]?.[0];
  return id == null ? null : Number(id);
}
