/** The settings that a transaction needs before its statement runs: caller, method, path, headers. */
import { ident, join, literal, type Sql, type Statement, sql } from "../../db/sql.ts";

/** A setting of the transaction, by name. */
export type Setting = readonly [name: string, value: string];

/** Preambles by the names that they set. They are few: names come from the program, its settings and the catalogue. */
const known = new Map<string, Sql>();

/** The function that is called before each request; without a schema, the search path resolves it. */
export interface PreRequest {
  readonly schema: string | null;
  readonly name: string;
}

/** One SELECT that makes the settings hold until the transaction ends, in order. */
export function preamble(settings: readonly Setting[]): Statement {
  const names = settings.map(([name]) => name).join("\n");
  const values = settings.map(([, value]) => value);
  const before = known.get(names);
  if (before !== undefined) return before.bound(values);
  const made = sql`select ${join(settings.map(([name, value]) => sql`set_config(${literal(name)}, ${value}, true)`))}`;
  known.set(names, made);
  return made;
}

/** Calls the function that may refuse a request before it is served. */
export function preRequestQuery({ schema, name }: PreRequest): Sql {
  return sql`select ${schema === null ? ident(name) : ident(schema, name)}()`;
}

/** Selects the paths that a function of the database allows the description to show to the caller. */
export function offeredQuery({ schema, name }: PreRequest, paths: readonly string[]): Sql {
  const isOffered = schema === null ? ident(name) : ident(schema, name);
  const list = JSON.stringify(paths);
  return sql`select path from json_array_elements_text(${list}::json) path where ${isOffered}(path)`;
}

/** A search path: quoted names. */
export function searchPath(schemas: readonly string[]): string {
  return schemas.map((name) => ident(name).text).join(", ");
}
