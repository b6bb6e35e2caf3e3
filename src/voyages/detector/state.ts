/** What the detector remembers between two fixes: plain JSON, a few kilobytes, a function of the fixes alone. */
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
  /** Fixes that were counted, at most a thousand. */
  fixes: number;
  anchored: number;
  moored: number;
  /** Whether a leg came before it, so that a leg after it may go on with the same voyage. */
  afterLeg: boolean;
  /** Whether the boat had stayed there before. */
  known: boolean;
  events: StayEvent[];
  /** The newest fixes, to date a departure back. */
  recent: Point[];
  /** How many of the newest are outside the disc. */
  outside: number;
  /** Begun by the first fix of the record or after a silence: void when the boat turns out to be under way. */
  tentative: boolean;
}

export interface Stretch {
  kind: Propulsion | "gap" | "pause";
  from: number;
  to: number;
  metres: number;
}

/** A part without fixes in which the leg began: it is dated once the speed afterwards is seen. */
export interface BlindStart {
  readonly from: number;
  readonly to: number;
  readonly metres: number;
  /** Speed afterwards, knots; null until seen. */
  readonly knots: number | null;
}

export interface Away {
  from: Boundary;
  start: Point;
  blind: BlindStart | null;
  /** Where the fixes in `buffer` begin: the last point whose way is in `stretches`. */
  last: Point;
  stretches: Stretch[];
  /** The newest fixes, which all lie in the circle of a possible stop. */
  buffer: Point[];
  /** Farthest that the boat was from the edge of the disc it left, metres. */
  farthestM: number;
  /** Time under way at a good speed, and what of it was before the farthest point, milliseconds. */
  fastMs: number;
  fastOutMs: number;
  outside: number;
  /** Whether the departure itself was seen as real movement. */
  moved: boolean;
  /** Whether anything but rest was reported since the boat left. */
  reportedMoving: boolean;
  /** The newest time that the boat was reported at rest after having been under way. */
  still: { readonly from: number; readonly to: number } | null;
  /** The trip id that the boat gave the way, null while it gave none. */
  trip: string | null;
}

/** A silence that is not decided yet: it depends on how the boat is seen again. */
export interface Silence {
  /** The fixes on both sides of it. */
  readonly last: Point;
  readonly first: Point;
  /** How the boat was before it: at rest if `away` is null. */
  readonly stay: Stay | null;
  readonly away: Away | null;
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
  /** Time of the newest fix; older ones and its equals change nothing. */
  time: number | null;
  /** Time of the first fix that counts. */
  since: number | null;
  /** Time of the newest fix that was not skipped for being dense, its status and trip. */
  taken: { t: number; status: string | null; trip: string | null } | null;
  runTime: { t: number; seconds: number } | null;
  sieve: Sieve;
  /** The stay, or the one that the boat left when `away` is not null. */
  stay: Stay | null;
  away: Away | null;
  /** While this is not null, `stay` and `away` are what is known since the silence. */
  silence: Silence | null;
  /** The newest believed fixes, some minutes of them, from which the best speed is measured. */
  trail: Point[];
  /** The best speed that the vessel kept for three minutes, knots. */
  best: number;
  /** Fixes in an excluded area in a row. */
  excluded: number;
  carried: boolean;
  places: Place[];
  /** The boat's usual speed, knots. */
  knots: number | null;
  /** Whether anything is settled. */
  begun: boolean;
}

/** Raised when the same fixes may give other intervals than before: saved states of another version are void. */
export const DETECTOR_VERSION = 2;

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
    trail: [],
    best: 0,
    excluded: 0,
    carried: false,
    places: [],
    knots: null,
    begun: false,
  };
}

/**
 * A state that was saved as JSON by this version.
 * @returns null if another version saved it: fold again from the first fix
 */
export function restoreState(saved: unknown): DetectorState | null {
  return isState(saved) ? copyState(saved) : null;
}

/** Only this module writes states, and each change of their shape raises the version. */
function isState(saved: unknown): saved is DetectorState {
  return (
    typeof saved === "object" && saved !== null && "version" in saved && saved.version === DETECTOR_VERSION
  );
}

/** A copy that shares nothing that is changed in place. */
export function copyState(s: DetectorState): DetectorState {
  return {
    ...s,
    sieve: { ...s.sieve, held: [...s.sieve.held] },
    stay: copyStay(s.stay),
    away: copyAway(s.away),
    silence:
      s.silence === null
        ? null
        : { ...s.silence, stay: copyStay(s.silence.stay), away: copyAway(s.silence.away) },
    trail: [...s.trail],
    places: [...s.places],
  };
}

function copyStay(stay: Stay | null): Stay | null {
  return stay === null ? null : { ...stay, events: [...stay.events], recent: [...stay.recent] };
}

function copyAway(away: Away | null): Away | null {
  return away === null
    ? null
    : { ...away, stretches: away.stretches.map((x) => ({ ...x })), buffer: [...away.buffer] };
}

/** Where settled intervals are put. */
export type Emit = (interval: Interval) => void;
