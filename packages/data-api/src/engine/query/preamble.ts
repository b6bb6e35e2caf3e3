/** The settings that a transaction needs before its statement: caller, method, path, headers. */
import { ident, join, literal, type Sql, type Statement, sql } from "../../db/sql.ts";

/** A setting of the transaction, by name. */
export type Setting = readonly [name: string, value: string];

/** Preambles by the names they set. They are few: names come from the program, its settings and the catalogue. */
const known = new Map<string, Sql>();

/** The function called before each request; without a schema, the search path resolves it. */
export interface PreRequest {
  readonly schema: string | null;
  readonly name: string;
}

/** One SELECT that applies the settings until the end of the transaction, in order. */
export function preamble(settings: readonly Setting[]): Statement {
  const names = settings.map(([name]) => name).join("\n");
  const values = settings.map(([, value]) => value);
  const before = known.get(names);
  if (before !== undefined) return before.bound(values);
  const made = sql`select ${join(settings.map(([name, value]) => sql`set_config(${literal(name)}, ${value}, true)`))}`;
  known.set(names, made);
  return made;
}

/** Calls the function that may refuse a request. */
export function preRequestQuery({ schema, name }: PreRequest): Sql {
  return sql`select ${schema === null ? ident(name) : ident(schema, name)}()`;
}

/** Selects the paths that the function of the database lets the description show to the caller. */
export function offeredQuery({ schema, name }: PreRequest, paths: readonly string[]): Sql {
  const isOffered = schema === null ? ident(name) : ident(schema, name);
  const list = JSON.stringify(paths);
  return sql`select path from json_array_elements_text(${list}::json) path where ${isOffered}(path)`;
}

/** A search path: quoted names. */
export function searchPath(schemas: readonly string[]): string {
  return schemas.map((name) => ident(name).text).join(", ");
}
