/** Finds the nearest of many places without visiting all: a grid of cubes in earth-centred metres. */
import { arcM, type EarthCentred } from "./earth-centred.ts";

/** Cube edge, in metres. */
const CUBE_M = 250;
/** Beyond this many cubes in each direction, visiting every place is cheaper. */
const MOST_CUBES = 4;

/** A changing set of places. */
export class NearestPlaces<T extends EarthCentred> {
  readonly #cubes = new Map<string, T[]>();
  readonly #order = new Map<T, number>();
  #added = 0;

  add(place: T): void {
    const key = cubeOf(place, 0, 0, 0);
    const cube = this.#cubes.get(key);
    if (cube === undefined) this.#cubes.set(key, [place]);
    else cube.push(place);
    this.#order.set(place, this.#added++);
  }

  delete(place: T): void {
    const key = cubeOf(place, 0, 0, 0);
    this.#cubes.set(
      key,
      (this.#cubes.get(key) ?? []).filter((one) => one !== place),
    );
    this.#order.delete(place);
  }

  /** The nearest place within reach, or null; of equally near ones, the first added. */
  nearest(here: EarthCentred, reachM: number): T | null {
    let best: T | null = null;
    let least = reachM;
    for (const place of this.#around(here, reachM)) {
      const distance = arcM(place, here);
      const isFirst = best === null || (this.#order.get(place) ?? 0) < (this.#order.get(best) ?? 0);
      if (distance < least || (distance === least && isFirst)) {
        best = place;
        least = distance;
      }
    }
    return best;
  }

  *#around(here: EarthCentred, reachM: number): Generator<T> {
    const cubes = Math.ceil(reachM / CUBE_M);
    if (cubes > MOST_CUBES) return yield* this.#order.keys();
    for (let x = -cubes; x <= cubes; x++) {
      for (let y = -cubes; y <= cubes; y++) {
        for (let z = -cubes; z <= cubes; z++) yield* this.#cubes.get(cubeOf(here, x, y, z)) ?? [];
      }
    }
  }
}

function cubeOf(place: EarthCentred, x: number, y: number, z: number): string {
  return `${Math.floor(place.x / CUBE_M) + x},${Math.floor(place.y / CUBE_M) + y},${Math.floor(place.z / CUBE_M) + z}`;
}
