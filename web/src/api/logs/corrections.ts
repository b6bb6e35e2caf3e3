import { callProcedure } from "../request.ts";
import { numberOf, rowOf } from "../row.ts";
import type { Decision } from "./doubt.ts";

/** The first log of those that a correction left; null where it left none. */
function firstLog(answer: unknown): number | null {
  const logs = rowOf(answer)?.logs;
  return Array.isArray(logs) ? numberOf(logs[0]) : null;
}

/** Decides about a doubtful log. Resolves to the log that is there now; null where there is none any more. */
export async function decide(id: number, decision: Decision): Promise<number | null> {
  return firstLog(await callProcedure("review_fn", { _id: id, decision }));
}

/** Joins two logs and what lies between. Resolves to the log that both are now. */
export async function joinLogs(first: number, second: number): Promise<number | null> {
  return firstLog(await callProcedure("merge_logbook_fn", { id_start: first, id_end: second }));
}

/** Splits a log. Resolves to its earlier part. */
export async function splitLog(id: number, at: Date): Promise<number | null> {
  return firstLog(await callProcedure("split_logbook_fn", { _id: id, split_time: at.toISOString() }));
}

/** Says that a log was no trip. */
export async function deleteLog(id: number): Promise<null> {
  await callProcedure("delete_logbook_fn", { _id: id });
  return null;
}

/** Takes a correction back. */
export async function undoEdit(id: number): Promise<void> {
  await callProcedure("undo_edit_fn", { _id: id });
}
