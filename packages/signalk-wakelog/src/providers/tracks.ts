/** Signal K's Tracks API from the buffer, for the own vessel. */
import type { RowBuffer } from "../buffer/row-buffer.ts";
import { distance, type Position } from "../sample/geo.ts";
import { POSITION, samplesOf } from "./samples.ts";
import { simplified } from "./simplify.ts";
import { durationOf, isoOf, type Span, type SpanQuery, spanOf } from "./times.ts";

const SILENCE_MS = 900_000;
const NEAR_MS = 60_000;
const USUAL_MOST_POINTS = 20_000;
const USUAL_TOLERANCE = 20;
const DIAGONALS = 2000;

/** A question for tracks. */
export interface TracksQuery extends SpanQuery {
  readonly contexts?: readonly string[];
  readonly bbox?: readonly [number, number, number, number];
  readonly resolution?: unknown;
  readonly maxPoints?: number;
  readonly simplify?: boolean;
  readonly epsilon?: number;
  readonly times?: boolean;
  readonly properties?: readonly string[];
  readonly geometry?: boolean;
}

/** A point of a track. */
export interface Point extends Position {
  readonly time: number;
}

/** The own vessel's tracks. */
export class Tracks {
  readonly #buffer: () => RowBuffer | null;
  readonly #vessel: () => { readonly context: string; readonly name: string | undefined };
  readonly #now: () => number;

  constructor(
    buffer: () => RowBuffer | null,
    vessel: () => { readonly context: string; readonly name: string | undefined },
    now: () => number,
  ) {
    this.#buffer = buffer;
    this.#vessel = vessel;
    this.#now = now;
  }

