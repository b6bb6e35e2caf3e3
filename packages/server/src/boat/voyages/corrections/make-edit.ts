/** Makes an edit for a procedure that returns the resulting span. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import type { Span } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { rederive, type refold } from "../logbook/fold.ts";

/** The result of a correction: the edit's id and the ids of the logs in its span, oldest first. */
export interface Correction extends JsonObject {
  readonly edit: number;
  readonly logs: readonly number[];
}

export type EditKind = "split" | "join" | "keep" | "delete";

/**
 * Makes an edit of the caller's vessel and derives a span again.
 * @param span the edit's span
 * @param shown a longer span to derive again
 */
export async function makeEdit(
  tx: Tx,
  kind: EditKind,
  span: Span,
  facts: JsonObject,
  shown: Span = span,
): Promise<Correction> {
  const [made] = await tx.query(sql`
    select app.make_edit(${kind}, ${instant(span.from)}::timestamptz, ${instant(span.to)}::timestamptz,
      ${JSON.stringify(facts)}::jsonb) as id`);
  const edit = z.object({ id: z.number() }).parse(made).id;
  await foldNow(tx, edit, shown);
  return { edit, logs: await logsOf(tx, shown) };
}

/**
 * Derives a span again after an edit was made or undone, instead of the job.
 * @param again how: from its rows, too, if those changed
 */
export async function foldNow(
  tx: Tx,
  edit: number,
  span: Span,
  again: typeof refold | typeof rederive = rederive,
): Promise<void> {
  await tx.run(sql`select app.take_fold(${edit}::int)`);
  await again(tx, span);
}

/** The logs of a span, oldest first. */
export async function logsOf(tx: Tx, span: Span): Promise<number[]> {
  const rows = await tx.query(sql`
    select id from api.logbook
    where vessel_id = app.current_vessel() and _from_time < ${instant(span.to)}::timestamptz
      and coalesce(_to_time, 'infinity') > ${instant(span.from)}::timestamptz
    order by _from_time, id`);
  return rows.map((row) => z.object({ id: z.number() }).parse(row).id);
}
