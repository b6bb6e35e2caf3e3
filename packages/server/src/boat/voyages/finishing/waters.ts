/** The waters of a log: countries, seas, and zones with badges. */
import { countryAt } from "@wakelog/kit/geo/countries.ts";
import { fastDistanceM, interpolate, type Position } from "@wakelog/kit/geo/distance.ts";
import { seasAt, zonesAt } from "@wakelog/kit/geo/sea-areas.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import type { Coordinate } from "./track.ts";

/** Each in the order of first entry. */
export interface Waters {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly countries: readonly string[];
  readonly seas: readonly string[];
  readonly zones: readonly string[];
}

/** Sampling distance along the line; larger if the line exceeds the sample limit. */
const EACH_M = NM_M;
const MOST_PLACES = 2000;

/** The waters along a line. Cost is bounded for any line. */
export function* watersOf(line: readonly Coordinate[]): Interruptible<Waters> {
  const countries = new Set<string>();
  const seas = new Set<string>();
  const zones = new Set<string>();
  for (const { latitude, longitude } of yield* placesAlong(line)) {
    const country = countryAt(latitude, longitude);
    if (country !== null) countries.add(country);
    for (const sea of seasAt(latitude, longitude)) seas.add(sea);
    for (const zone of zonesAt(latitude, longitude)) zones.add(zone);
    yield;
  }
  return { countries: [...countries], seas: [...seas], zones: [...zones] };
}

/** Both ends of a line and equidistant points between. */
function* placesAlong(line: readonly Coordinate[]): Interruptible<Position[]> {
  const steps: { readonly from: Position; readonly to: Position; readonly metres: number }[] = [];
  let lengthM = 0;
  let before: Position | undefined;
  for (const [longitude, latitude] of line) {
    const here = { latitude, longitude };
    const metres = before === undefined ? 0 : fastDistanceM(before, here);
    if (before !== undefined) steps.push({ from: before, to: here, metres });
    lengthM += metres;
    before = here;
    yield;
  }
  const eachM = Math.max(EACH_M, lengthM / MOST_PLACES);
  const places: Position[] = [];
  let dueM = 0;
  for (const { from, to, metres } of steps) {
    let atM = dueM;
    for (; atM < metres; atM += eachM) places.push(interpolate(from, to, atM / metres));
    dueM = atM - metres;
    yield;
  }
  return before === undefined ? places : [...places, before];
}
