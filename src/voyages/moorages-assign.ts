/**
 * Which moorage each stay is at. A function of the stays in order of time and of what people said of moorages, so
 * the answer is the same whatever the order in which the stays became known.
 */
import { arcM, type EarthCentred, toEarthCentred } from "../geo/earth-centred.ts";

export interface PlacedStay {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Circle in which the boat lay, metres. */
  readonly radiusM: number;
  readonly over: boolean;
  readonly stayCode: number;
  readonly moorageId: number | null;
}

export interface KnownMoorage {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Made or changed by a person: it stays where it is, also when nothing is at it. */
  readonly kept: boolean;
}

/** A moorage as the stays have it. */
export interface Berth {
  /** Null for one that is to be made. */
  readonly id: number | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly kept: boolean;
  /** In order of time; empty where a person's moorage was not visited. */
  readonly stays: readonly PlacedStay[];
}

export interface Assignment {
  readonly berths: readonly Berth[];
  /** Moorages that nothing is at any more and that no person touched. */
  readonly gone: readonly number[];
}

/** A moorage is as large as this at least, metres. */
const REACH_M = 100;
/** Beyond the circle in which the boat swung, metres. */
const MARGIN_M = 50;

/** How near a position with a circle around it must be to a moorage to be at it, metres. */
export function reachM(radiusM: number): number {
  return Math.max(REACH_M, radiusM + MARGIN_M);
}

interface Draft extends EarthCentred {
  id: number | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly kept: boolean;
  readonly stays: PlacedStay[];
}

/**
 * Assigns. A stay is at the nearest moorage in reach; where there is none, the vessel makes one by leaving.
 * @param stays in order of arrival
 */
export function assignMoorages(stays: readonly PlacedStay[], moorages: readonly KnownMoorage[]): Assignment {
  const drafts: Draft[] = moorages.filter((one) => one.kept).map((one) => draft(one, one.id, true));
  const free = new Map(moorages.filter((one) => !one.kept).map((one) => [one.id, one]));
  for (const stay of stays) {
    const here = toEarthCentred(stay.latitude, stay.longitude);
    const found = nearest(drafts, here, reachM(stay.radiusM));
    if (found !== null) found.stays.push(stay);
    else if (stay.over) {
      const own = stay.moorageId === null ? undefined : free.get(stay.moorageId);
      const known = own?.id ?? nearestFree(free, here, reachM(stay.radiusM));
      if (known !== null) free.delete(known);
      drafts.push({ ...draft(stay, known, false), stays: [stay] });
    }
  }
  return { berths: drafts, gone: [...free.keys()] };
}

function draft(at: { latitude: number; longitude: number }, id: number | null, kept: boolean): Draft {
  const { latitude, longitude } = at;
  return { id, latitude, longitude, kept, stays: [], ...toEarthCentred(latitude, longitude) };
}

function nearest(drafts: readonly Draft[], here: EarthCentred, reach: number): Draft | null {
  let best: Draft | null = null;
  let least = reach;
  for (const one of drafts) {
    const distance = arcM(one, here);
    if (distance <= least && (best === null || distance < least)) {
      best = one;
      least = distance;
    }
  }
  return best;
}

function nearestFree(
  free: ReadonlyMap<number, KnownMoorage>,
  here: EarthCentred,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach;
  for (const one of free.values()) {
    const distance = arcM(toEarthCentred(one.latitude, one.longitude), here);
    if (distance < least || (best === null && distance <= reach)) {
      best = one.id;
      least = distance;
    }
  }
  return best;
}
