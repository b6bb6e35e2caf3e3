import { pathOf, type Question } from "./question.ts";
import { callProcedure } from "./request.ts";
import { booleanOf, idOf, instantOf, numberOf, requiredRows, rowOf, textOf } from "./row.ts";

export type Decision = "keep" | "join" | "split" | "delete";

/** What waits for a person's word about a log. */
export interface Doubt {
  readonly reasons: string;
  readonly decisions: readonly Decision[];
  /** At which instant `split` would split it. */
  readonly splitAt: Date | null;
}

/** Something that a person said about the logbook. */
export interface Edit {
  readonly id: number;
  readonly kind: string;
  readonly started: Date | null;
  readonly by: string | null;
  readonly undone: boolean;
}

const DECISIONS: readonly Decision[] = ["keep", "join", "split", "delete"];

function parseDoubt(body: unknown): Doubt | null {
  const row = requiredRows(body, "logs to decide about")[0];
  if (row === undefined) return null;
  const said = Array.isArray(row.decisions) ? row.decisions : [];
  return {
    reasons: textOf(row.reasons) ?? "",
    decisions: DECISIONS.filter((decision) => said.includes(decision)),
    splitAt: instantOf(row.split_at),
  };
}

/** Why a log is doubtful; null when it is not, or somebody has decided. */
export function doubtQuestion(id: number): Question<Doubt | null> {
  return { path: pathOf("/review_view", { id: `eq.${id}` }), count: false, parse: parseDoubt };
}

function parseEdits(body: unknown): readonly Edit[] {
  return requiredRows(body, "edits").map((row) => ({
    id: idOf(row),
    kind: textOf(row.kind) ?? "",
    started: instantOf(row.started),
    by: textOf(row.made_by),
    undone: booleanOf(row.undone) ?? false,
  }));
}

/** The newest corrections that are in force. */
export const newestEdits: Question<readonly Edit[]> = {
  path: pathOf("/edits_view", { undone: "is.false", limit: "3" }),
  count: false,
  parse: parseEdits,
};

function parseIds(body: unknown): readonly number[] {
  return requiredRows(body, "logs").map(idOf);
}

/** The log before another one: its id, alone; nothing for the first log. */
export function logBeforeQuestion(started: Date | null): Question<readonly number[]> {
  return {
    path: pathOf("/logs_view", {
      select: "id",
      started: `lt.${(started ?? new Date(0)).toISOString()}`,
      order: "started.desc",
      limit: "1",
    }),
    count: false,
    parse: parseIds,
  };
}

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
