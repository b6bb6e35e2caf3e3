import type { Circle } from "../../api/alerts/rules.ts";
import type { OpenStay } from "../../api/boat/present.ts";

/** Metres around a ring, which would otherwise fill the chart. */
const ROOM = 1.6;
const LEAST_AROUND = 60;
/** Around a berth: less would show a square of water, without the coast and its names. */
const NAUTICAL_MILE = 1852;

/**
 * What the chart shows of a boat at rest: its rings at anchor or on watch, elsewhere its surroundings.
 * @param rings around the boat; empty at a berth
 */
export function aroundOf(place: Pick<Circle, "latitude" | "longitude">, rings: readonly Circle[]): Circle {
  const [first] = rings;
  return first === undefined
    ? { latitude: place.latitude, longitude: place.longitude, radius: NAUTICAL_MILE }
    : { ...first, radius: Math.max(LEAST_AROUND, ...rings.map(({ radius }) => radius)) * ROOM };
}

/** The circle in which a boat at anchor swung; null at a berth, or if it is unknown. */
export function swingOf(stay: OpenStay | null): Circle | null {
  const disc = stay?.disc ?? null;
  return stay?.stayCode !== 2 || disc === null || disc.radius === 0 ? null : disc;
}
