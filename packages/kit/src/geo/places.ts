/** Names positions offline: the nearest inhabited place, and the direction from it. */

import { type CityFile, cityCountry, cityName, readCityFile } from "./city-file.ts";
import { countryAt } from "./countries.ts";
import { distanceM, initialBearingDegrees, type Position } from "./distance.ts";
import { toEarthCentred } from "./earth-centred.ts";
import { metresToNm, NM_M } from "./units.ts";

/** An inhabited place. */
export interface Place extends Position {
  readonly name: string;
  /** ISO 3166 alpha-2, lower case. */
  readonly country: string;
  /** Geodesic distance from the given position, in nautical miles. */
  readonly distanceNm: number;
}

/** The name of a position. */
export interface PlaceName {
  readonly name: string;
  /**
   * ISO 3166 alpha-2, lower case: the country whose land or waters it is, or else the nearest place's; null on the high
   * seas.
   */
  readonly country: string | null;
}

/** Within this distance (5 km) a position gets the place's own name. */
const AT_PLACE_NM = 5000 / NM_M;
/** Beyond this distance a place no longer describes a position. */
const NEAR_PLACE_NM = 50;

/** Compass points, each 22.5° wide. */
const COMPASS = [
  "N",
  "NNE",
  "NE",
  "ENE",
  "E",
  "ESE",
  "SE",
  "SSE",
  "S",
  "SSW",
  "SW",
  "WSW",
  "W",
  "WNW",
  "NW",
  "NNW",
];

interface Index {
  readonly file: CityFile;
  /** A k-d tree in earth-centred metres, stored as sorted halves: the middle of a range is its root. */
  readonly order: Uint32Array;
  readonly axes: readonly [Float32Array, Float32Array, Float32Array];
}

let loaded: Index | null = null;

/** The nearest place with at least 1000 inhabitants; the first call loads the gazetteer (about 0.2 s, 10 MB). */
export function nearestPlace(latitude: number, longitude: number): Place | null {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  loaded ??= buildIndex(readCityFile());
  const { file } = loaded;
  const nearest = search(loaded, latitude, longitude);
  const position = { latitude: file.latitudes[nearest] ?? 0, longitude: file.longitudes[nearest] ?? 0 };
  return {
    ...position,
    name: cityName(file, nearest),
    country: cityCountry(file, nearest),
    distanceNm: metresToNm(distanceM(position, { latitude, longitude })),
  };
}

/** A position's name: "Hanko" nearby, "12 NM SSW of Hanko" further off, "54°12.3′N 020°05.1′W" on the high seas. */
export function namePosition(latitude: number, longitude: number): PlaceName {
  const place = nearestPlace(latitude, longitude);
  const waters = countryAt(latitude, longitude);
  if (place === null || place.distanceNm > NEAR_PLACE_NM) {
    return { name: coordinatesText(latitude, longitude), country: waters };
  }
  const country = waters ?? place.country;
  if (place.distanceNm <= AT_PLACE_NM) return { name: place.name, country };
  const bearing = initialBearingDegrees(place, { latitude, longitude });
  const point = COMPASS[Math.round(bearing / 22.5) % 16] ?? "N";
  return { name: `${Math.round(place.distanceNm)} NM ${point} of ${place.name}`, country };
}

/** A position in degrees and decimal minutes, as on charts. */
export function coordinatesText(latitude: number, longitude: number): string {
  const angle = (value: number, width: number): string => {
    const tenths = Math.round(Math.abs(value) * 600);
    const degrees = String(Math.floor(tenths / 600)).padStart(width, "0");
    return `${degrees}°${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}′`;
  };
  return `${angle(latitude, 2)}${latitude < 0 ? "S" : "N"} ${angle(longitude, 3)}${longitude < 0 ? "W" : "E"}`;
}

function buildIndex(file: CityFile): Index {
  const axes = [
    new Float32Array(file.count),
    new Float32Array(file.count),
    new Float32Array(file.count),
  ] as const;
  const order = new Uint32Array(file.count);
  for (let i = 0; i < file.count; i++) {
    const { x, y, z } = toEarthCentred(file.latitudes[i] ?? 0, file.longitudes[i] ?? 0);
    axes[0][i] = x;
    axes[1][i] = y;
    axes[2][i] = z;
    order[i] = i;
  }
  split(order, axes, 0, file.count - 1, 0);
  return { file, order, axes };
}

/** Recursively moves the median along the axis to the middle of a range, smaller elements before it. */
function split(order: Uint32Array, axes: Index["axes"], from: number, to: number, depth: number): void {
  if (from >= to) return;
  const values = axes[(depth % 3) as 0 | 1 | 2];
  const middle = (from + to) >> 1;
  let left = from;
  let right = to;
  while (left < right) {
    const pivot = values[order[(left + right) >> 1] ?? 0] ?? 0;
    let i = left;
    let j = right;
    while (i <= j) {
      while ((values[order[i] ?? 0] ?? 0) < pivot) i++;
      while ((values[order[j] ?? 0] ?? 0) > pivot) j--;
      if (i <= j) {
        const held = order[i] ?? 0;
        order[i++] = order[j] ?? 0;
        order[j--] = held;
      }
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else break;
  }
  split(order, axes, from, middle - 1, depth + 1);
  split(order, axes, middle + 1, to, depth + 1);
}

function search(index: Index, latitude: number, longitude: number): number {
  const { order, axes } = index;
  const centre = toEarthCentred(latitude, longitude);
  const target = [centre.x, centre.y, centre.z] as const;
  let best = 0;
  let bestSquared = Number.POSITIVE_INFINITY;
  const visit = (from: number, to: number, depth: number): void => {
    if (from > to) return;
    const axis = (depth % 3) as 0 | 1 | 2;
    const middle = (from + to) >> 1;
    const here = order[middle] ?? 0;
    let squared = 0;
    for (const a of [0, 1, 2] as const) squared += (target[a] - (axes[a][here] ?? 0)) ** 2;
    if (squared < bestSquared) {
      bestSquared = squared;
      best = here;
    }
    const beyond = target[axis] - (axes[axis][here] ?? 0);
    if (beyond < 0) visit(from, middle - 1, depth + 1);
    else visit(middle + 1, to, depth + 1);
    if (beyond * beyond >= bestSquared) return;
    if (beyond < 0) visit(middle + 1, to, depth + 1);
    else visit(from, middle - 1, depth + 1);
  };
  visit(0, order.length - 1, 0);
  return best;
}
