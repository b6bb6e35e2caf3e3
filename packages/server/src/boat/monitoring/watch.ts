/**
 * Watches a vessel in the transaction that stored its rows: one read of its state, and one write if anything is
 * watched. Rules are cached in the process by version.
 */

import type { Result, Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { slices } from "@wakelog/kit/time/slices.ts";
import { z } from "zod";
import { discRule, isSailedAway, learnedDisc } from "./anchored.ts";
import { dueOf, tick } from "./by-the-clock.ts";
import { type FoundKeys, findKeys } from "./found-keys.ts";
import { MONITORED_NAMES, measuresBilge, readingOf, type WatchedRow } from "./monitored.ts";
import { recordOf } from "./moves.ts";
import { chosenKeys, parseWatched, type Watched } from "./rule.ts";
import { sentenceOf } from "./sentence.ts";
import { parseState, QUIET, slotOf, storedState, type WatchState } from "./state.ts";
import { type Move, step } from "./step.ts";

/** What follows from judged rows. */
export interface Judgement {
  /** Statements to run for the vessel. */
  readonly writes: readonly Sql[];
  /** Its new state; null if there is none to store, or if the statements do. */
  readonly state: object | null;
}

/** Watches vessels; the caller holds the vessel's lock. */
export interface Watch {
  /** The version of the cached rules of a vessel; one that matches none if there are none. */
  version(vesselId: string): number;
  /** Queries to run before the new rows of a vessel are judged. */
  reading(vesselId: string): readonly Sql[];
  /**
   * Judges rows that were just stored.
   * @param rows oldest first, at least one
   * @param read the results of {@link reading}
   * @param arrived by the server's clock, milliseconds since 1970-01-01 UTC
   */
  judge(
    vesselId: string,
    rows: readonly WatchedRow[],
    read: readonly Result[],
    arrived: number,
  ): Promise<Judgement>;
  /** The statement that stores states. */
  saving(states: readonly (readonly [vesselId: string, state: object])[]): Sql;
  /** The monitored values of a row that was just judged, by name, in SI units; missing ones are omitted. */
  readings(vesselId: string, row: WatchedRow): Readonly<Record<string, number>>;
  /** Checks the clock for the transaction's vessel. */
  check(tx: Tx, vesselId: string, now: number): Promise<void>;
}

const begun = z.object({
  version: z.number(),
  state: z.unknown(),
  watched: z.unknown(),
  raised: z.array(z.object({ rule: z.number(), kind: z.string(), since: z.number() })).nullable(),
  stay: z
    .object({
      id: z.number(),
      latitude: z.number(),
      longitude: z.number(),
      radius: z.number().nullable(),
      arrived: z.number(),
    })
    .nullable(),
  under_way: z.number().nullable(),
  found: z.record(z.string(), z.string().nullable()).catch({}),
});

/** Cached rules of a vessel. */
interface Kept {
  readonly version: number;
  /** As stored. */
  readonly stored: unknown;
  readonly watched: Watched;
  /** Keys found since; the owner's choices take precedence. */
  readonly found: FoundKeys;
}

/** Most raised and cleared alerts stored per POST, besides those still raised at its end. */
const MOST_MOVES = 500;

/** Vessels cached. */
const KEPT = 5_000;
/** Matches no rules. */
const NO_VERSION = -1;
/** The rule for a stay's own disc. */
const DISC_RULE = { id: 0, kind: "drag" } as const;

/** Makes a watch with its own cache. */
export function createWatch(): Watch {
  const known = new Map<string, Kept>();

  const reading = (vesselId: string): Sql => {
    const kept = known.get(vesselId);
    if (kept !== undefined) remember(vesselId, kept);
    return sql`select to_jsonb(w) from app.watch_begin(${kept?.version ?? NO_VERSION}::float8) w`;
  };

  const remember = (vesselId: string, kept: Kept): void => {
    known.delete(vesselId);
    known.set(vesselId, kept);
    for (const oldest of known.keys()) {
      if (known.size <= KEPT) break;
      known.delete(oldest);
    }
  };

  const begin = (vesselId: string, result: Result | undefined) => {
    const found = begun.parse(JSON.parse(result?.rows[0]?.[0] ?? "null"));
    const { version } = found;
    const kept = known.get(vesselId);
    const current =
      found.watched === null && kept?.version === version
        ? { ...kept, found: found.found }
        : { version, stored: found.watched, watched: parseWatched(found.watched), found: found.found };
    remember(vesselId, current);
    const state = parseState(found.state);
    const rules = found.raised === null ? state.rules : reconciled(state, found.raised);
    return { ...found, ...current, state: { ...state, rules, version } };
  };

  return {
    version: (vesselId) => known.get(vesselId)?.version ?? NO_VERSION,
    reading: (vesselId) => [reading(vesselId)],
    async judge(vesselId, rows, [read], arrived) {
      const begun = begin(vesselId, read);
      const { state: before, stay, under_way } = begun;
      const keys = rows.reduce((known, { metrics }) => findKeys(known, metrics), begun.found);
      if (keys !== begun.found) remember(vesselId, { ...begun, found: keys });
      const keeping =
        keys === begun.found ? [] : [sql`select app.keep_found_keys(${JSON.stringify(keys)}::jsonb)`];
      const watched = keys === begun.found ? begun.watched : parseWatched(begun.stored, keys);
      const isWatchedUnasked = watched.dragWarning && watched.armedSince === null && under_way === null;
      const anchored = isWatchedUnasked ? stay : null;
      if (watched.rules.length === 0 && anchored === null && before.disc === null)
        return { writes: keeping, state: null };
      const disc = learnedDisc(before, anchored, rows[0]?.time ?? arrived);
      const own = disc === null || anchored === null ? [] : [discRule(disc, anchored)];
      const all: Watched = { ...watched, rules: [...watched.rules, ...own] };
      const record = recordOf(MOST_MOVES);
      let state: WatchState = { ...before, disc };
      let hasBilge = false;
      const pause = slices();
      for (const row of rows) {
        const next = step(state, { row, arrived }, all);
        state = next.state;
        hasBilge ||= watched.lacksBilge && measuresBilge(row);
        for (const move of next.moves) record.add(move);
        await pause();
      }
      if (own.length === 0 && before.rules[slotOf(DISC_RULE)]?.raised === true) {
        record.add({ clear: { rule: DISC_RULE, at: state.time ?? arrived } });
      }
      const isOver = isSailedAway(watched, state, under_way);
      const moves = record.moves();
      if (moves.length === 0 && !isOver && !hasBilge) return { writes: keeping, state: stored(state, all) };
      return { writes: [...keeping, saving(state, all, moves, { isOver, hasBilge })], state: null };
    },
    saving(states) {
      const all = states.map(([vessel, one]) => ({ vessel, ...one }));
      return sql`select app.save_watch_states(${JSON.stringify(all)}::jsonb)`;
    },
    readings(vesselId, row) {
      const kept = known.get(vesselId);
      if (kept === undefined) return {};
      const chosen = chosenKeys(kept.stored, kept.found);
      return Object.fromEntries(
        MONITORED_NAMES.flatMap((name) => {
          const value = readingOf(name, chosen)(row);
          return value === null ? [] : [[name, value]];
        }),
      );
    },
    async check(tx, vesselId, now) {
      const { watched, state: before } = begin(vesselId, await tx.run(reading(vesselId)));
      const { state, moves, backlog } = tick(before, now, watched);
      const span = backlog === null ? null : `${instant(backlog.from)}/${instant(backlog.to)}`;
      await tx.run(saving(state, watched, moves, { backlog: span }));
    },
  };
}

/** Rule states reconciled with the alerts really raised: rules may have changed or been deleted since. */
function reconciled(
  { rules }: WatchState,
  raised: readonly { readonly rule: number; readonly kind: string }[],
): WatchState["rules"] {
  const slots = new Set(raised.map(({ rule, kind }) => slotOf({ id: rule, kind })));
  const known = Object.entries(rules).map(([slot, state]) => [slot, { ...state, raised: slots.has(slot) }]);
  const others = [...slots].flatMap((slot) => (slot in rules ? [] : [[slot, { ...QUIET, raised: true }]]));
  return Object.fromEntries([...known, ...others]);
}

/** Side effects of a judgement. */
interface SideEffects {
  /** Whether the anchor watch ends because the boat has sailed away. */
  readonly isOver?: boolean;
  /** Whether the bilge is measured for the first time, so that its rule can be made. */
  readonly hasBilge?: boolean;
  /** The span of a completed backlog. */
  readonly backlog?: string | null;
}

function stored(state: WatchState, watched: Watched): object {
  return { state: storedState(state), due: dueOf(state, watched) };
}

function saving(state: WatchState, watched: Watched, moves: readonly Move[], effects: SideEffects): Sql {
  const change = {
    ...stored(state, watched),
    moves: moves.map(storedMove),
    ...effects,
  };
  return sql`select app.watch_save(${JSON.stringify(change)}::jsonb)`;
}

function storedMove(move: Move): object {
  if ("clear" in move) {
    const { rule, at } = move.clear;
    return { clear: { rule: rule.id, kind: rule.kind, at } };
  }
  const { rule, since, value, threshold, at } = move.raise;
  return {
    raise: {
      rule: rule.id,
      name: rule.name,
      kind: rule.kind,
      key: rule.key,
      severity: rule.severity,
      value,
      threshold,
      latitude: at?.latitude ?? null,
      longitude: at?.longitude ?? null,
      since,
      message: sentenceOf(move.raise),
    },
  };
}
