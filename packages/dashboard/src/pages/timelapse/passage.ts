import type { LinePoint, LogTrack } from "../../api/tracks/lines.ts";

/**
 * Voyages in sequence without the time in harbour, for playback. Moments are milliseconds under way since the first
 * departure. Pure.
 */
export interface Passage {
  readonly legs: readonly Leg[];
  readonly lengthMs: number;
}

/** A log with the moments of its start and end. */
export interface Leg {
  readonly track: LogTrack;
  readonly from: number;
  readonly to: number;
}

/** The passage of some tracks, in the order sailed. */
export function passageOf(tracks: readonly LogTrack[]): Passage {
  let moment = 0;
  const legs = tracks
    .filter(({ points }) => points.length > 1)
    .toSorted((a, b) => (a.points[0]?.time ?? 0) - (b.points[0]?.time ?? 0))
    .map((track) => {
      const from = moment;
      moment += Math.max(0, (track.points.at(-1)?.time ?? 0) - (track.points[0]?.time ?? 0));
      return { track, from, to: moment };
    });
  return { legs, lengthMs: moment };
}

/** The boat's situation at a moment. */
export interface Situation {
  readonly place: LinePoint;
  /** Degrees true. */
  readonly heading: number;
  /** Number of legs completed before this one. */
  readonly sailed: number;
  readonly leg: Leg;
  /** The completed part of this leg. */
  readonly head: readonly LinePoint[];
}

/** The situation at a moment; null if there is nothing to play. */
export function situationAt({ legs }: Passage, moment: number): Situation | null {
  const found = legs.findIndex(({ to }) => moment < to);
  const sailed = found < 0 ? legs.length - 1 : found;
  const leg = legs[sailed];
  if (leg === undefined) return null;
  const { points } = leg.track;
  const time = (points[0]?.time ?? 0) + Math.max(0, moment - leg.from);
  const next = Math.max(1, firstAfter(points, time));
  const [before, after] = [points[next - 1], points[Math.min(next, points.length - 1)]];
  if (before === undefined || after === undefined) return null;
  const share = after.time > before.time ? Math.min(1, (time - before.time) / (after.time - before.time)) : 1;
  const place = {
    time: Math.min(time, points.at(-1)?.time ?? time),
    longitude: before.longitude + share * (after.longitude - before.longitude),
    latitude: before.latitude + share * (after.latitude - before.latitude),
    afterGap: after.afterGap,
  };
  return { place, heading: courseOf(before, after), sailed, leg, head: [...points.slice(0, next), place] };
}

/** Binary search for the first point after a time; the length if there is none. */
function firstAfter(points: readonly LinePoint[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function courseOf(a: LinePoint, b: LinePoint): number {
  const narrowing = Math.cos((a.latitude * Math.PI) / 180);
  const degrees =
    Math.atan2((b.longitude - a.longitude) * narrowing, b.latitude - a.latitude) * (180 / Math.PI);
  return (degrees + 360) % 360;
}
