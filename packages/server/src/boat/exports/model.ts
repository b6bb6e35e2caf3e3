/** The input of export documents, which are pure functions of these values. */

/** A point of a track. */
export interface TrackPoint {
  /** Milliseconds since 1970-01-01 UTC; null if only the line is known. */
  readonly time: number | null;
  /** Degrees, WGS84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Speed over ground, knots. */
  readonly sogKnots: number | null;
  /** Course over ground, degrees true. */
  readonly cogDegrees: number | null;
  /** Apparent wind speed, knots. */
  readonly awsKnots: number | null;
  /** Apparent wind angle, degrees, negative to port. */
  readonly awaDegrees: number | null;
  /** Status reported by the vessel. */
  readonly status: string | null;
}

/** A log with its track. */
export interface ExportedLog {
  readonly id: number;
  readonly vesselId: string;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  /** Null if under way. */
  readonly endedAt: number | null;
  readonly distanceNm: number | null;
  readonly averageKnots: number | null;
  readonly maximumKnots: number | null;
  readonly notes: string | null;
  /** The track in time order from the log's start to its end, cut at unrecorded gaps. */
  readonly lines: readonly (readonly TrackPoint[])[];
}

/** Logs in time order; read while they are written, so that only one is in memory. */
export type ExportedLogs = Iterable<ExportedLog> | AsyncIterable<ExportedLog>;

/** A moorage. */
export interface ExportedMoorage {
  readonly id: number;
  readonly vesselId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Stay type as text: "Anchor", "Dock". */
  readonly stayType: string | null;
  /** First arrival, milliseconds since 1970-01-01 UTC; null if never visited. */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  readonly visits: number;
  /** Total time there, milliseconds. */
  readonly totalStayMs: number;
  /** Finished logs that depart from or arrive there. */
  readonly logs: number;
  readonly notes: string | null;
}

/** Common to all documents of a service. */
export interface DocumentOrigin {
  /** The dashboard's address without a trailing slash; null if unknown. */
  readonly webUrl: string | null;
}
