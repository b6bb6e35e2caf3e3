/** The places where the boat stayed, as far as the detector remembers them. */
import { arcM } from "../../geo/earth-centred.ts";
import type { Disc } from "./fixes/disc.ts";
import type { DetectorState } from "./state.ts";

/** So many places keep the state small; those not visited for longest are forgotten first. */
const MOST_PLACES = 64;

/** Whether a disc touches one where the boat stayed before. */
export function isKnown(state: DetectorState, disc: Disc): boolean {
  return state.places.some((place) => arcM(place, disc) <= place.r + disc.r);
}

/** Remembers a place, or that it was visited again. */
export function remember(state: DetectorState, disc: Disc): void {
  const at = state.places.findIndex((place) => arcM(place, disc) <= Math.max(place.r, disc.r));
  const known = at < 0 ? undefined : state.places.splice(at, 1)[0];
  state.places.push(known ?? { x: disc.x, y: disc.y, z: disc.z, r: disc.r });
  if (state.places.length > MOST_PLACES) state.places.shift();
}
