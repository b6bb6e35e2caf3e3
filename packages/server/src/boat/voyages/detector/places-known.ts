/** The places that the detector remembers. */
import { arcM } from "@wakelog/kit/geo/earth-centred.ts";
import type { Disc } from "./fixes/disc.ts";
import type { DetectorState } from "./state.ts";

/** Maximum of places, to keep the state small; the least recently visited is forgotten first. */
const MOST_PLACES = 64;

/** Whether a disc touches one where the boat has stayed before. */
export function isKnown(state: DetectorState, disc: Disc): boolean {
  return state.places.some((place) => arcM(place, disc) <= place.r + disc.r);
}

/** Remembers a place, or marks it as visited again. */
export function remember(state: DetectorState, disc: Disc): void {
  const at = state.places.findIndex((place) => arcM(place, disc) <= Math.max(place.r, disc.r));
  const known = at < 0 ? undefined : state.places.splice(at, 1)[0];
  state.places.push(known ?? { x: disc.x, y: disc.y, z: disc.z, r: disc.r });
  if (state.places.length > MOST_PLACES) state.places.shift();
}
