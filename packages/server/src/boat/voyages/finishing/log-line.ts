/** A log's line on the map and its length. */
import { distanceM, type Position } from "@wakelog/kit/geo/distance.ts";
import { filteredTrack } from "@wakelog/kit/geo/filtered-track.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import { type TimedPosition, trackLengthM } from "@wakelog/kit/geo/track.ts";
import { metresToNm } from "@wakelog/kit/geo/units.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import type { MetricRow } from "../record/metric-row.ts";
import type { Coordinate } from "./track.ts";

/** Where a log began and ended, if known. */
export interface LineEnds {
  readonly from: Coordinate | null;
  readonly to: Coordinate | null;
}

/** A piece of the line; times in milliseconds since 1970-01-01 UTC. */
export interface LinePart {
  readonly from: number;
  readonly to: number;
  readonly line: readonly Coordinate[];
}

/**
 * The rows with positions on the log's line: removes GPS noise, keeps bends, and does not smooth across silences or
 * drawn parts.
 * @param rows with positions, in time order
 * @param gapMs longer intervals between rows are silences
 */
export function* filteredRows(
  { from, to }: LineEnds,
  rows: readonly MetricRow[],
  drawn: readonly LinePart[],
  gapMs: number,
): Interruptible<MetricRow[]> {
  const filtered: MetricRow[] = [];
  for (const run of runs(rows, drawn, gapMs)) {
    const [first, last] = [run[0], run.at(-1)];
    const begins = first === rows[0] && drawn.every((part) => part.from > (first?.time ?? 0));
    const ends = last === rows.at(-1) && drawn.every((part) => part.to < (last?.time ?? 0));
    const track = run.flatMap(placed);
    const berth = begins && from !== null ? [{ ...position(from), time: first?.time ?? 0 }] : [];
    const arrival = ends && to !== null ? [{ ...position(to), time: last?.time ?? 0 }] : [];
    const line = yield* filteredTrack([...berth, ...track, ...arrival]);
    for (const [i, row] of run.entries()) {
      const { latitude, longitude } = line[i + berth.length] ?? row;
      filtered.push({ ...row, latitude, longitude });
    }
  }
  return filtered;
}

/** Splits rows at silences and drawn parts. */
function runs(rows: readonly MetricRow[], drawn: readonly LinePart[], gapMs: number): MetricRow[][] {
  const all: MetricRow[][] = [];
  let run: MetricRow[] = [];
  let before: number | undefined;
  for (const row of rows) {
    const start = before ?? row.time;
    if (row.time - start > gapMs || drawn.some((part) => part.from < row.time && part.to > start)) {
      all.push(run);
      run = [];
    }
    run.push(row);
    before = row.time;
  }
  return run.length === 0 ? all : [...all, run];
}

function placed({ time, latitude, longitude }: MetricRow): TimedPosition[] {
  return latitude === null || longitude === null ? [] : [{ time, latitude, longitude }];
}

/** The recorded pieces of the line. */
export function recordedParts(rows: readonly MetricRow[]): LinePart[] {
  return rows.flatMap(({ time, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ from: time, to: time, line: [[longitude, latitude]] }],
  );
}

/**
 * The line from the log's start to its end, even if its first or last part was not recorded.
 * @param parts recorded and drawn pieces, in any order
 */
export function lineOf({ from, to }: LineEnds, parts: readonly LinePart[]): readonly Coordinate[] {
  const inOrder = [...parts].sort((a, b) => a.from - b.from || a.to - b.to);
  const line = inOrder.flatMap((part) => part.line);
  if (from !== null && isElsewhere(line[0], from)) line.unshift(from);
  if (to !== null && isElsewhere(line.at(-1), to)) line.push(to);
  return line;
}

/** Whether the line stops short of an end. A metre is far below GPS noise. */
function isElsewhere(reached: Coordinate | undefined, end: Coordinate): boolean {
  return reached === undefined || distanceM(position(reached), position(end)) > 1;
}

function position([longitude, latitude]: Coordinate): Position {
  return { latitude, longitude };
}

/** Geodesic length in nautical miles, to four decimals. */
export function* lengthNm(line: readonly Coordinate[]): Interruptible<number> {
  let metres = 0;
  let before: Coordinate | undefined;
  for (const place of line) {
    if (before !== undefined) metres += trackLengthM([position(before), position(place)]);
    before = place;
    yield;
  }
  return round(metresToNm(metres), 4);
}
