/** Decisions about entries of `review_view`: logs with a doubtful end, and silences without a log. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import { beginFold } from "../logbook/fold-state.ts";
import { deleteLog, keepLog, mergeLogs, splitLog } from "./corrections.ts";
import { type Correction, foldNow, logsOf, makeEdit } from "./make-edit.ts";

const waiting = z.object({
  kind: z.enum(["doubt", "unrecorded", "relocation"]),
  decisions: z.array(z.string()),
  join_with: z.number().nullable(),
  split_at: z.number().nullable(),
  from: z.number(),
  to: z.number(),
});
type Waiting = z.infer<typeof waiting>;

/**
 * Decides about an entry of the review list.
 * @returns null if there is no such entry
 * @throws 22023 if the entry does not allow the decision
 */
export async function review(tx: Tx, id: number, decision: string): Promise<Correction | null> {
  await beginFold(tx);
  const [found] = await tx.query(sql`
    select kind, to_json(decisions) as decisions, join_with,
      (extract(epoch from split_at) * 1000)::float8 as split_at,
      (extract(epoch from started) * 1000)::float8 as "from", (extract(epoch from ended) * 1000)::float8 as "to"
    from api.review_view where id = ${id}::int`);
  if (found === undefined) return null;
  const entry = waiting.parse(found);
  if (!entry.decisions.includes(decision)) {
    raise("22023", `"${decision}" is not a possible decision for ${id}`, {
      hint: `Decide one of: ${entry.decisions.join(", ")}.`,
    });
  }
  return entry.kind === "doubt" ? reviewLog(tx, id, entry, decision) : reviewGap(tx, id, entry, decision);
}

async function reviewLog(tx: Tx, id: number, entry: Waiting, decision: string): Promise<Correction | null> {
  if (decision === "join" && entry.join_with !== null) return mergeLogs(tx, id, entry.join_with);
  if (decision === "split" && entry.split_at !== null) return splitLog(tx, id, Math.round(entry.split_at));
  if (decision === "keep") return keepLog(tx, id);
  const deleted = await deleteLog(tx, id);
  return deleted?.edit == null ? null : { edit: deleted.edit, logs: [] };
}

/** Keeping an unrecorded passage makes it a log; any other decision removes the entry. */
async function reviewGap(tx: Tx, id: number, entry: Waiting, decision: string): Promise<Correction | null> {
  if (entry.kind === "relocation" || decision === "delete") {
    const kind = decision === "delete" ? "delete" : "keep";
    const { edit } = await makeEdit(tx, kind, entry, { silence: true });
    return { edit, logs: [] };
  }
  const [kept] = await tx.query(sql`select app.keep_gap(${id}::int) as edit`);
  const { edit } = z.object({ edit: z.number().nullable() }).parse(kept);
  if (edit === null) return null;
  await foldNow(tx, edit, entry);
  return { edit, logs: await logsOf(tx, entry) };
}