  /** The track of a span: fewer points where that is asked for, never less time. */
  async getTracks(query: TracksQuery): Promise<object> {
    const none = { type: "FeatureCollection", features: [] };
    if (!this.#isOwn(query.contexts)) return none;
    const segments = await this.segments(this.#spanOf(query));
    const points = segments.flat();
    if (points.length === 0 || !touches(points, query.bbox)) return none;
    const { kept, tolerance, resolutionMs } = thinned(segments, query);
    return {
      type: "FeatureCollection",
      features: [await this.#feature(kept, tolerance, resolutionMs, query)],
    };
  }

  /** The own vessel's context, if she has a track in a span. */
  async getTrackContexts(query: TracksQuery): Promise<string[]> {
    const segments = await this.segments(this.#spanOf(query));
    return touches(segments.flat(), query.bbox) ? [this.#vessel().context] : [];
  }

  /** The fixes of a span; a silence and the 180th meridian begin a segment. */
  async segments(span: Span): Promise<Point[][]> {
    const buffer = this.#buffer();
    if (buffer === null) return [];
    const segments: Point[][] = [];
    for (const { time, values } of await samplesOf(buffer, span, [POSITION])) {
      const [position] = values;
      if (!Array.isArray(position)) continue;
      const [longitude, latitude]: readonly number[] = position;
      if (longitude === undefined || latitude === undefined) continue;
      const last = segments.at(-1)?.at(-1);
      const isNew =
        last === undefined || time - last.time > SILENCE_MS || Math.abs(longitude - last.longitude) > 180;
      if (isNew) segments.push([]);
      segments.at(-1)?.push({ latitude, longitude, time });
    }
    return segments;
  }

  async #feature(
    segments: readonly Point[][],
    tolerance: number | null,
    resolutionMs: number | null,
    query: TracksQuery,
  ): Promise<object> {
    const points = segments.flat();
    const [first, last] = [points[0], points.at(-1)];
    const { context, name } = this.#vessel();
    return {
      type: "Feature",
      geometry:
        query.geometry === false
          ? null
          : {
              type: "MultiLineString",
              coordinates: segments.map((one) => one.map(({ longitude, latitude }) => [longitude, latitude])),
            },
      properties: {
        context,
        isSelf: true,
        ...(name === undefined ? {} : { contextName: name }),
        from: isoOf(first?.time ?? 0),
        to: isoOf(last?.time ?? 0),
        bbox: boxOf(points),
        pointCount: points.length,
        ...(resolutionMs === null ? {} : { resolution: `PT${resolutionMs / 1000}S` }),
        ...(tolerance === null ? {} : { epsilon: tolerance }),
        ...(query.times === true
          ? { coordTimes: segments.map((one) => one.map(({ time }) => isoOf(time))) }
          : {}),
        ...(query.properties === undefined || query.properties.length === 0
          ? {}
          : await this.#values(segments, query.properties)),
      },
    };
  }

  /** The values of paths beside the points: the nearest within a minute. */
  async #values(segments: readonly Point[][], properties: readonly string[]): Promise<object> {
    const buffer = this.#buffer();
    const points = segments.flat();
    const [first, last] = [points[0], points.at(-1)];
    if (buffer === null || first === undefined || last === undefined)
      return { appliedProperties: [], values: {} };
    const applied = properties.filter(
      (path) => path === POSITION || buffer.paths.numberOf(path) !== undefined,
    );
    const span = { from: first.time - NEAR_MS, to: last.time + NEAR_MS };
    const samples = await samplesOf(buffer, span, applied);
    const values = applied.map((path, column) => {
      const known = samples.filter((sample) => sample.values[column] !== undefined);
      let at = 0;
      const nearest = ({ time }: Point): unknown => {
        while (away(known[at + 1]?.time, time) <= away(known[at]?.time, time) && at + 1 < known.length)
          at += 1;
        return away(known[at]?.time, time) <= NEAR_MS ? known[at]?.values[column] : null;
      };
      return [path, segments.map((one) => one.map(nearest))] as const;
    });
    return { appliedProperties: applied, values: Object.fromEntries(values) };
  }

  #spanOf(query: TracksQuery): Span {
    const { from, to, duration } = query;
    if (from === undefined && duration === undefined && to === undefined) return { from: 0, to: this.#now() };
    if (from === undefined && duration === undefined)
      return { from: 0, to: spanOf({ ...query, from: 0 }, 0).to };
    return spanOf(query, this.#now());
  }

  #isOwn(contexts: readonly string[] | undefined): boolean {
    const own = this.#vessel().context;
    const names = ["self", "vessels.self", own, own.replace(/^vessels\./, "")];
    return contexts === undefined || contexts.length === 0 || contexts.some((one) => names.includes(one));
  }
}

function away(sample: number | undefined, time: number): number {
  return sample === undefined ? Number.POSITIVE_INFINITY : Math.abs(sample - time);
}

interface Thinned {
  readonly kept: Point[][];
  readonly tolerance: number | null;
  readonly resolutionMs: number | null;
}

/** Fewer points, as asked, and what was applied. */
function thinned(segments: readonly Point[][], query: TracksQuery): Thinned {
  const resolutionMs = durationOf(query.resolution);
  const spaced = resolutionMs === null ? [...segments] : segments.map((one) => spacedBy(one, resolutionMs));
  const count = spaced.reduce((sum, one) => sum + one.length, 0);
  const wantsAll = query.epsilon === undefined && query.simplify !== true && resolutionMs === null;
  const most = query.maxPoints ?? (wantsAll && count > USUAL_MOST_POINTS ? USUAL_MOST_POINTS : null);
  const least = query.epsilon ?? (query.simplify === true ? toleranceOf(query.bbox) : null);
  if (most === null && least === null) return { kept: spaced, tolerance: null, resolutionMs };
  let tolerance = least ?? 0;
  let kept = cut(spaced, tolerance);
  for (let step = 1; most !== null && pointsIn(kept) > most && step < 60; step += 1) {
    tolerance = Math.max(1, tolerance * 1.7);
    kept = cut(spaced, tolerance);
  }
  if (most !== null && pointsIn(kept) > most) kept = endsOf(kept, most);
  return { kept, tolerance, resolutionMs };
}

function cut(segments: readonly Point[][], tolerance: number): Point[][] {
  return segments.map((one) => simplified(one, tolerance).flatMap((at) => one[at] ?? []));
}

function pointsIn(segments: readonly Point[][]): number {
  return segments.reduce((sum, one) => sum + one.length, 0);
}

/** More segments than points: the first and the last, and as many between as there is room for. */
function endsOf(segments: readonly Point[][], most: number): Point[][] {
  const points = segments.flatMap((one, segment) => one.map((point) => ({ point, segment })));
  const kept = points.filter((_, at) => at < most - 1 || at === points.length - 1);
  return segments
    .map((_, segment) => kept.filter((one) => one.segment === segment).map(({ point }) => point))
    .filter((one) => one.length > 0);
}

function spacedBy(points: readonly Point[], gapMs: number): Point[] {
  let last = Number.NEGATIVE_INFINITY;
  return points.filter(({ time }, at) => {
    if (time - last < gapMs && at < points.length - 1) return false;
    last = time;
    return true;
  });
}

function toleranceOf(bbox: TracksQuery["bbox"]): number {
  if (bbox === undefined) return USUAL_TOLERANCE;
  const [west, south, east, north] = bbox;
  return distance({ latitude: south, longitude: west }, { latitude: north, longitude: east }) / DIAGONALS;
}

function touches(points: readonly Point[], bbox: TracksQuery["bbox"]): boolean {
  if (bbox === undefined) return points.length > 0;
  const [west, south, east, north] = bbox;
  return points.some(({ latitude, longitude }) => {
    const isBetween =
      west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
    return isBetween && latitude >= south && latitude <= north;
  });
}

function boxOf(points: readonly Point[]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const { latitude, longitude } of points) {
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  }
  return box;
}
