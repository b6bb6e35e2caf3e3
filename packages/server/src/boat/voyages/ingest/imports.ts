/** Imported rows: stored so that exactly they can be removed again. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { z } from "zod";
import { refold } from "../logbook/fold.ts";
import { beginFold } from "../logbook/fold-state.ts";
import { batchJson } from "./batch.ts";
import { sampleVoyage } from "./sample-voyage.ts";

/**
 * Adds a sample voyage that ends now to the caller's boat.
 * @throws 22023 if the boat has recorded something in these days, or already has a sample voyage
 */
export async function sailSample(tx: Tx, now = Date.now()): Promise<JsonObject> {
  await beginFold(tx);
  const rows = sampleVoyage(new Date(now));
  const span = { from: Date.parse(rows[0]?.time ?? ""), to: now };
  await tx.run(
    sql`select app.refuse_sample(${instant(span.from)}::timestamptz, ${instant(span.to)}::timestamptz)`,
  );
  const [made] = await tx.query(sql`select app.begin_import('sample', '') as id`);
  const { id } = z.object({ id: z.number() }).parse(made);
  const batch = await batchJson(rows.map((row) => ({ ...row, time: Date.parse(row.time) })));
  await tx.run(sql`select n, same from app.bring_rows(${id}, ${batch}::json)`);
  await refold(tx, span);
  return { id, rows: rows.length };
}

const span = z.object({ since: z.string().nullable(), until: z.string().nullable() });

/** Removes an import's rows and derives that time again. @returns whether the import existed */
export async function undoImport(tx: Tx, id: number): Promise<boolean> {
  await beginFold(tx);
  const [row] = await tx.query(sql`
    select app.instant_text(since) as since, app.instant_text(until) as until from app.take_back_import(${id})`);
  if (row === undefined) return false;
  const { since, until } = span.parse(row);
  if (since !== null && until !== null) await refold(tx, { from: Date.parse(since), to: Date.parse(until) });
  return true;
}
