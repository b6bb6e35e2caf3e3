/** A log's line for drawing, with the points ranked by their effect on its shape. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { shapeOf } from "@wakelog/kit/geo/shape.ts";
import type { TimedPosition } from "@wakelog/kit/geo/track.ts";
import { type Interruptible, inSlices } from "@wakelog/kit/time/slices.ts";
import { timedCorners } from "./drawing.ts";
import type { LinePart } from "./log-line.ts";
import type { Coordinate } from "./track.ts";

/** Drop points that move the line by less than this; GPS is no more accurate. */
const LEAST_M = 3;

interface TimedLog {
  readonly id: number;
  readonly started: number;
  readonly ended: number;
  readonly segments: readonly { readonly kind: string; readonly from: string; readonly to: string }[];
}

interface DrawnLine {
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
  readonly seconds: readonly number[];
  readonly places: readonly number[];
  readonly metres: readonly (number | "Infinity")[];
  readonly gaps: readonly number[];
}

/**
 * Stores a log's line for drawing.
 * @param track the log's track on the map
 */
export async function keepDrawnLine(
  tx: Tx,
  vesselId: string,
  log: TimedLog,
  track: readonly TimedPosition[],
): Promise<void> {
  if (track.length < 2) {
    await tx.run(sql`delete from app.log_lines where vessel_id = ${vesselId} and id = ${log.id}::int`);
    return;
  }
  const drawn = JSON.stringify(await inSlices(drawnLine(log, track)));
  await tx.run(sql`
    insert into app.log_lines (vessel_id, id, longitudes, latitudes, seconds, places, metres, gaps)
    select ${vesselId}, ${log.id}::int, d.* from jsonb_to_record(${drawn}::jsonb)
      d (longitudes int[], latitudes int[], seconds int[], places int[], metres real[], gaps int[])
    on conflict (vessel_id, id) do update set longitudes = excluded.longitudes, latitudes = excluded.latitudes,
      seconds = excluded.seconds, places = excluded.places, metres = excluded.metres, gaps = excluded.gaps`);
}

/** A log's line with times. Its ends may be berths outside all parts. */
export function timedLine(
  log: Pick<TimedLog, "started" | "ended">,
  line: readonly Coordinate[],
  parts: readonly LinePart[],
): readonly TimedPosition[] {
  const within = [...parts].sort((a, b) => a.from - b.from || a.to - b.to).flatMap(timedCorners);
  const [first, last] = [line[0], line.at(-1)];
  const timed = (place: Coordinate | undefined, time: number): TimedPosition[] =>
    place === undefined ? [] : [{ time, longitude: place[0], latitude: place[1] }];
  const isThere = (place: Coordinate | undefined, there: TimedPosition | undefined): boolean =>
    there !== undefined && place?.[0] === there.longitude && place[1] === there.latitude;
  return [
    ...(isThere(first, within[0]) ? [] : timed(first, log.started)),
    ...within,
    ...(isThere(last, within.at(-1)) ? [] : timed(last, log.ended)),
  ];
}

function* drawnLine(log: TimedLog, track: readonly TimedPosition[]): Interruptible<DrawnLine> {
  const gaps = yield* gapEnds(log, track);
  const metres = yield* shapeOf(
    track,
    [...gaps].flatMap((end) => [end - 1, end]),
    LEAST_M,
  );
  const places = [...metres.keys()]
    .filter((place) => (metres[place] ?? 0) > 0)
    .sort((a, b) => (metres[b] ?? 0) - (metres[a] ?? 0) || a - b);
  const of = (value: (point: TimedPosition) => number): number[] =>
    places.flatMap((place) => {
      const point = track[place];
      return point === undefined ? [] : [Math.round(value(point))];
    });
  return {
    longitudes: of(({ longitude }) => longitude * 1e5),
    latitudes: of(({ latitude }) => latitude * 1e5),
    seconds: of(({ time }) => (time - log.started) / 1000),
    places,
    metres: places.map((place) => {
      const off = metres[place] ?? 0;
      return Number.isFinite(off) ? Math.round(off * 10) / 10 : "Infinity";
    }),
    gaps,
  };
}

/** Indices of points that end a silence. */
function* gapEnds(log: TimedLog, track: readonly TimedPosition[]): Interruptible<number[]> {
  const silences = log.segments
    .filter(({ kind }) => kind === "gap")
    .map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const);
  const ends: number[] = [];
  if (silences.length === 0) return ends;
  for (const [i, { time }] of track.entries()) {
    const before = track[i - 1]?.time ?? time;
    if (silences.some(([from, to]) => from < time && to > before)) ends.push(i);
    yield;
  }
  return ends;
}
