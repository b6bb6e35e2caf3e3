/** What an export document is made of. Documents are pure functions of these values. */

/** One place of a track. */
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
  /** The status that the vessel reported. */
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
  /** Null while under way. */
  readonly endedAt: number | null;
  readonly distanceNm: number | null;
  readonly averageKnots: number | null;
  readonly maximumKnots: number | null;
  readonly notes: string | null;
  /** The track in order of time, from where the log began to where it ended, cut where nothing was recorded. */
  readonly lines: readonly (readonly TrackPoint[])[];
}

/** Logs in order of time; read while they are written, so that only one is in memory. */
export type ExportedLogs = Iterable<ExportedLog> | AsyncIterable<ExportedLog>;

/** A place where the vessel stays. */
export interface ExportedMoorage {
  readonly id: number;
  readonly vesselId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Stay type in words: "Anchor", "Dock". */
  readonly stayType: string | null;
  /** Milliseconds since 1970-01-01 UTC of the first arrival; null if it was never visited. */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  readonly visits: number;
  /** Time spent there, in milliseconds. */
  readonly totalStayMs: number;
  readonly notes: string | null;
}

/** What is the same in every document of one service. */
export interface DocumentOrigin {
  /** The dashboard's address without a slash at its end; null if it is not known. */
  readonly webUrl: string | null;
}
