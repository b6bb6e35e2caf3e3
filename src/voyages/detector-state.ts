/** What the detector remembers between two fixes: plain JSON, a few kilobytes, a function of the fixes alone. */
import type { Disc } from "./disc.ts";
import type { Interval, Reason, StayEvent } from "./interval.ts";
import type { Sieve } from "./plausible.ts";
import type { Point, Propulsion } from "./point.ts";

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
  /** Whether the report was something else than at rest since the boat left. */
  reportedMoving: boolean;
  /** The newest time that the boat was reported at rest after having been under way. */
  still: { readonly from: number; readonly to: number } | null;
  /** The trip id that the boat gave the way, null while it gave none. */
  trip: string | null;
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
export const DETECTOR_VERSION = 1;

export function initialState(): DetectorState {
  return {
    version: DETECTOR_VERSION,
    time: null,
    since: null,
    taken: null,
    runTime: null,
    sieve: { last: null, held: [] },
    stay: null,
    away: null,
    excluded: 0,
    carried: false,
    places: [],
    knots: null,
    begun: false,
  };
}

/**
 * A state that was saved as JSON by this version.
 * @returns null when another version saved it: fold again from the first fix
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
    sieve: { last: s.sieve.last, held: [...s.sieve.held] },
    stay: s.stay === null ? null : { ...s.stay, events: [...s.stay.events], recent: [...s.stay.recent] },
    away:
      s.away === null
        ? null
        : { ...s.away, stretches: s.away.stretches.map((x) => ({ ...x })), buffer: [...s.away.buffer] },
    places: [...s.places],
  };
}

/** Where settled intervals are put. */
export type Emit = (interval: Interval) => void;
