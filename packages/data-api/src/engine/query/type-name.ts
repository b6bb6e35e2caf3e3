/**
 * Type names in a request after `::`. Each is one of the spellings listed here or becomes a quoted identifier, so that
 * request text is never parsed as SQL.
 */
import { ident, raw, type Sql } from "../../db/sql.ts";

/** Names that belong to the grammar, not the catalogue, and their meaning. A bare `char` is one character. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["int", "int4"],
  ["integer", "int4"],
  ["smallint", "int2"],
  ["bigint", "int8"],
  ["real", "float4"],
  ["float", "float8"],
  ["double precision", "float8"],
  ["decimal", "numeric"],
  ["dec", "numeric"],
  ["boolean", "bool"],
  ["char", "bpchar(1)"],
  ["character", "bpchar(1)"],
  ["nchar", "bpchar(1)"],
  ["national char", "bpchar(1)"],
  ["national character", "bpchar(1)"],
  ["char varying", "varchar"],
  ["character varying", "varchar"],
  ["nchar varying", "varchar"],
  ["national char varying", "varchar"],
  ["national character varying", "varchar"],
  ["bit", "bit(1)"],
  ["bit varying", "varbit"],
  ["timestamp without time zone", "timestamp"],
  ["timestamp with time zone", "timestamptz"],
  ["time without time zone", "time"],
  ["time with time zone", "timetz"],
]);

/** A type as SQL. Any other name is quoted, and PostgreSQL rejects it if unknown. */
export function typeName(written: string): Sql {
  // PostgreSQL folds the case of ASCII letters only.
  const folded = written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/ +/g, " ");
  const spelled = SPELLINGS.get(folded.trim());
  return spelled === undefined ? ident(folded.trim()) : raw(spelled);
}
