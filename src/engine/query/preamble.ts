/** What a transaction must know before its statement runs: who asks, how, and for what. */
import { ident, join, literal, type Sql, sql } from "../../db/sql.ts";

/** A setting of the transaction, by name. */
export type Setting = readonly [name: string, value: string];

/** Preambles by the names that they set: few, since names come from the program, its settings and the catalogue. */
const known = new Map<string, Sql>();

/** The function before each request; without a schema it is the one that the search path finds. */
export interface PreRequest {
  readonly schema: string | null;
  readonly name: string;
}

/** One SELECT that makes the settings hold until the transaction ends, in order. */
export function preamble(settings: readonly Setting[]): Sql {
  const names = settings.map(([name]) => name).join("\n");
  const values = settings.map(([, value]) => value);
  const before = known.get(names);
  if (before !== undefined) return before.bound(values);
  const made = sql`select ${join(settings.map(([name, value]) => sql`set_config(${literal(name)}, ${value}, true)`))}`;
  known.set(names, made);
  return made;
}

/** Calls the function that looks at every request before it is served. */
export function preRequestQuery({ schema, name }: PreRequest): Sql {
  return sql`select ${schema === null ? ident(name) : ident(schema, name)}()`;
}

/** Those of the paths of which a function of the database says that the caller is to be told of them. */
export function offeredQuery({ schema, name }: PreRequest, paths: readonly string[]): Sql {
  const isOffered = schema === null ? ident(name) : ident(schema, name);
  const list = JSON.stringify(paths);
  return sql`select path from json_array_elements_text(${list}::json) path where ${isOffered}(path)`;
}

/** A search path: quoted names. */
export function searchPath(schemas: readonly string[]): string {
  return schemas.map((name) => ident(name).text).join(", ");
}
