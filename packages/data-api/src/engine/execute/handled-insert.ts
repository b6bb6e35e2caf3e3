/** Inserts that TypeScript prepares or executes itself. */

import { isRecord } from "@wakelog/kit/json/json.ts";
import type { Sql } from "../../db/sql.ts";
import type { InsertContext, InsertHandler, JsonObject, JsonValue } from "../handlers.ts";
import type { InsertPlan } from "../plan/plan-types.ts";
import { planInsert, type WriteContext, type WrittenRows } from "../plan/plan-write.ts";
import { acceptedRows, insertCheck } from "../query/handled-query.ts";
import { writeQuery } from "../query/write-query.ts";
import type { ApiRequest } from "../request/api-request.ts";

/**
 * Passes the rows to the handler.
 * @returns the written rows, as SQL: the INSERT itself, or the rows that the handler wrote
 * @throws DatabaseError 42501 without INSERT
 */
export async function insertByHandler(
  plan: InsertPlan,
  write: WriteContext,
  handler: InsertHandler,
  context: InsertContext,
): Promise<Sql> {
  const rows = sentRows(plan, write.request);
  context.tx.later(insertCheck(plan));
  if (handler.kind === "replace") {
    return acceptedRows(plan, JSON.stringify(shown(await handler.insert(rows, context), plan)));
  }
  const prepared = await handler.prepare(rows, context);
  return writeQuery(planInsert(handler.merges === true ? merging(write) : write, written(prepared)));
}

/** The elements of the body. */
export function sentRows(plan: InsertPlan, { payload, query }: ApiRequest): readonly JsonValue[] {
  const elements = payload?.kind === "json" ? payload.elements : null;
  return allowedKeys(elements ?? parsed(plan.rows.text), query.columns);
}

/** Makes the write an upsert on the primary key. */
function merging(write: WriteContext): WriteContext {
  const { request } = write;
  const preferences = { resolution: "merge-duplicates", ...request.preferences } as const;
  return { ...write, request: { ...request, preferences, query: { ...request.query, onConflict: null } } };
}

/** Drops columns that the answer does not show, to save the round trip; for a batch, mostly the times remain. */
export function shown(rows: readonly JsonObject[], { returning }: InsertPlan): readonly JsonObject[] {
  if (returning.kind === "row") return rows;
  const names = returning.kind === "nothing" ? [] : returning.names;
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
}

function parsed(text: string): readonly JsonValue[] {
  const rows: readonly JsonValue[] = JSON.parse(text);
  return rows;
}

/** `columns=` restricts which keys count. */
function allowedKeys(rows: readonly JsonValue[], columns: readonly string[] | null): readonly JsonValue[] {
  if (columns === null) return rows;
  return rows.map((row) =>
    isRecord(row) ? Object.fromEntries(Object.entries(row).filter(([key]) => columns.includes(key))) : row,
  );
}

function written(rows: readonly JsonValue[]): WrittenRows {
  const keys = new Set(rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])));
  return { text: JSON.stringify(rows), count: rows.length, keys: [...keys] };
}
