/** The boat's trips as resources, read only, and the track of the older API. */
import type { RowBuffer } from "../buffer/row-buffer.ts";
import type { Handler, ResourceProvider } from "../server-api.ts";
import { eachRow } from "./samples.ts";
import { isoOf } from "./times.ts";
import type { Point, Tracks } from "./tracks.ts";

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The trips of the buffer as `resources/tracks`. */
export function tripsProvider(buffer: () => RowBuffer | null): ResourceProvider {
  return {
    type: "tracks",
    methods: {
      listResources: () => tripsOf(buffer()),
      async getResource(id, property) {
        const trip = (await tripsOf(buffer()))[id];
        if (trip === undefined) throw new Error("There is no such trip.");
        return property === undefined ? trip : property.split(".").reduce<unknown>(partOf, trip);
      },
      setResource: () => Promise.reject(new Error("Trips are read only.")),
      deleteResource: () => Promise.reject(new Error("Trips are read only.")),
    },
  };
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

async function tripsOf(buffer: RowBuffer | null): Promise<Record<string, object>> {
  const trips = new Map<string, Point[]>();
  if (buffer !== null) {
    await eachRow(buffer, EVER, ({ facts, latitude, longitude, time }) => {
      if (facts?.trip === undefined || latitude === null || longitude === null) return;
      const points = trips.get(facts.trip);
      if (points === undefined) trips.set(facts.trip, [{ latitude, longitude, time }]);
      else points.push({ latitude, longitude, time });
    });
  }
  return Object.fromEntries([...trips].map(([id, points]) => [id, resourceOf(points)]));
}

function resourceOf(points: readonly Point[]): object {
  const begin = isoOf(points[0]?.time ?? 0);
  const name = `Trip of ${begin.slice(0, 10)} ${begin.slice(11, 16)} UTC`;
  return {
    name,
    description: `${points.length} points`,
    feature: {
      type: "Feature",
      geometry: {
        type: "MultiLineString",
        coordinates: [points.map(({ longitude, latitude }) => [longitude, latitude])],
      },
      properties: { name },
    },
    timestamp: isoOf(points.at(-1)?.time ?? 0),
    $source: "signalk-wakelog",
  };
}

/** Answers `self/track` of the first API: a bare MultiLineString. */
export function selfTrack(tracks: Tracks, now: () => number): Handler {
  return async ({ query }, response) => {
    try {
      const [span, unit] = lengthOf(query.timespan ?? "1h");
      const to = now() - Number(query.timespanOffset ?? 0) * unit;
      const gap = query.resolution === undefined ? null : lengthOf(query.resolution)[0];
      const segments = await tracks.segments({ from: to - span, to });
      const coordinates = segments.map((points) => spaced(points, gap)).filter((line) => line.length >= 2);
      return response.json({ type: "MultiLineString", coordinates });
    } catch (error) {
      return response.status(400).json({ message: error instanceof Error ? error.message : String(error) });
    }
  };
}

function spaced(points: readonly Point[], gapMs: number | null): number[][] {
  let last = Number.NEGATIVE_INFINITY;
  const kept = points.filter(({ time }, at) => {
    if (gapMs !== null && time - last < gapMs && at < points.length - 1) return false;
    last = time;
    return true;
  });
  return kept.map(({ longitude, latitude }) => [longitude, latitude]);
}

function lengthOf(value: unknown): readonly [ms: number, unitMs: number] {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(String(value)) ?? [];
  const unitMs = UNIT_MS[unit];
  if (count === undefined || unitMs === undefined)
    throw new Error("Times are a number and one of s, m, h, d, w.");
  return [Number(count) * unitMs, unitMs];
}
