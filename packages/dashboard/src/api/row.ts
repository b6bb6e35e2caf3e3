/**
 * Parses JSON at the edge. The generated types say which fields a response has; a `Row` checks their values: one of
 * the wrong type becomes null, or throws where it is required.
 */
import { secondsOfDuration } from "../units/duration.ts";
import { isJsonObject, type JsonMembers, membersOf } from "./json.ts";

/** The fields of T that can hold a V, by the generated types; a JSON field can hold anything. */
type FieldOf<T, V> = {
  [F in keyof T & string]-?: [Extract<T[F], V>] extends [never] ? never : F;
}[keyof T & string];

type JsonObject = Readonly<Record<string, unknown>>;

/** The response does not have the shape that the API promises. */
export class AnswerShapeError extends Error {
  constructor(expected: string) {
    super(`expected ${expected}`);
    this.name = "AnswerShapeError";
  }
}

/** A JSON object with the fields of T, checked on access. */
export type Row<T> = RowReader<
  FieldOf<T, string>,
  FieldOf<T, number>,
  FieldOf<T, boolean>,
  FieldOf<T, readonly unknown[]>,
  FieldOf<T, object>
>;

/** Each parameter names the fields of one type. */
class RowReader<
  in Texts extends string,
  in Numbers extends string,
  in Booleans extends string,
  in Lists extends string,
  in Objects extends string,
> {
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  text(field: Texts): string | null {
    return textOf(this.#values[field]);
  }

  /** A finite number, or a number as text. */
  number(field: Numbers): number | null {
    return numberOf(this.#values[field]);
  }

  /** The row's integer id. @throws AnswerShapeError if there is none */
  id(field: Numbers): number {
    const id = this.number(field);
    if (id === null || !Number.isInteger(id)) throw new AnswerShapeError("an id");
    return id;
  }

  boolean(field: Booleans): boolean | null {
    const value = this.#values[field];
    return typeof value === "boolean" ? value : null;
  }

  /** An instant; without a zone, UTC. */
  instant(field: Texts): Date | null {
    return instantOf(this.#values[field]);
  }

  /** Seconds of an ISO 8601 duration. */
  seconds(field: Texts): number | null {
    return secondsOfDuration(this.text(field) ?? "");
  }

  /** Degrees of latitude; null if out of range, as a chart cannot draw it. */
  latitude(field: Numbers): number | null {
    return latitudeOf(this.#values[field]);
  }

  /** Degrees of longitude; a track may continue beyond ±180. */
  longitude(field: Numbers): number | null {
    return longitudeOf(this.#values[field]);
  }

  /** A list with unchecked elements; empty if it is not a list. */
  list(field: Lists): readonly unknown[] {
    const value = this.#values[field];
    return Array.isArray(value) ? value : [];
  }

  /** A nested object with the fields of S; null if it is not an object. */
  row<S>(field: Objects): Row<S> | null {
    return rowOf<S>(this.#values[field]);
  }

  /** The members of an object; none if it is not an object. */
  members(field: Objects): JsonMembers {
    return membersOf(this.#values[field]);
  }

  /** The objects of a list, with the fields of S; other elements are dropped. */
  rows<S>(field: Lists): readonly Row<S>[] {
    return this.list(field).flatMap((value) => rowOf<S>(value) ?? []);
  }

  /** The names and values of an object whose names are not known in advance. */
  entries(): readonly (readonly [string, unknown])[] {
    return Object.entries(this.#values);
  }
}

/** An object with the fields of T, or null. */
export function rowOf<T>(value: unknown): Row<T> | null {
  return isJsonObject(value) ? new RowReader(value) : null;
}

/** An object with the fields of T. @throws AnswerShapeError if it is not an object */
export function requiredRow<T>(value: unknown, what: string): Row<T> {
  const row = rowOf<T>(value);
  if (row === null) throw new AnswerShapeError(what);
  return row;
}

/** The objects of a list, with the fields of T. @throws AnswerShapeError if it is not a list */
export function requiredRows<T>(value: unknown, what: string): readonly Row<T>[] {
  if (!Array.isArray(value)) throw new AnswerShapeError(`a list of ${what}`);
  return value.flatMap((one: unknown) => rowOf<T>(one) ?? []);
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A finite number, or a number as text. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "") return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** Degrees of latitude; null if out of range. */
export function latitudeOf(value: unknown): number | null {
  const degrees = numberOf(value);
  return degrees === null || Math.abs(degrees) > 90 ? null : degrees;
}

/** Degrees of longitude; a track may continue beyond ±180. */
export function longitudeOf(value: unknown): number | null {
  const degrees = numberOf(value);
  return degrees === null || Math.abs(degrees) > 540 ? null : degrees;
}

const WITH_TIME = /^[^T]*T.*?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** A time in the one form that every browser parses: with hours, minutes and a zone, UTC by default. */
function zoned(text: string): string {
  const withTime = WITH_TIME.exec(text);
  // A date alone is already UTC.
  if (withTime === null) return text;
  const zone = withTime[1];
  if (zone === undefined) return `${text}Z`;
  return /^[+-]\d{2}$/.test(zone) ? `${text}:00` : text;
}

/** An instant; without a zone, UTC. */
export function instantOf(value: unknown): Date | null {
  if (typeof value !== "string") return null;
  const instant = new Date(zoned(value.replace(" ", "T")));
  return Number.isNaN(instant.getTime()) ? null : instant;
}
