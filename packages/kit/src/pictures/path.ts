/** The lines of a track on its picture, limited to what is visible. */
import type { Line, Point } from "./canvas.ts";

/** Points closer than this, in pixels, count as one. */
const NEAR = 0.5;
/** Most pixels of line. This would fill the picture several times, and drawing more would block others. */
const LONGEST = 200_000;

/** The lines between consecutive points of a track. While too long, every second point is dropped. */
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
