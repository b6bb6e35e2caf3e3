/** The detector's state between fixes: plain JSON of a few kilobytes, a function of the fixes alone. */
import type { Disc } from "./fixes/disc.ts";
import type { Point, Propulsion } from "./fixes/point.ts";
import { emptySieve, type Sieve } from "./fixes/sieve.ts";
import type { Interval, Reason, StayEvent } from "./intervals/interval.ts";

/** One end of an interval: when, why and how sure (0 to 1). */
export interface Boundary {
  readonly at: number;
  readonly reason: Reason;
  readonly confidence: number;
}

export interface Stay {
  from: Boundary;
  disc: Disc;
  /** Number of fixes, at most a thousand. */
  fixes: number;
  anchored: number;
  moored: number;
  /** Whether a leg preceded it, so that a leg after it may continue the same voyage. */
  afterLeg: boolean;
  /** Whether that leg led back to where it began. */
  returned: boolean;
  /** Whether the boat had stayed there before. */
  known: boolean;
  events: StayEvent[];
  /** The newest fixes, which date a departure. */
  recent: Point[];
  /** Number of newest fixes outside the disc. */
  outside: number;
  /** Begun by the record's first fix or the first after a silence, and void if the boat proves to be under way. */
  tentative: boolean;
}

export interface Stretch {
  kind: Propulsion | "gap" | "pause";
  from: number;
  to: number;
  metres: number;
}

/** An unrecorded part in which the leg began; dated once the speed afterwards is known. */
export interface BlindStart {
  readonly from: number;
  readonly to: number;
  readonly metres: number;
  /** Speed afterwards in knots; null until known. */
  readonly knots: number | null;
}

/** Time (milliseconds) and distance (metres) made good. */
export interface Pace {
  readonly ms: number;
  readonly metres: number;
}

export interface Away {
  from: Boundary;
  /** Where it began, and when the boat was seen there. */
  start: Point;
  blind: BlindStart | null;
  /** The last point included in `stretches`; the fixes in `buffer` follow. */
  last: Point;
  stretches: Stretch[];
  /** From the leg's first fix on, including silences, excluding pauses. */
  pace: Pace;
  /** The newest fixes, all within the circle of a possible stop. */
  buffer: Point[];
  /** The boat's greatest distance from the edge of the disc that it left, in metres. */
  farthestM: number;
  /** Time under way at a good speed, and the part of it before the farthest point, in milliseconds. */
  fastMs: number;
  fastOutMs: number;
  outside: number;
  /** Whether real movement was recorded at the departure. */
  moved: boolean;
  /** Whether anything but rest was reported since the boat left. */
  reportedMoving: boolean;
  /** The newest period in which the boat reported rest after having been under way. */
  still: { readonly from: number; readonly to: number } | null;
  /** The trip id that the boat assigned; null if none yet. */
  trip: string | null;
}

/** An undecided silence: the decision depends on how the boat is seen again. */
export interface Silence {
  /** The fixes on both sides of it. */
  readonly last: Point;
  readonly first: Point;
  /** The state before it: at rest if `away` is null. */
  readonly stay: Stay | null;
  readonly away: Away | null;
  /** Whether each fix since was near the stay's place and reported no speed. */
  readonly quiet: boolean;
}

/** The boat, at rest, was suddenly seen elsewhere without a silence; it may have been there all along. */
export interface Detour {
  readonly home: Stay;
  /** The intervals set aside since, oldest first. */
  readonly aside: Interval[];
  readonly begun: boolean;
}

/** A place where the boat stayed. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly r: number;
}

export interface DetectorState {
  version: number;
  /** Time of the newest fix; older or equal fixes change nothing. */
  time: number | null;
  /** Time of the first counted fix. */
  since: number | null;
  /** Time, status and trip of the newest fix not skipped as too dense. */
  taken: { t: number; status: string | null; trip: string | null } | null;
  runTime: { t: number; seconds: number } | null;
  sieve: Sieve;
  /** The current stay, or the one that the boat left if `away` is not null. */
  stay: Stay | null;
  away: Away | null;
  /** While set, `stay` and `away` describe the time since the silence. */
  silence: Silence | null;
  detour: Detour | null;
  /** Number of consecutive fixes in an excluded area. */
  excluded: number;
  carried: boolean;
  places: Place[];
  /** The boat's usual speed, knots. */
  knots: number | null;
  /** Whether any interval has been settled. */
  begun: boolean;
}

/** Raised when the same fixes may yield other intervals than before; saved states of other versions are void. */
export const DETECTOR_VERSION = 5;

export function initialState(): DetectorState {
  return {
    version: DETECTOR_VERSION,
    time: null,
    since: null,
    taken: null,
    runTime: null,
    sieve: emptySieve(),
    stay: null,
    away: null,
    silence: null,
    detour: null,
    excluded: 0,
    carried: false,
    places: [],
    knots: null,
    begun: false,
  };
}

/**
 * Restores a state that this version saved as JSON.
 * @returns null if another version saved it; the caller must fold again from the first fix
 */
export function restoreState(saved: unknown): DetectorState | null {
  return isState(saved) ? copyState(saved) : null;
}

/** Checking the version is enough: only this module writes states, and each change of their shape raises the version. */
function isState(saved: unknown): saved is DetectorState {
  return (
    typeof saved === "object" && saved !== null && "version" in saved && saved.version === DETECTOR_VERSION
  );
}

/** A copy that shares no mutable parts. */
export function copyState(s: DetectorState): DetectorState {
  return {
    ...s,
    sieve: { ...s.sieve, held: [...s.sieve.held], trail: [...s.sieve.trail] },
    stay: copyStay(s.stay),
    away: copyAway(s.away),
    silence:
      s.silence === null
        ? null
        : { ...s.silence, stay: copyStay(s.silence.stay), away: copyAway(s.silence.away) },
    detour:
      s.detour === null ? null : { ...s.detour, home: copied(s.detour.home), aside: [...s.detour.aside] },
    places: [...s.places],
  };
}

function copied(stay: Stay): Stay {
  return { ...stay, events: [...stay.events], recent: [...stay.recent] };
}

function copyStay(stay: Stay | null): Stay | null {
  return stay === null ? null : copied(stay);
}

function copyAway(away: Away | null): Away | null {
  return away === null
    ? null
    : { ...away, stretches: away.stretches.map((x) => ({ ...x })), buffer: [...away.buffer] };
}

/** Receives settled intervals. */
export type Emit = (interval: Interval) => void;
