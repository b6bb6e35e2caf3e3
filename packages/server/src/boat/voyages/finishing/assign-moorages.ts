/**
 * Assigns a moorage to each stay. Depends only on the stays in time order and on users' changes to moorages, so the
 * order in which stays arrived does not matter.
 */
import { arcM, type EarthCentred, toEarthCentred } from "@wakelog/kit/geo/earth-centred.ts";
import { NearestPlaces } from "@wakelog/kit/geo/nearest.ts";

export interface PlacedStay {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Radius in which the boat lay, metres. */
  readonly radiusM: number;
  readonly over: boolean;
  /** Type from the vessel's rows or the user, never inherited from the moorage. */
  readonly ownCode: number;
  /** Whether the rows report a dock or buoy. */
  readonly moored: boolean;
  readonly moorageId: number | null;
}

export interface KnownMoorage {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Radius set by a user, metres; null if derived from the stays. */
  readonly radiusM: number | null;
  /** Made or changed by a user: kept even without stays. */
  readonly kept: boolean;
}

/** A moorage with its stays. */
export interface Berth {
  /** Null for a new one. */
  readonly id: number | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly kept: boolean;
  /** In time order; empty if a user made the moorage and no stay is there. */
  readonly stays: readonly PlacedStay[];
}

export interface Assignment {
  readonly berths: readonly Berth[];
  /** Moorages without stays that no user changed. */
  readonly gone: readonly number[];
}

/** Unknown stay type. */
const UNKNOWN = 1;
const ANCHOR = 2;
/** Least radius of a moorage, metres. */
const REACH_M = 100;
/** Margin around the swinging circle, metres. */
const MARGIN_M = 50;

/** Distance within which a position, given its circle, is at a moorage, metres; `app.moorage_reach_m` in SQL. */
export function reachM(radiusM: number): number {
  return Math.max(REACH_M, radiusM + MARGIN_M);
}

interface Draft extends EarthCentred {
  readonly id: number | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusM: number | null;
  readonly kept: boolean;
  readonly stays: PlacedStay[];
}

/**
 * Assigns each stay to the nearest moorage in reach, or creates one when the boat has left. A radius set by a user is
 * that moorage's reach for every stay.
 * @param stays in order of arrival
 */
export function assignMoorages(stays: readonly PlacedStay[], moorages: readonly KnownMoorage[]): Assignment {
  const drafts: Draft[] = [];
  const near = new NearestPlaces<Draft>();
  /** Moorages with a radius set by a user; few. */
  const circles: Draft[] = [];
  const add = (one: Draft): void => {
    drafts.push(one);
    if (one.radiusM === null) near.add(one);
    else circles.push(one);
  };
  const free = new Map<number, Draft>();
  const nearFree = new NearestPlaces<Draft>();
  for (const moorage of moorages) {
    const known = { ...draft(moorage, moorage.id, moorage.kept), radiusM: moorage.radiusM };
    if (moorage.kept) add(known);
    else {
      free.set(moorage.id, known);
      nearFree.add(known);
    }
  }
  for (const stay of stays) {
    const here = toEarthCentred(stay.latitude, stay.longitude);
    const found = nearestAround(here, near.nearest(here, reachM(stay.radiusM)), circles);
    if (found !== null) found.stays.push(stay);
    else if (stay.over) {
      const own = stay.moorageId === null ? undefined : free.get(stay.moorageId);
      const known = own ?? nearFree.nearest(here, reachM(stay.radiusM));
      if (known?.id != null) {
        free.delete(known.id);
        nearFree.delete(known);
      }
      add({ ...draft(stay, known?.id ?? null, false), stays: [stay] });
    }
  }
  return { berths: drafts, gone: [...free.keys()] };
}

/** The nearest of a moorage and the circles that contain the position. */
function nearestAround(here: EarthCentred, place: Draft | null, circles: readonly Draft[]): Draft | null {
  let best = place;
  let least = place === null ? Number.POSITIVE_INFINITY : arcM(place, here);
  for (const circle of circles) {
    const away = arcM(circle, here);
    if (away > (circle.radiusM ?? 0) || away >= least) continue;
    best = circle;
    least = away;
  }
  return best;
}

/** The usual type of a moorage: the first known type of its stays. */
export function usualType(berth: Berth): number {
  return berth.stays.find((stay) => stay.ownCode !== UNKNOWN)?.ownCode ?? UNKNOWN;
}

/**
 * The type for a stay of unknown type: the user's type for the moorage, or else the first known type of its stays. A
 * boat that reported itself moored did not anchor, and a later anchorage says nothing about earlier stays.
 * @param visit index of the stay at the berth
 * @param userCode the user's type for the moorage; null if none
 */
export function lentType(berth: Berth, visit: number, userCode: number | null): number {
  const moored = berth.stays[visit]?.moored === true;
  const isKnown = (code: number, at: number) =>
    code !== UNKNOWN && (code !== ANCHOR || (!moored && at < visit));
  if (userCode !== null) return userCode === ANCHOR && moored ? UNKNOWN : userCode;
  return berth.stays.find(({ ownCode }, at) => isKnown(ownCode, at))?.ownCode ?? UNKNOWN;
}

function draft(at: { latitude: number; longitude: number }, id: number | null, kept: boolean): Draft {
  const { latitude, longitude } = at;
  return {
    id,
    latitude,
    longitude,
    radiusM: null,
    kept,
    stays: [],
    ...toEarthCentred(latitude, longitude),
  };
}
