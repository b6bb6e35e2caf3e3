import { jsonQuestion, type Question } from "../question.ts";
import { latitudeOf, longitudeOf, numberOf, type Row, requiredRows } from "../row.ts";

/** A point of a log's line, in degrees; beyond ±180 where a line goes on across the 180th meridian. */
export interface LinePoint {
  readonly longitude: number;
  readonly latitude: number;
  /** Milliseconds since 1970; that of the departure if times were not asked for. */
  readonly time: number;
  /** Whether the way from the point before was not recorded. */
  readonly afterGap: boolean;
}

/** The line of a log with as few points as its scale needs. */
export interface LogTrack {
  readonly id: number;
  readonly started: Date | null;
  readonly points: readonly LinePoint[];
}

/** The answer's form: docs/tracks.md. */
interface TrackJson {
  readonly id: number;
  readonly started: string;
  readonly units: number;
  readonly points: readonly number[];
  readonly gaps: readonly number[];
}

/** Adds up the differences in which points come. */
function logTrack(row: Row<TrackJson>, timed: boolean): LogTrack {
  const started = row.instant("started");
  const units = row.number("units") ?? 1;
  const gaps = new Set(row.list("gaps"));
  const deltas = row.list("points").map((delta) => numberOf(delta) ?? 0);
  const width = timed ? 3 : 2;
  const points: LinePoint[] = [];
  let [x, y, seconds, before] = [0, 0, 0, 0];
  for (let at = 0; at + width <= deltas.length; at += width) {
    x += deltas[at] ?? 0;
    y += deltas[at + 1] ?? 0;
    seconds += timed ? (deltas[at + 2] ?? 0) : 0;
    const [raw, latitude] = [longitudeOf(x / units), latitudeOf(y / units)];
    if (raw === null || latitude === null) continue;
    const longitude = at === 0 ? raw : raw + Math.round((before - raw) / 360) * 360;
    before = longitude;
    const time = (started?.getTime() ?? 0) + seconds * 1000;
    points.push({ longitude, latitude, time, afterGap: gaps.has(at / width) });
  }
  return { id: row.id("id"), started, points };
}

/** Which logs' lines, and how exactly. */
export interface TracksQuery {
  readonly ids?: readonly number[];
  /** Days of departure, such as 2026-07-01. */
  readonly from?: string;
  readonly to?: string;
  readonly toleranceM?: number;
  /** At most so many to a line. */
  readonly points?: number;
  readonly timed?: boolean;
}

/** The lines of many logs, newest first; a log that is not finished has none. */
export function tracksQuestion(query: TracksQuery): Question<readonly LogTrack[]> {
  const { ids, from, to, toleranceM, points, timed = false } = query;
  return jsonQuestion(
    "tracks_fn",
    {
      ids: ids === undefined ? undefined : `{${ids.join(",")}}`,
      start_date: from,
      end_date: to,
      tolerance: toleranceM?.toString(),
      points: points?.toString(),
      times: timed ? "true" : undefined,
    },
    (body) => requiredRows<TrackJson>(body, "tracks").map((row) => logTrack(row, timed)),
  );
}

/** Lines small enough for a list, by the number of their log. */
export function miniaturesQuestion(ids: readonly number[]): Question<ReadonlyMap<number, LogTrack>> {
  const { parse, ...question } = tracksQuestion({ ids, points: 64, toleranceM: 20 });
  return {
    ...question,
    parse: (body, speech) => new Map(parse(body, speech).map((track) => [track.id, track])),
  };
}
