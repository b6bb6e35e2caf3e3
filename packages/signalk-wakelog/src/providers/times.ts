/** Times as providers are given them: texts, instants of Temporal, durations of Temporal, ISO 8601 or seconds. */

/** A span of time, in milliseconds since 1970 UTC; both ends belong to it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The parameters that name a span. */
export interface SpanQuery {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly duration?: unknown;
}

const DURATION =
  /^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const UNIT_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000];

/** An instant in milliseconds; null if none is given. @throws if it is none */
function instantOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return value;
  const text = String(value);
  const time = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`${text} is no time with a zone.`);
  return time;
}

/** A duration in milliseconds; null if none is given. @throws if it is none */
export function durationOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const text = String(value);
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const parts = DURATION.exec(text);
  if (parts === null || text.endsWith("P") || text.endsWith("T")) throw new Error(`${text} is no duration.`);
  return UNIT_MS.reduce((sum, unit, at) => sum + unit * Number(parts[at + 1] ?? 0), 0);
}

/** The span of a question. @throws if it names none */
export function spanOf({ from, to, duration }: SpanQuery, now: number): Span {
  const [start, end, length] = [instantOf(from), instantOf(to), durationOf(duration)];
  if (start !== null && end !== null && length !== null)
    throw new Error("Give two of from, to and duration.");
  if (start === null && length === null) throw new Error("Give from, or a duration.");
  const until = end ?? (start !== null && length !== null ? start + length : now);
  const since = start ?? until - (length ?? 0);
  if (since >= until) throw new Error("The span ends before it begins.");
  return { from: since, to: until };
}

/** A time as Signal K writes it. */
export function isoOf(time: number): string {
  return new Date(time).toISOString();
}
