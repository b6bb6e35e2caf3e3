import { metresBetween, type Place } from "./sphere.ts";

/** The place farthest from another, and its distance in metres; null if there is none. */
export function farthestFrom<P extends Place>(
  from: Place,
  places: readonly P[],
): { readonly place: P; readonly metres: number } | null {
  return places.reduce<{ readonly place: P; readonly metres: number } | null>((farthest, place) => {
    const metres = metresBetween(from, place);
    return farthest === null || metres > farthest.metres ? { place, metres } : farthest;
  }, null);
}
