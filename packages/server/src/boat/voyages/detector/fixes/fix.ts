/** A metric row with a valid time and position, the detector's only input. */

/** The status that the vessel reports. */
export type ReportedStatus = "sailing" | "motoring" | "moored" | "anchored";

/** The engine readings of the row. */
export interface EngineReading {
  /** Whether an engine runs, by its state or revolutions; null if the row has neither. */
  readonly running: boolean | null;
  /** The largest run time of all engines, in seconds; null if absent. */
  readonly runTimeSeconds: number | null;
}

export interface Fix {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** Degrees, WGS84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Speed over ground, knots. */
  readonly sogKnots: number | null;
  /** Course over ground, degrees true. */
  readonly cogDegrees: number | null;
  readonly status: ReportedStatus | null;
  readonly engine: EngineReading | null;
  /** A trip id assigned on board, which hints at a boundary. */
  readonly tripId: string | null;
}
