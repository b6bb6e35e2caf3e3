import { jsonQuestion, type Question } from "../question.ts";
import { latitudeOf, longitudeOf, numberOf, type Row, requiredRows } from "../row.ts";

/** A point of a log's line, in degrees; beyond ±180 where the line crosses the 180th meridian. */
export interface LinePoint {
  readonly longitude: number;
  readonly latitude: number;
  /** Milliseconds since 1970; the departure if times were not requested. */
  readonly time: number;
  /** Whether the leg from the previous point was not recorded. */
  readonly afterGap: boolean;
}

/** A log's line, simplified for its scale. */
export interface LogTrack {
  readonly id: number;
  readonly started: Date | null;
  readonly points: readonly LinePoint[];
}

/** The response format: docs/tracks.md. */
interface TrackJson {
  readonly id: number;
  readonly started: string;
  readonly units: number;
  readonly points: readonly number[];
  readonly gaps: readonly number[];
}

/** Decodes delta-encoded points. */
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

/** Which lines, and how detailed. */
export interface TracksQuery {
  readonly ids?: readonly number[];
  /** Days of departure, for example 2026-07-01. */
  readonly from?: string;
  readonly to?: string;
  readonly toleranceM?: number;
  /** Maximum per line. */
  readonly points?: number;
  readonly timed?: boolean;
}

/** The lines of many logs, newest first; unfinished logs have none. */
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

/** Thumbnail lines, by log id. */
export function miniaturesQuestion(ids: readonly number[]): Question<ReadonlyMap<number, LogTrack>> {
  const { parse, ...question } = tracksQuestion({ ids, points: 64, toleranceM: 20 });
  return {
    ...question,
    parse: (body, speech) => new Map(parse(body, speech).map((track) => [track.id, track])),
  };
}
