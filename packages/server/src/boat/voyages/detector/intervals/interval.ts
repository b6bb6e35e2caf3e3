/** The detector's result: stays, legs and gaps, without overlaps or holes. */

/** Why a boundary is where it is, for users. */
export interface Reason {
  /** Machine-readable, e.g. `left-disc`, `reported-status`, `clear-run`, `window-inside`, `first-fix`. */
  readonly rule: string;
  /** A sentence with its numbers: "left the berth at 2.1 kn". */
  readonly text: string;
}

/** A part of a leg with one kind of propulsion, an unrecorded part, or a pause. */
export interface Segment {
  readonly kind: "sailing" | "motoring" | "unknown" | "gap" | "pause";
  readonly from: number;
  readonly to: number;
  readonly distanceNm: number;
}

/** The boat changed its place without a trip: the anchor dragged, or it was moved along the quay. */
export interface StayEvent {
  readonly kind: "drag" | "shift";
  readonly from: number;
  readonly to: number;
  /** Distance by which the centre of the disc moved, in metres. */
  readonly distanceM: number;
  /** A sentence with its numbers, for the review list. */
  readonly text: string;
}

interface Bounds {
  /** Time of its first fix, milliseconds since 1970-01-01 UTC. */
  readonly from: number;
  /** Null while it lasts. */
  readonly to: number | null;
  readonly fromReason: Reason;
  readonly toReason: Reason | null;
  /** 0 to 1: how sure the detector is that both boundaries are right. */
  readonly confidence: number;
}

export interface StayInterval extends Bounds {
  readonly kind: "stay";
  /** Centre of its disc, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Radius of the circle around its fixes, in metres. */
  readonly radiusM: number;
  /** 1 unknown, 2 anchor, 3 mooring buoy, 4 dock. */
  readonly stayCode: 1 | 2 | 3 | 4;
  /** Whether the boat reported `moored` rather than `anchored`: it lay at a dock or a buoy, which one is not known. */
  readonly moored: boolean;
  /** Oldest first; the newest twenty are kept. */
  readonly events: readonly StayEvent[];
}

export interface LegInterval extends Bounds {
  readonly kind: "leg";
  readonly fromLatitude: number;
  readonly fromLongitude: number;
  readonly toLatitude: number | null;
  readonly toLongitude: number | null;
  readonly segments: readonly Segment[];
  /** Whether it follows the previous leg after a short pause, so that both are one voyage. */
  readonly continuesVoyage: boolean;
}

/**
 * A silence that no log and no stay covers. `relocation`: the vessel cannot have sailed there, or was carried.
 * `unrecorded`: it went there, but the silence is too long to call the straight line between its ends a log.
 */
export interface GapInterval extends Bounds {
  readonly kind: "gap";
  readonly to: number;
  readonly cause: "unrecorded" | "relocation";
  readonly fromLatitude: number;
  readonly fromLongitude: number;
  readonly toLatitude: number;
  readonly toLongitude: number;
  /** Along a straight line, because the actual way is unknown. */
  readonly distanceNm: number;
  /** Whether a person has dealt with it, so that it needs no further attention. */
  readonly dismissed: boolean;
}

export type Interval = StayInterval | LegInterval | GapInterval;
