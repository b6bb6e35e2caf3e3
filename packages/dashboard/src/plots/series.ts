/** The x axis: instants in seconds since 1970, or distances in the chosen unit. Never decreasing. */
export interface Across {
  readonly kind: "time" | "distance";
  /** The unit of a distance; empty for times. */
  readonly unit: string;
  readonly values: readonly number[];
}

/** One line of a graph. */
export interface Series {
  readonly words: string;
  readonly unit: string;
  /** Decimals of its values. */
  readonly digits: number;
  readonly values: readonly (number | null)[];
  /** Whether the scale begins at zero. */
  readonly fromZero: boolean;
}
