/** The output of every file reader: rows of `metrics`, and remarks on what was skipped. */

/** A row as boats send it: degrees and knots; `metrics` in SI units by navigation path. */
export interface ImportedRow {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly speedoverground: number | null;
  readonly courseovergroundtrue: number | null;
  readonly windspeedapparent: number | null;
  readonly anglespeedapparent: number | null;
  readonly status: string | null;
  readonly metrics: Readonly<Record<string, number | string>> | null;
}

/** A row under construction. */
export type RowDraft = { -readonly [K in Exclude<keyof ImportedRow, "metrics">]: ImportedRow[K] } & {
  metrics: Record<string, number | string>;
};

/** A row with only a time. */
export function draftAt(time: number): RowDraft {
  return {
    time,
    latitude: null,
    longitude: null,
    speedoverground: null,
    courseovergroundtrue: null,
    windspeedapparent: null,
    anglespeedapparent: null,
    status: null,
    metrics: {},
  };
}

/** The finished row; `metrics` is null without readings. */
export function finished(draft: RowDraft): ImportedRow {
  return { ...draft, metrics: Object.keys(draft.metrics).length === 0 ? null : draft.metrics };
}

/** Skipped items, counted by reason, and notes on the file. */
export class Remarks {
  readonly skipped = new Map<string, number>();
  readonly notes: string[] = [];

  /** Counts a skipped item; `reason` is plural, as in "points without a time". */
  skip(reason: string, count = 1): void {
    if (count > 0) this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + count);
  }
}

/** Reads one format. Text arrives in chunks and rows leave in blocks, so that memory use is constant. */
export interface Reader {
  /** Display name, e.g. "GPX". */
  readonly name: string;
  /** Incremented when the same file yields other rows, because earlier upload records are then invalid. */
  readonly version: number;
  /**
   * @param open opens the file at its start
   * @throws UnreadableFile
   */
  read(open: () => AsyncIterable<string>, remarks: Remarks): AsyncIterable<readonly ImportedRow[]>;
}

/** Columns of a table, or values of an entry; a boat has a few hundred, and each row holds all of them. */
export const MOST_COLUMNS = 2000;

/** The file has no readable track. The message is for the user. */
export class UnreadableFile extends Error {}

/** The file has a track, but no usable point. */
export class UntimedTrack extends UnreadableFile {
  constructor() {
    super("No point of the track has both a position and a time, so it is unknown when it was sailed.");
  }
}

/** The file is truncated; the rows before that have been yielded. */
export class TruncatedFile extends UnreadableFile {}
