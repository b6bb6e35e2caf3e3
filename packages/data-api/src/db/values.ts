/** Converts values to and from PostgreSQL's text format. */
import { parse as parseArray } from "postgres-array";
import type { SqlValue } from "./sql.ts";

/** A parameter for the protocol: text, bytes (binary format), or null. */
export function encode(value: SqlValue): string | Buffer | null {
  if (value === null || typeof value === "string") return value;
  if (typeof value !== "object") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return `{${value.map(encodeElement).join(",")}}`;
}

/**
 * An array element. Text is always quoted, so that it is never read as NULL, a nested array or nothing.
 * @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
function encodeElement(element: string | number): string {
  return typeof element === "number" ? String(element) : `"${element.replace(/["\\]/g, "\\$&")}"`;
}

type Parser = (text: string) => unknown;

const bool: Parser = (text) => text === "t";
const json: Parser = (text) => JSON.parse(text);
const same: Parser = (text) => text;
const arrayOf =
  (element: Parser): Parser =>
  (text) =>
    parseArray(text, element);

/** Type OIDs (pg_type.dat). */
const TYPES = {
  BOOL: 16,
  INT2: 21,
  INT4: 23,
  OID: 26,
  JSON: 114,
  FLOAT4: 700,
  FLOAT8: 701,
  JSONB: 3802,
} as const;
/** OIDs of array types. */
const ARRAYS = {
  BOOL: 1000,
  NAME: 1003,
  INT2: 1005,
  INT4: 1007,
  TEXT: 1009,
  VARCHAR: 1015,
  FLOAT4: 1021,
  FLOAT8: 1022,
  OID: 1028,
} as const;

/** By type OID. Other types stay text, so that no digit or time zone is lost. */
const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [TYPES.BOOL, bool],
  [TYPES.INT2, Number],
  [TYPES.INT4, Number],
  [TYPES.OID, Number],
  [TYPES.FLOAT4, Number],
  [TYPES.FLOAT8, Number],
  [TYPES.JSON, json],
  [TYPES.JSONB, json],
  [ARRAYS.BOOL, arrayOf(bool)],
  [ARRAYS.NAME, arrayOf(same)],
  [ARRAYS.INT2, arrayOf(Number)],
  [ARRAYS.INT4, arrayOf(Number)],
  [ARRAYS.TEXT, arrayOf(same)],
  [ARRAYS.VARCHAR, arrayOf(same)],
  [ARRAYS.FLOAT4, arrayOf(Number)],
  [ARRAYS.FLOAT8, arrayOf(Number)],
  [ARRAYS.OID, arrayOf(Number)],
]);

/** Parses a value by its type's OID. */
export function decode(text: string | null, oid: number): unknown {
  return text === null ? null : (PARSERS.get(oid) ?? same)(text);
}
