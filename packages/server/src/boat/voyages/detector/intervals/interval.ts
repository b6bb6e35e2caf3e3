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

/** The boat moved without a trip: the anchor dragged, or it was shifted along the quay. */
export interface StayEvent {
  readonly kind: "drag" | "shift";
  readonly from: number;
  readonly to: number;
  /** Distance between the old and the new centre, in metres. */
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
  /** Confidence that both boundaries are right, 0 to 1. */
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
  /** Whether the boat reported `moored` rather than `anchored`: at a dock or a buoy, unknown which. */
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
  /** Whether it follows the previous leg after a short pause, making both one voyage. */
  readonly continuesVoyage: boolean;
}

/**
 * A silence covered by no log and no stay. `relocation`: the vessel cannot have sailed there, or was carried.
 * `unrecorded`: it went there, but the silence is too long to log the straight line between its ends.
 */
export interface GapInterval extends Bounds {
  readonly kind: "gap";
  readonly to: number;
  readonly cause: "unrecorded" | "relocation";
  readonly fromLatitude: number;
  readonly fromLongitude: number;
  readonly toLatitude: number;
  readonly toLongitude: number;
  /** Along a straight line, because the actual track is unknown. */
  readonly distanceNm: number;
  /** Whether a user has dismissed it. */
  readonly dismissed: boolean;
}

export type Interval = StayInterval | LegInterval | GapInterval;
