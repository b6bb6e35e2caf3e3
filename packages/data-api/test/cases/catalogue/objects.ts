/** A random catalogue so far, and the quoting of its names. */
import { ident } from "../../../src/db/sql.ts";

/** A column: its name, and its type as SQL. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface Relation {
  readonly name: string;
  readonly kind: "table" | "view" | "materialized view" | "foreign table" | "partitioned table";
  readonly columns: readonly Column[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
}

/** A schema that grows. */
export interface Objects {
  /** The schema that is exposed. */
  readonly schema: string;
  /** One beside it that is not. */
  readonly hidden: string;
  readonly relations: Relation[];
  /** Names of types that columns and parameters may have, as SQL. */
  readonly types: string[];
  /** The servers that foreign tables may lie on, with the options of a table there. */
  readonly servers: readonly (readonly [name: string, options: string])[];
  /** Everything that has a name of a relation or type. */
  readonly taken: Set<string>;
}

/** Types that every server has. */
export const BASE_TYPES = [
  "integer",
  "text",
  "bigint",
  "boolean",
  "numeric(6,2)",
  "varchar(9)",
  "char(3)",
  "date",
  "timestamptz",
  "interval",
  "json",
  "jsonb",
  "uuid",
  "bytea",
  "xml",
  "integer[]",
  "text[][]",
  "point",
  "int4range",
  "tsvector",
  "bit(3)",
  "inet",
  "money",
  "oid",
  "name",
  '"char"',
  "regclass",
  "timestamp(3)",
  "double precision",
] as const;

/** A name as SQL, in a schema where one is given. */
export function quoted(...path: readonly [string, ...string[]]): string {
  return ident(...path).text;
}

/** A name that nothing else has, as near to the one wanted as its length lets it be. */
export function free(objects: Objects, wanted: string): string {
  let name = wanted;
  for (let n = 2; objects.taken.has(name); n += 1) name = `${shortened(wanted, 63 - String(n).length)}${n}`;
  objects.taken.add(name);
  return name;
}

/** As much of a text as fits into a number of bytes of UTF-8. */
function shortened(text: string, bytes: number): string {
  let short = text;
  while (Buffer.byteLength(short) > bytes) short = [...short].slice(0, -1).join("");
  return short;
}
