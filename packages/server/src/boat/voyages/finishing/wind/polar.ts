/** Polar points: boat speed by true wind, from the rows of one log. */
import { round } from "@wakelog/kit/geo/rounding.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { type MetricRow, toFix } from "../../record/metric-row.ts";
import { boatKnots, trueWind } from "./true-wind.ts";

/** A polar file, and the time of its newest row, milliseconds since 1970-01-01 UTC. */
export interface Polar {
  /** Columns: true wind speed, knots; rows: true wind angle, degrees; cells: boat speed, knots, empty if unknown. */
  readonly csv: string;
  readonly newest: number;
}

/** Cell size: degrees and knots. */
const ANGLE_STEP = 10;
const WIND_STEP = 2;
/** No boat sails closer to the wind; outside these wind speeds a diagram is useless. */
const LEAST_ANGLE = 20;
const LEAST_WIND = 3;
const MOST_WIND = 41;
const MOST_KNOTS = 40;
/** Samples needed per cell: one gust is not representative. */
const FEWEST = 3;
/** Quantile of the speeds, which excludes the luckiest samples. */
const BEST = 0.9;

/** Null if no cell has enough samples. Uses speed through water if measured, otherwise speed over ground. */
export function* polarOf(rows: readonly MetricRow[]): Interruptible<Polar | null> {
  const cells = new Map<number, Map<number, number[]>>();
  let newest = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    yield;
    const knots = boatKnots(row);
    const wind = knots === null || !isUnderSail(row) ? null : trueWind(row, knots);
    if (knots === null || wind === null || !(wind.knots >= LEAST_WIND && wind.knots < MOST_WIND)) continue;
    const angle = Math.round(Math.abs(wind.degrees) / ANGLE_STEP) * ANGLE_STEP;
    if (angle < LEAST_ANGLE || knots > MOST_KNOTS) continue;
    const speed = Math.round(wind.knots / WIND_STEP) * WIND_STEP;
    const line = cells.get(angle) ?? new Map<number, number[]>();
    const samples = line.get(speed) ?? [];
    samples.push(knots);
    cells.set(angle, line.set(speed, samples));
    newest = Math.max(newest, row.time);
  }
  return tableOf(cells, newest);
}

function tableOf(
  cells: ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>,
  newest: number,
): Polar | null {
  const known = [...cells]
    .map(([angle, line]) => ({
      angle,
      line: new Map([...line].filter(([, samples]) => samples.length >= FEWEST)),
    }))
    .filter(({ line }) => line.size > 0)
    .sort((a, b) => a.angle - b.angle);
  if (known.length === 0) return null;
  const winds = [...new Set(known.flatMap(({ line }) => [...line.keys()]))].sort((a, b) => a - b);
  const lines = known.map(({ angle, line }) =>
    [angle, ...winds.map((wind) => best(line.get(wind) ?? []) ?? "")].join(";"),
  );
  return { csv: [["twa/tws", ...winds].join(";"), ...lines].join("\n"), newest };
}

/** Nearest-rank quantile to a tenth of a knot; null without samples. */
function best(samples: readonly number[]): number | null {
  const inOrder = [...samples].sort((a, b) => a - b);
  const at = inOrder[Math.ceil(BEST * inOrder.length) - 1];
  return at === undefined ? null : round(at, 1);
}

/** Whether the boat may be sailing: no row says otherwise and no engine runs. */
function isUnderSail(row: MetricRow): boolean {
  return (row.status ?? "sailing") === "sailing" && toFix(row)?.engine?.running !== true;
}
