/** Parses a log's GeoJSON into a track and cuts the track at unrecorded gaps. */

import { isRecord } from "@wakelog/kit/json/json.ts";
import type { TrackPoint } from "./model.ts";

/** An unrecorded period, milliseconds. */
export interface NotRecorded {
  readonly from: number;
  readonly to: number;
}

/**
 * The track of a stored FeatureCollection: the line's coordinates, with readings from the matching Point features. A
 * drawn log has more coordinates than points. If points and lines disagree, only the points; anything else is empty.
 * @param pages the features in order, some at a time
 */
export async function readTrack(
  pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): Promise<readonly TrackPoint[]> {
  const points: TrackPoint[] = [];
  const line: TrackPoint[] = [];
  for await (const features of pages) for (const feature of features) addFeature(feature, points, line);
  return measured(line, points);
}

/** The line's coordinates, with times and readings where there are points. */
function measured(line: readonly TrackPoint[], points: readonly TrackPoint[]): readonly TrackPoint[] {
  let found = 0;
  const track = line.map((place) => {
    const point = points[found];
    if (point?.latitude !== place.latitude || point.longitude !== place.longitude) return place;
    found += 1;
    return point;
  });
  return found === points.length ? track : points;
}

function addFeature(feature: unknown, points: TrackPoint[], line: TrackPoint[]): void {
  if (!isRecord(feature) || !isRecord(feature.geometry)) return;
  const { type, coordinates } = feature.geometry;
  const properties = isRecord(feature.properties) ? feature.properties : {};
  if (type === "Point") addPoint(points, coordinates, properties);
  if (type === "LineString") for (const place of list(coordinates)) addPoint(line, place, {});
  if (type === "MultiLineString") {
    for (const part of list(coordinates)) for (const place of list(part)) addPoint(line, place, {});
  }
}

/**
 * Cuts a track at unrecorded gaps, dropping untimed coordinates within a gap, which a user only guessed. A track
 * without times stays whole.
 */
export function cutTrack(points: readonly TrackPoint[], gaps: readonly NotRecorded[]): TrackPoint[][] {
  const lines: TrackPoint[][] = [];
  let line: TrackPoint[] = [];
  let untimed: TrackPoint[] = [];
  let before: number | null = null;
  for (const point of points) {
    const end = point.time;
    if (end === null) {
      untimed.push(point);
      continue;
    }
    const start = before;
    const cut = start !== null && gaps.some((gap) => gap.from < end && gap.to > start && gap.to > gap.from);
    if (cut) {
      lines.push(line);
      line = [];
    } else line.push(...untimed);
    untimed = [];
    line.push(point);
    before = end;
  }
  line.push(...untimed);
  if (line.length > 0) lines.push(line);
  return lines;
}

/** The gaps in a log's stored segments. */
export function storedGaps(segments: unknown): NotRecorded[] {
  return list(segments).flatMap((segment) => {
    if (!isRecord(segment) || segment.kind !== "gap") return [];
    const from = instant(segment.from);
    const to = instant(segment.to);
    return from === null || to === null ? [] : [{ from, to }];
  });
}

/** The latest time of a JavaScript `Date`. */
const LAST_TIME = 8.64e15;

function addPoint(points: TrackPoint[], coordinates: unknown, properties: Record<string, unknown>): void {
  const [longitude, latitude] = list(coordinates);
  if (typeof longitude !== "number" || typeof latitude !== "number") return;
  points.push({
    time: instant(properties.time),
    latitude,
    longitude,
    sogKnots: number(properties.speedoverground),
    cogDegrees: number(properties.courseovergroundtrue),
    awsKnots: number(properties.windspeedapparent),
    awaDegrees: number(properties.anglespeedapparent),
    status: typeof properties.status === "string" ? properties.status : null,
  });
}

function instant(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : typeof value === "number" ? value : Number.NaN;
  return Math.abs(time) <= LAST_TIME ? time : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
