import { callForJson, callForSuccess } from "../request.ts";
import { firstLog, logsOf } from "./correction-answer.ts";
import type { Decision } from "./doubt.ts";
import { editLog, tagLog } from "./edit-log.ts";
import type { Log } from "./log.ts";

/** Decides about a doubtful log. Resolves to the log that replaces it; null if none is left. */
export async function decide(id: number, decision: Decision): Promise<number | null> {
  return firstLog(await callForJson("review_fn", { _id: id, decision }));
}

/** Joins two logs and the stay between them. Resolves to the joined log. */
export async function joinLogs(first: number, second: number): Promise<number | null> {
  return firstLog(await callForJson("merge_logbook_fn", { id_start: first, id_end: second }));
}

/** Splits a log. Resolves to its first part. */
export async function splitLog(id: number, at: Date): Promise<number | null> {
  return firstLog(await callForJson("split_logbook_fn", { _id: id, split_time: at.toISOString() }));
}

/** The end of a log to cut off. */
export type CutOff = "before" | "after";

/** Cuts off one end of a log that was not a trip. Notes and tags stay with the rest. Resolves to the rest. */
export async function trimLog({ id, notes, tags }: Log, at: Date, cutOff: CutOff): Promise<number | null> {
  const answer = await callForJson("split_logbook_fn", { _id: id, split_time: at.toISOString() });
  const [first, second] = logsOf(answer);
  if (first === undefined || second === undefined) return first ?? null;
  const rest = cutOff === "before" ? second : first;
  if (rest !== id && notes !== null) await editLog(rest, { notes });
  if (rest !== id && tags.length > 0) await tagLog(rest, tags);
  await deleteLog(cutOff === "before" ? first : second);
  return rest;
}

/** Marks a log as not a trip. Resolves to null, as no log is left. */
export async function deleteLog(id: number): Promise<null> {
  await callForSuccess("delete_logbook_fn", { _id: id });
  return null;
}

/** Undoes a correction. */
export async function undoEdit(id: number): Promise<void> {
  await callForSuccess("undo_edit_fn", { _id: id });
}
