/** State of the fold over a vessel's fixes, kept between requests. */

import { createHash } from "node:crypto";
import type { Result, Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { isRecord } from "@wakelog/kit/json/json.ts";
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { type Span, START } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { type DetectorState, initialState, restoreState } from "../detector/detector.ts";
import type { Interval } from "../detector/intervals/interval.ts";
import { DEFAULT_SETTINGS, type DetectorSettings, parseSettings } from "../detector/thresholds.ts";
import type { Edit } from "../edits/apply-edits.ts";
import { parseEdits } from "../edits/stored-edits.ts";
import { storedInterval } from "./stored-interval.ts";

/** An interval with its row. */
export interface NamedInterval {
  /** Row id in logbook or stays. */
  readonly id: number;
  /** For legs: id of the voyage's first leg. */
  readonly voyageId: number | null;
  readonly interval: Interval;
}

/** Where the fold continues. Times are milliseconds since 1970-01-01 UTC. */
export interface FoldState {
  readonly detector: DetectorState;
  /** End of the last settled interval; null if nothing is settled. */
  readonly settledUntil: number | null;
  /** The rows beginning at or after it, as last written. */
  readonly applied: readonly NamedInterval[];
  /** Time of the newest checkpoint. */
  readonly markedAt: number | null;
}

/** A vessel's fold, locked by this transaction. */
export interface OpenFold {
  readonly vesselId: string;
  /** Null if there is none, or one of another detector version: the fold then begins at the first row. */
  readonly state: FoldState | null;
  readonly settings: DetectorSettings;
  readonly edits: readonly Edit[];
  /** No row is awaited after fixes up to this time: a leg that ends there has ended. Minus infinity if none. */
  readonly closed: number;
}

/** A fold with its stored status. The state may be older than the newest rows. */
export interface TakenFold extends OpenFold {
  /** Changes whenever the saved fold changes; null if nothing is saved. */
  readonly revision: string | null;
  /** Whether the state is the cached one, which has every row of the record. */
  readonly isKnown: boolean;
  /** Time of the record's newest row when the vessel was locked; minus infinity if there is none. */
  readonly newest: number;
  /** Time of the newest row in the state. */
  readonly seen: number;
  /** Span of late rows stored but not folded; null if there are none. */
  readonly late: Span | null;
  /** Rows in the state that its saved form lacks. */
  readonly unsaved: number;
}

/** A detector state from which a fold can resume. */
export interface Checkpoint {
  /** Includes every fix up to and including this time. */
  readonly at: number;
  readonly detector: DetectorState;
  readonly settledUntil: number | null;
  /** Equal for equal states. */
  readonly hash: string;
}

const saved = z.object({
  detector: z.unknown(),
  settledUntil: z.number().nullable(),
  applied: z.array(z.object({ id: z.number(), voyageId: z.number().nullable(), interval: storedInterval })),
  markedAt: z.number().nullable(),
});
const savedCheckpoint = z.object({
  detector: z.unknown(),
  settledUntil: z.number().nullable(),
  hash: z.string(),
});
/** Initial fold. */
export const NOTHING_FOLDED: FoldState = {
  detector: initialState(),
  settledUntil: null,
  applied: [],
  markedAt: null,
};

/**
 * Locks the vessel of the request or job for this transaction.
 * @param observe receives each stored edit that cannot be parsed and is skipped
 * @throws PT551 if there is no vessel
 */
export async function beginFold(tx: Tx, observe: Observe = ignoreAll): Promise<TakenFold> {
  return takenFold(await tx.run(takingFold(null)), null, observe);
}

/** The statement that locks the vessel. @param known the cached fold; null if there is none */
export function takingFold(known: TakenFold | null): Sql {
  const [revision, until] = known === null ? [null, START] : [known.revision, known.newest];
  return sql`
    select vessel_id, revision, is_known, newest, seen, late_from, late_to, state, settings, edits, closed
    from app.fold_begin(${revision}::uuid, ${until === START ? null : instant(until)}::timestamptz)`;
}

const text = z.string().nullable();
const begun = z.tuple([z.string(), text, z.enum(["t", "f"]), text, text, text, text, text, text, text, text]);

/** Parses the result of {@link takingFold}. */
export function takenFold(
  { rows }: Result,
  known: TakenFold | null,
  observe: Observe = ignoreAll,
): TakenFold {
  const [vesselId, revision, isKnown, newest, seen, from, to, state, settings, edits, closed] = begun.parse(
    rows[0],
  );
  if (known !== null && isKnown === "t") return known;
  const chosen = parsed(settings);
  return {
    vesselId,
    revision,
    isKnown: false,
    newest: newest === null ? START : Number(newest),
    seen: seen === null ? START : Number(seen),
    late: from === null || to === null ? null : { from: Number(from), to: Number(to) },
    unsaved: 0,
    closed: closed === null ? START : Number(closed),
    state: restoreFold(parsed(state)),
    settings: isRecord(chosen) && Object.keys(chosen).length > 0 ? parseSettings(chosen) : DEFAULT_SETTINGS,
    edits: parseEdits(parsed(edits), ({ id, cause }) =>
      observe({ kind: "fault", where: `edit ${id} of vessel ${vesselId}, which is left out`, cause }),
    ),
  };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

function restoreFold(value: unknown): FoldState | null {
  const found = saved.safeParse(value);
  if (!found.success) return null;
  const detector = restoreState(found.data.detector);
  return detector === null ? null : { ...found.data, detector };
}

/** See `FoldStore`. */
export async function checkpointBefore(tx: Tx, time: number): Promise<Checkpoint | null> {
  const rows = await tx.query(
    sql`select (extract(epoch from at) * 1000)::float8 as at, state from app.fold_checkpoint_before(${instant(time)}::timestamptz)`,
  );
  return rows.map(parseCheckpoint)[0] ?? null;
}

/** See `FoldStore`. */
export async function checkpointsAfter(tx: Tx, time: number): Promise<Checkpoint[]> {
  const rows = await tx.query(
    sql`select (extract(epoch from at) * 1000)::float8 as at, state from app.fold_checkpoints_after(${instant(time)}::timestamptz)`,
  );
  return rows.map(parseCheckpoint).filter((one) => one !== null);
}

function parseCheckpoint(row: unknown): Checkpoint | null {
  const { at, state } = z.object({ at: z.number(), state: savedCheckpoint }).parse(row);
  const detector = restoreState(state.detector);
  return detector === null ? null : { at, detector, settledUntil: state.settledUntil, hash: state.hash };
}

/** Makes a checkpoint. */
export function checkpoint(at: number, detector: DetectorState, settledUntil: number | null): Checkpoint {
  const hash = createHash("sha1").update(canonical(detector)).digest("base64url");
  return { at, detector, settledUntil, hash };
}

/** JSON with sorted keys: jsonb does not preserve their order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
