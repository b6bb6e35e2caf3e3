/** Interpolates a boat's place between track points. Pure. */
import type { TrackPoint } from "../../../api/logs/track.ts";

/** The index of the last point at or before an instant; 0 before the first one. */
export function indexAt(track: readonly TrackPoint[], time: number): number {
  let [low, high] = [0, track.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((track[middle]?.time.getTime() ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The place at an instant, interpolated linearly. */
export function placeAt(
  track: readonly TrackPoint[],
  time: number,
): { readonly latitude: number; readonly longitude: number } | null {
  const index = indexAt(track, time);
  const [before, after] = [track[index], track[index + 1]];
  if (before === undefined) return null;
  if (after === undefined) return before;
  const span = after.time.getTime() - before.time.getTime();
  const share = span <= 0 ? 0 : Math.min(1, Math.max(0, (time - before.time.getTime()) / span));
  // The shorter way around, where a track crosses the 180th meridian.
  const east = ((((after.longitude - before.longitude) % 360) + 540) % 360) - 180;
  return {
    latitude: before.latitude + (after.latitude - before.latitude) * share,
    longitude: before.longitude + east * share,
  };
}
