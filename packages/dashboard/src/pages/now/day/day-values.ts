/** Which values have a tile with their last 24 hours, and what the tiles say of them. */
import type { Series } from "../../../api/boat/history.ts";
import type { Reading } from "../../../api/boat/readings.ts";
import type { MetricRow } from "../../../api/boat/recent-metrics.ts";
import { isBilge } from "../../../measurements/bilge.ts";
import { knotsOfMetresPerSecond } from "../../../units/convert.ts";

/** A value with its tile. */
export interface DayValue {
  /** The name or key of its history. */
  readonly name: string;
  /** What it is read from; determines its title and alerts. */
  readonly key: string;
  /** SI units. */
  readonly value: number;
  readonly measured: Date;
  /** What the tile adds: gusts, a tendency, or the day's range. */
  readonly kind: "wind" | "pressure" | "range";
}

const MOST = 4;
/** Tiles in their order; each is the first of these that the boat measures. */
const WANTED = [["voltage", "charge"], ["wind"], ["pressure"], ["bilge", "inside_temperature"]] as const;
/** In place of missing ones. */
const OTHERS = [
  "outside_temperature",
  "water_temperature",
  "inside_temperature",
  "charge",
  "depth",
  "fresh_water",
];

/** Up to four values that the boat measures: battery, wind, barometer, bilge or cabin; others in place of missing ones. */
export function dayValues(
  readings: readonly Reading[],
  newest: Pick<MetricRow, "time" | "awsKnots"> | undefined,
): readonly DayValue[] {
  const foundAs = (name: string): readonly DayValue[] => {
    const isOf = ({ key, mappedTo }: Reading) => (name === "bilge" ? isBilge(key) : mappedTo.includes(name));
    const found = readings.find((reading) => reading.value !== null && isOf(reading));
    const kind = name === "wind" || name === "pressure" ? name : "range";
    if (found !== undefined && found.value !== null) {
      const { key, value, measured } = found;
      return [{ name: name === "bilge" ? key : name, key, value, measured, kind }];
    }
    // Histories of the wind fall back to the apparent one, too.
    return name === "wind" && newest !== undefined && newest.awsKnots !== null
      ? [
          {
            ...{ name, key: "environment.wind.speedApparent", kind },
            ...{ value: newest.awsKnots / knotsOfMetresPerSecond(1), measured: newest.time },
          },
        ]
      : [];
  };
  const wanted = WANTED.flatMap((names) => names.flatMap(foundAs).slice(0, 1));
  const others = OTHERS.flatMap(foundAs).filter(({ name }) => wanted.every((one) => one.name !== name));
  return [...wanted, ...others].slice(0, MOST);
}

/** Sailors compare the barometer with three hours ago. */
const TENDENCY_SECONDS = 3 * 3600;
/** A value of three hours ago may be off by this much. */
const SLACK_SECONDS = 3600;

/** The change over three hours up to the newest mean; null without a value of then. */
export function tendencyOf(times: readonly number[], { average }: Pick<Series, "average">): number | null {
  const known = times.flatMap((time, index) => {
    const value = average[index] ?? null;
    return value === null ? [] : [{ time, value }];
  });
  const last = known.at(-1);
  if (last === undefined) return null;
  const then = last.time - TENDENCY_SECONDS;
  const [before] = known
    .filter(({ time }) => Math.abs(time - then) <= SLACK_SECONDS)
    .sort((a, b) => Math.abs(a.time - then) - Math.abs(b.time - then));
  return before === undefined ? null : last.value - before.value;
}

/** The lowest and highest value of a series; null if it is empty. */
export function rangeOf({
  low,
  high,
}: Pick<Series, "low" | "high">): readonly [low: number, high: number] | null {
  const [lows, highs] = [low.filter((one) => one !== null), high.filter((one) => one !== null)];
  return lows.length === 0 || highs.length === 0 ? null : [Math.min(...lows), Math.max(...highs)];
}
