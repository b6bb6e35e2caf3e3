/** Calls the two functions that store answers to idempotent writes. */
import { ident, type Sql, sql } from "../../db/sql.ts";
import type { PreRequest } from "./preamble.ts";

/** The database functions that store answers. */
export interface KeepingFunctions {
  /** `(key text, request text) returns json`: null if the write may run; otherwise its current state. */
  readonly claim: PreRequest;
  /** `(key text, request text, status integer, headers json, body text) returns void`; the body is base64. */
  readonly keep: PreRequest;
}

export function claimQuery({ claim }: KeepingFunctions, key: string, request: string): Sql {
  return sql`select ${named(claim)}(${key}::text, ${request}::text) as found`;
}

export function keepQuery(
  { keep }: KeepingFunctions,
  { key, request }: { readonly key: string; readonly request: string },
  answer: { readonly status: number; readonly headers: string; readonly body: string | null },
): Sql {
  return sql`select ${named(keep)}(${key}::text, ${request}::text, ${answer.status}::int, ${answer.headers}::json,
    ${answer.body}::text)`;
}

function named({ schema, name }: PreRequest): Sql {
  return schema === null ? ident(name) : ident(schema, name);
}
