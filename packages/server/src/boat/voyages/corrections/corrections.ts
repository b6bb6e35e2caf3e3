/**
 * Corrections of the logbook by procedure. Each makes or undoes an edit (a fact about a span of time) and derives the
 * span again in the same transaction, so that the response and the next read agree.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import type { Span } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { rederive, refold } from "../logbook/fold.ts";
import { beginFold } from "../logbook/fold-state.ts";
import { type Correction, foldNow, makeEdit } from "./make-edit.ts";
import { positionAt } from "./position.ts";

interface EditableLog extends Span {
  /** Whether the fold derived it. Logs entered without positions cannot be split or joined. */
  readonly derived: boolean;
}

/**
 * Joins two logs and everything between them; the result keeps the earlier log's row.
 * @returns null if the caller's vessel lacks one of them
 * @throws 22023 if both are the same log or one is not derived
 */
export async function mergeLogs(tx: Tx, one: number, other: number): Promise<Correction | null> {
  const [a, b] = [await lockedLog(tx, one), await logOf(tx, other)];
  if (a === null || b === null) return null;
  if (one === other)
    raise("22023", `id_start and id_end are both ${one}`, { hint: "Send the ids of two logs." });
  refuseWrittenDown(one, a);
  refuseWrittenDown(other, b);
  const first = a.from <= b.from ? one : other;
  const span = { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
  return makeEdit(tx, "join", span, { log: first });
}

/**
 * Splits a log; the earlier part keeps its row.
 * @param at milliseconds since 1970
 * @returns null if the caller's vessel has no such log
 * @throws 22023 if the instant is outside the log, or the log is not derived
 */
export async function splitLog(tx: Tx, id: number, at: number): Promise<Correction | null> {
  const log = await lockedLog(tx, id);
  if (log === null) return null;
  refuseWrittenDown(id, log);
  if (!isWithin(log, at)) {
    raise("22023", `split_time ${instant(at)} is not within log ${id}`, {
      hint: `Choose an instant after ${instant(log.from)} and before ${instant(log.to)}.`,
    });
  }
  const position = await positionAt(tx, log, at);
  return makeEdit(tx, "split", { from: at, to: at }, { ...position, log: id }, log);
}

/** As {@link splitLog}, but null for an instant outside the log. */
export async function splitWithin(tx: Tx, id: number, at: number): Promise<Correction | null> {
  const log = await lockedLog(tx, id);
  return log !== null && isWithin(log, at) ? splitLog(tx, id, at) : null;
}

function isWithin({ from, to }: Span, at: number): boolean {
  return at > from && at < to;
}

/**
 * Deletes a log that was not a trip. For a drawn log, undoes the drawing; a log entered without positions is removed.
 * @returns null if the caller's vessel has no such log; otherwise the edit made or undone, or null for a log entered
 *   without positions
 */
export async function deleteLog(tx: Tx, id: number): Promise<{ readonly edit: number | null } | null> {
  const log = await lockedLog(tx, id);
  if (log === null) return null;
  const [deleted] = await tx.query(sql`select app.delete_log(${id}::int) as edit`);
  const { edit } = z.object({ edit: z.number().nullable() }).parse(deleted);
  if (edit !== null) await foldNow(tx, edit, log);
  return { edit };
}

/** Undoes an edit. @returns whether it was in force on the caller's vessel */
export async function undoEdit(tx: Tx, id: number): Promise<boolean> {
  await beginFold(tx);
  const [found] = await tx.query(sql`
    select kind, (extract(epoch from since) * 1000)::float8 as "from",
      (extract(epoch from until) * 1000)::float8 as "to"
    from app.undo_edit(${id}::int)`);
  if (found === undefined) return false;
  const { kind, ...span } = undone.parse(found);
  await foldNow(tx, id, span, kind === "remove" ? refold : rederive);
  return true;
}

const undone = z.object({ kind: z.string(), from: z.number(), to: z.number() });

/** Marks a log as right. @returns null if the caller's vessel has no such log */
export async function keepLog(tx: Tx, id: number): Promise<Correction | null> {
  const log = await lockedLog(tx, id);
  return log === null ? null : makeEdit(tx, "keep", log, {});
}

const editable = z.object({
  from: z.number(),
  to: z.number(),
  derived: z.boolean(),
});

/** Locks the vessel, so that nothing is folded meanwhile, and reads a log. */
async function lockedLog(tx: Tx, id: number): Promise<EditableLog | null> {
  await beginFold(tx);
  return logOf(tx, id);
}

async function logOf(tx: Tx, id: number): Promise<EditableLog | null> {
  const [found] = await tx.query(sql`
    select from_millis as "from", to_millis as "to", derived from app.log_to_edit(${id}::int)`);
  return found === undefined ? null : editable.parse(found);
}

function refuseWrittenDown(id: number, log: EditableLog): void {
  if (log.derived) return;
  raise("22023", `Log ${id} was written down, not recorded`, {
    hint: "Change its times, or delete it and write down others.",
  });
}
