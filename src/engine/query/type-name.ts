/**
 * Type names that a request may write after `::`. Every part is either one of the spellings listed here or a
 * quoted identifier, so nothing of the request's text is read as SQL.
 */
import { ident, join, raw, type Sql, sql } from "../../db/sql.ts";

/** Names that are grammar and not catalogue entries, and what they stand for. */
const SPELLINGS: Readonly<Record<string, string>> = {
  int: "int4",
  integer: "int4",
  smallint: "int2",
  bigint: "int8",
  real: "float4",
  float: "float8",
  "double precision": "float8",
  decimal: "numeric",
  dec: "numeric",
  boolean: "bool",
  character: "bpchar",
  char: "bpchar",
  "character varying": "varchar",
  "bit varying": "varbit",
  timestamp: "timestamp",
  "timestamp without time zone": "timestamp",
  "timestamp with time zone": "timestamptz",
  time: "time",
  "time without time zone": "time",
  "time with time zone": "timetz",
};

/** `schema.type(10,2)[]` taken apart: name, modifiers, brackets. */
const SHAPE = /^(.*?)(?:\(([0-9 ,]*)\))?((?:\[[0-9]*\])*)$/su;

/** A type as SQL. A name that makes no sense becomes a quoted one, which PostgreSQL does not know. */
export function typeName(written: string): Sql {
  const parts = SHAPE.exec(written.trim());
  const name = (parts?.[1] ?? written).trim();
  const numbers = (parts?.[2] ?? "").split(",").filter((one) => one.trim() !== "");
  const modifiers = numbers.length === 0 ? raw("") : raw(`(${numbers.map((one) => Number(one)).join(",")})`);
  const brackets = raw("[]".repeat((parts?.[3] ?? "").split("[").length - 1));
  const bare = name.toLowerCase().replace(/\s+/g, " ");
  const spelled = SPELLINGS[bare];
  // A bare `char` is one character long; as a cast it would cut.
  const known = spelled === "bpchar" && numbers.length === 0 ? raw("bpchar(1)") : null;
  const type = known ?? (spelled === undefined ? ident(...identifiers(name)) : raw(spelled));
  return sql`${join([type, modifiers, brackets], "")}`;
}

/** The parts of a dotted name: quoted ones as they are, others in lower case. */
function identifiers(name: string): string[] {
  const found: string[] = [];
  for (const part of name.matchAll(/"((?:[^"]|"")*)"|([^."]+)/gu)) {
    const [, quoted, bare] = part;
    found.push(quoted === undefined ? (bare ?? "").trim().toLowerCase() : quoted.replaceAll('""', '"'));
  }
  return found.length === 0 ? [name] : found;
}
