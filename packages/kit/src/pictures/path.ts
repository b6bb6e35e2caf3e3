/** The lines of a track on its picture: no more of them than can be seen. */
import type { Line, Point } from "./canvas.ts";

/** Places that are nearer to each other than this, in pixels, are one. */
const NEAR = 0.5;
/** Pixels of line at most. This would fill the picture several times, and others would wait while more is drawn. */
const LONGEST = 200_000;

/**
 * The lines from each place of a track to the next. Where they would be too long, every second place is left out until they
 * are not.
 */
export function pathOf(places: readonly Point[]): readonly Line[] {
  let turns = apart(places);
  while (lengthOf(turns) > LONGEST) {
    const last = turns.length - 1;
    turns = turns.filter((_, i) => i % 2 === 0 || i === last);
  }
  return turns.map((to, i) => [turns[i - 1] ?? to, to]);
}

function apart(places: readonly Point[]): readonly Point[] {
  let before: Point | null = null;
  return places.filter((place) => {
    if (before !== null && Math.hypot(place.x - before.x, place.y - before.y) < NEAR) return false;
    before = place;
    return true;
  });
}

function lengthOf(places: readonly Point[]): number {
  let length = 0;
  let before = places[0];
  for (const place of places) {
    length += Math.hypot(place.x - (before?.x ?? 0), place.y - (before?.y ?? 0));
    before = place;
  }
  return length;
}
