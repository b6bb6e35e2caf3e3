/** Counters of the winds of a log, small enough to add up over a lifetime of logs: a wind rose, and boat speeds. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import { type Interruptible, inSlices } from "@wakelog/kit/time/slices.ts";
import type { MetricRow } from "../../record/metric-row.ts";
import { LONGEST_SAMPLE_MS } from "../log-numbers.ts";
import { boatKnots, trueWind, windFrom } from "./true-wind.ts";

/** Cells: directions of 22.5°, angles of 10°, and true wind by 5 kn up to the last, which is open. */
const SECTORS = 16;
const ANGLE_STEP = 10;
const BAND_KNOTS = 5;
const BANDS = 6;
/** Faster boats and stronger winds are faults of instruments. */
const MOST_BOAT_KNOTS = 40;
const MOST_WIND_KNOTS = 100;
/** Below, course and direction say nothing. */
const LEAST_BOAT_KNOTS = 0.5;

/** Time by cell; a cell is its direction or angle times `BANDS`, plus its band. */
export interface WindCounters {
  readonly rose: readonly number[];
  readonly rose_seconds: readonly number[];
  readonly polar: readonly number[];
  readonly polar_seconds: readonly number[];
  /** Boat speed in knots times seconds. */
  readonly polar_knot_seconds: readonly number[];
}

/** The parts of a log and how they were made. */
interface Made {
  readonly id: number;
  readonly segments: readonly { readonly kind: string; readonly from: string; readonly to: string }[];
}

/**
 * Stores the winds of a log, at the latest at commit; nothing if none was measured.
 * @param rows of the log, in time order
 */
export async function keepWinds(
  tx: Tx,
  vesselId: string,
  { id, segments }: Made,
  rows: readonly MetricRow[],
): Promise<void> {
  const winds = await inSlices(windsOf(rows, segments));
  if (winds.rose.length === 0 && winds.polar.length === 0) {
    tx.later(sql`delete from app.log_winds where vessel_id = ${vesselId} and id = ${id}::int`);
    return;
  }
  tx.later(sql`
    insert into app.log_winds (vessel_id, id, rose, rose_seconds, polar, polar_seconds, polar_knot_seconds)
    select ${vesselId}, ${id}::int, w.* from jsonb_to_record(${JSON.stringify(winds)}::jsonb)
      w (rose smallint[], rose_seconds int[], polar smallint[], polar_seconds int[], polar_knot_seconds real[])
    on conflict (vessel_id, id) do update set rose = excluded.rose, rose_seconds = excluded.rose_seconds,
      polar = excluded.polar, polar_seconds = excluded.polar_seconds,
      polar_knot_seconds = excluded.polar_knot_seconds`);
}

/**
 * Counts a log's winds. A row counts for the time since the row before it, up to ten minutes; speeds count under sail.
 */
function* windsOf(rows: readonly MetricRow[], segments: Made["segments"]): Interruptible<WindCounters> {
  const sailed = segments
    .filter(({ kind }) => kind === "sailing")
    .map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const);
  const rose = new Map<number, number>();
  const polar = new Map<number, { seconds: number; knotSeconds: number }>();
  let before: number | undefined;
  for (const row of rows) {
    yield;
    const seconds = Math.min(row.time - (before ?? row.time), LONGEST_SAMPLE_MS) / 1000;
    before = row.time;
    const boat = boatKnots(row);
    if (boat === null || !(boat >= LEAST_BOAT_KNOTS && boat <= MOST_BOAT_KNOTS)) continue;
    const wind = trueWind(row, boat);
    if (wind === null || !(wind.knots >= 0 && wind.knots <= MOST_WIND_KNOTS)) continue;
    const band = Math.min(BANDS - 1, Math.floor(wind.knots / BAND_KNOTS));
    const from = windFrom(row, wind);
    if (from !== null) {
      const cell = (Math.round(from / (360 / SECTORS)) % SECTORS) * BANDS + band;
      rose.set(cell, (rose.get(cell) ?? 0) + seconds);
    }
    if (!sailed.some(([since, until]) => row.time >= since && row.time <= until)) continue;
    const cell = Math.round(Math.abs(wind.degrees) / ANGLE_STEP) * BANDS + band;
    const known = polar.get(cell) ?? { seconds: 0, knotSeconds: 0 };
    polar.set(cell, {
      seconds: known.seconds + seconds,
      knotSeconds: known.knotSeconds + boat * seconds,
    });
  }
  const blown = [...rose].filter(([, seconds]) => Math.round(seconds) > 0).sort(([a], [b]) => a - b);
  const gone = [...polar].filter(([, { seconds }]) => Math.round(seconds) > 0).sort(([a], [b]) => a - b);
  return {
    rose: blown.map(([cell]) => cell),
    rose_seconds: blown.map(([, seconds]) => Math.round(seconds)),
    polar: gone.map(([cell]) => cell),
    polar_seconds: gone.map(([, { seconds }]) => Math.round(seconds)),
    polar_knot_seconds: gone.map(([, { knotSeconds }]) => round(knotSeconds, 1)),
  };
}
