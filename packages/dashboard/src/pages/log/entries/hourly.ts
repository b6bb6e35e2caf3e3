/** Automatic lines: measurements at each full hour. Pure. */
import type { TrackPoint } from "../../../api/logs/track.ts";

const HOUR_MS = 3_600_000;
/** Longer passages get a line per watch, to stay readable. */
const LONG_MS = 48 * HOUR_MS;
const WATCH_MS = 4 * HOUR_MS;

/** The first point at or after each full hour of a track, every fourth hour on long passages. */
export function hourlyPoints(track: readonly TrackPoint[]): readonly TrackPoint[] {
  const [first, last] = [track[0]?.time.getTime() ?? 0, track.at(-1)?.time.getTime() ?? 0];
  const every = last - first > LONG_MS ? WATCH_MS : HOUR_MS;
  let next = Math.ceil(first / every) * every;
  return track.filter(({ time }) => {
    if (time.getTime() < next) return false;
    const isNear = time.getTime() - next < every / 4;
    next = (Math.floor(time.getTime() / every) + 1) * every;
    return isNear;
  });
}
