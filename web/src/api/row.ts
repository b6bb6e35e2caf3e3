/** Reading of JSON at the edge: what has the wrong type becomes null, what must be there throws. */

export type Row = Readonly<Record<string, unknown>>;

/** The answer does not have the shape that the API promises. */
export class AnswerShapeError extends Error {
  constructor(expected: string) {
    super(`expected ${expected}`);
    this.name = "AnswerShapeError";
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object, or null. */
export function rowOf(value: unknown): Row | null {
  return isRow(value) ? value : null;
}

/** An object that must be there. */
export function requiredRow(value: unknown, what: string): Row {
  if (!isRow(value)) throw new AnswerShapeError(what);
  return value;
}

/** An array of objects that must be there. */
export function requiredRows(value: unknown, what: string): readonly Row[] {
  if (!Array.isArray(value)) throw new AnswerShapeError(`a list of ${what}`);
  return value.filter(isRow);
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A finite number, also where it travels as text. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "") return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** Degrees of latitude; null off the globe, where a chart cannot draw. */
export function latitudeOf(value: unknown): number | null {
  const degrees = numberOf(value);
  return degrees === null || Math.abs(degrees) > 90 ? null : degrees;
}

/** Degrees of longitude, of any winding that a track has. */
export function longitudeOf(value: unknown): number | null {
  const degrees = numberOf(value);
  return degrees === null || Math.abs(degrees) > 540 ? null : degrees;
}

export function booleanOf(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** An integer identifier that must be there. */
export function idOf(row: Row): number {
  const id = numberOf(row.id);
  if (id === null || !Number.isInteger(id)) throw new AnswerShapeError("an id");
  return id;
}

const WITH_TIME = /T.*?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** A time in the one form that every browser reads: with a zone, UTC where none is given, in hours and minutes. */
function zoned(text: string): string {
  const withTime = WITH_TIME.exec(text);
  // A day alone is read as UTC already.
  if (withTime === null) return text;
  const zone = withTime[1];
  if (zone === undefined) return `${text}Z`;
  return /^[+-]\d{2}$/.test(zone) ? `${text}:00` : text;
}

/** An instant; a time without a zone is UTC, as the API says. */
export function instantOf(value: unknown): Date | null {
  if (typeof value !== "string") return null;
  const instant = new Date(zoned(value.replace(" ", "T")));
  return Number.isNaN(instant.getTime()) ? null : instant;
}
