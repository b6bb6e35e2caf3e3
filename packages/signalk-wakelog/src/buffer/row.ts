/** Rows as the buffer keeps them: what the boat knew at one instant, and when that was by each clock. */

/** A value of a path, in SI units. */
export type Value = number | string | boolean;

/** A standing notification. */
export interface Alarm {
  readonly state: string;
  readonly message: string;
  readonly id?: string;
}

/** What a row tells besides values. */
export interface Facts {
  /** Standing notifications by path, without `notifications.`. */
  readonly alarms?: Readonly<Record<string, Alarm>>;
  /** The greatest values since the last row, by path number. */
  readonly max?: Readonly<Record<string, number>>;
  /** The trip's UUID. */
  readonly trip?: string;
  /** The row tells some values only. */
  readonly part?: true;
  /** The time was never known; the row is dated to end where the next run begins. */
  readonly doubt?: true;
}

/** Bits of {@link Row.flags}. */
export const FLAG = { alarms: 1, tripEnd: 2, underway: 4, fix: 8 } as const;

/** A row. */
export interface Row {
  /** Counts within the stream. */
  readonly number: number;
  /** Milliseconds since 1970 UTC, as believed when the row was written. */
  readonly time: number;
  /** The mark of the process's run, to which `mono` belongs. */
  readonly run: string;
  /** The monotonic clock, in whole milliseconds. */
  readonly mono: number;
  readonly flags: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** By path number; null where the row tells that a value has ended. */
  readonly values: Readonly<Record<string, Value | null>>;
  readonly facts: Facts | null;
}

/** A row before it has a number: values and maxima are by path. */
export type Draft = Omit<Row, "number">;

/** The first fields of a row's line, which the index needs. */
export type RowHead = Pick<Row, "number" | "time" | "run" | "mono" | "flags">;

const HEAD = /^\[(\d+),(-?\d+),"([a-z0-9]+)",(\d+),(\d+),/;

/** The row as the JSON of a line. */
export function rowToJson(row: Row): readonly unknown[] {
  const { number, time, run, mono, flags, latitude, longitude, values, facts } = row;
  const fields = [number, time, run, mono, flags, latitude, longitude, values];
  return facts === null ? fields : [...fields, facts];
}

/** The first fields of a line's JSON text; null if the line is no row. */
export function headOf(json: string): RowHead | null {
  const [, number, time, run, mono, flags] = HEAD.exec(json) ?? [];
  if (number === undefined || run === undefined) return null;
  return { number: Number(number), time: Number(time), run, mono: Number(mono), flags: Number(flags) };
}

/** Reads a row from a line's JSON; null if it is none. */
export function rowOf(json: unknown): Row | null {
  if (!Array.isArray(json)) return null;
  const [number, time, run, mono, flags, latitude, longitude, values, facts]: readonly unknown[] = json;
  if (typeof number !== "number" || typeof time !== "number" || typeof run !== "string") return null;
  if (typeof mono !== "number" || typeof flags !== "number" || !isRecord(values)) return null;
  return {
    number,
    time,
    run,
    mono,
    flags,
    latitude: typeof latitude === "number" ? latitude : null,
    longitude: typeof longitude === "number" ? longitude : null,
    // The line's CRC says that this is what was written.
    values: Object.fromEntries(Object.entries(values).filter(isValueEntry)),
    facts: isRecord(facts) ? facts : null,
  };
}

function isValueEntry(entry: [string, unknown]): entry is [string, Value | null] {
  return entry[1] === null || ["number", "string", "boolean"].includes(typeof entry[1]);
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
