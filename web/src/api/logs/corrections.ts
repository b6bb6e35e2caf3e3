import { callForJson, callForSuccess } from "../request.ts";
import { firstLog } from "./correction-answer.ts";
import type { Decision } from "./doubt.ts";

/** Decides about a doubtful log. Resolves to the log that is there now; null if there is none any more. */
export async function decide(id: number, decision: Decision): Promise<number | null> {
  return firstLog(await callForJson("review_fn", { _id: id, decision }));
}

/** Joins two logs and what lies between. Resolves to the log that both are now. */
export async function joinLogs(first: number, second: number): Promise<number | null> {
  return firstLog(await callForJson("merge_logbook_fn", { id_start: first, id_end: second }));
}

/** Splits a log. Resolves to its earlier part. */
export async function splitLog(id: number, at: Date): Promise<number | null> {
  return firstLog(await callForJson("split_logbook_fn", { _id: id, split_time: at.toISOString() }));
}

/** Says that a log was not a trip. Resolves to null, as no log is left. */
export async function deleteLog(id: number): Promise<null> {
  await callForSuccess("delete_logbook_fn", { _id: id });
  return null;
}

/** Takes a correction back. */
export async function undoEdit(id: number): Promise<void> {
  await callForSuccess("undo_edit_fn", { _id: id });
}
