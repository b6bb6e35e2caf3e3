/** Where the fold over a vessel's fixes stands, as it is kept between two requests. */

import { createHash } from "node:crypto";
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { isRecord } from "../../json/json.ts";
import { ignoreAll, type Observe } from "../../observe.ts";
import { instant } from "../../time/instant.ts";
import { type DetectorState, initialState, restoreState } from "../detector/detector.ts";
import type { Interval } from "../detector/intervals/interval.ts";
import { DEFAULT_SETTINGS, type DetectorSettings, parseSettings } from "../detector/thresholds.ts";
import type { Edit } from "../edits/apply-edits.ts";
import { parseEdits } from "../edits/stored-edits.ts";
import { storedInterval } from "./stored-interval.ts";

/** An interval with the row that shows it. */
export interface NamedInterval {
  /** Id of its row in logbook or stays. */
  readonly id: number;
  /** Legs: id of the first leg of the same voyage. */
  readonly voyageId: number | null;
  readonly interval: Interval;
}

/** Where the fold continues from. Times are milliseconds since 1970-01-01 UTC. */
export interface FoldState {
  readonly detector: DetectorState;
  /** End of the last settled interval; null if nothing is settled. */
  readonly settledUntil: number | null;
  /** The rows that begin at or after it, as they were written last. */
  readonly applied: readonly NamedInterval[];
  /** Time of the newest checkpoint. */
  readonly markedAt: number | null;
}

/** A vessel whose fold this transaction holds alone. */
export interface OpenFold {
  readonly vesselId: string;
  /** Null if there is none yet, or one of another version of the detector: the fold begins at the first row. */
  readonly state: FoldState | null;
  readonly settings: DetectorSettings;
  readonly edits: readonly Edit[];
}

/** A state of the detector from which a fold can be taken up again. */
export interface Checkpoint {
  /** Every fix up to and including this time is in it. */
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
const begun = z.object({
  vessel_id: z.string(),
  state: z.unknown(),
  settings: z.unknown(),
  edits: z.unknown(),
});

/** A fold that has seen nothing. */
export const NOTHING_FOLDED: FoldState = {
  detector: initialState(),
  settledUntil: null,
  applied: [],
  markedAt: null,
};

/**
 * Takes the vessel of the request (or job) for this transaction.
 * @param observe is given each stored edit that cannot be read, and that the fold therefore leaves out
 * @throws PT551 if there is no vessel
 */
export async function beginFold(tx: Tx, observe: Observe = ignoreAll): Promise<OpenFold> {
  const [first] = await tx.query(sql`select * from app.fold_begin()`);
  const row = begun.parse(first);
  return {
    vesselId: row.vessel_id,
    state: restoreFold(row.state),
    settings:
      isRecord(row.settings) && Object.keys(row.settings).length > 0
        ? parseSettings(row.settings)
        : DEFAULT_SETTINGS,
    edits: parseEdits(row.edits, ({ id, cause }) =>
      observe({ kind: "fault", where: `edit ${id} of vessel ${row.vessel_id}, which is left out`, cause }),
    ),
  };
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

/** A checkpoint of a state. */
export function checkpoint(at: number, detector: DetectorState, settledUntil: number | null): Checkpoint {
  const hash = createHash("sha1").update(canonical(detector)).digest("base64url");
  return { at, detector, settledUntil, hash };
}

/** JSON whose keys are in order: jsonb does not keep the order in which they were written. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
