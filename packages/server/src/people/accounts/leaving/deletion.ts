/** Deletes an account, the vessels only it owns, and all their rows. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { forgetTenants } from "../../../database/jobs/prune.ts";

/** What is deleted with an account. */
export interface Belongings {
  readonly vessels: readonly { readonly vesselId: string; readonly name: string }[];
  readonly logs: number;
  readonly photos: number;
  /** Metric rows of the vessels. */
  readonly rows: number;
}

const Own = z.object({ vessel_id: z.string(), name: z.string() });

/** The vessels only this account owns, and how much data they hold. */
export async function belongings(tx: Tx, accountId: string): Promise<Belongings> {
  const owned = await tx.query(sql`
    select vessel_id, name from app.vessels v
    where exists (select from app.memberships m
        where m.vessel_id = v.vessel_id and m.account_id = ${accountId} and m.role = 'owner')
      and not exists (select from app.memberships m
        where m.vessel_id = v.vessel_id and m.account_id <> ${accountId} and m.role = 'owner')
    order by created_at`);
  const vessels = owned
    .map((row) => Own.parse(row))
    .map(({ vessel_id, name }) => ({ vesselId: vessel_id, name }));
  const [counted] = await tx.query(sql`
    select (select count(*) from api.logbook where vessel_id = any (v.ids))::float8 as logs,
      (select count(*) from api.log_photos where vessel_id = any (v.ids))::float8 as photos,
      (select count(*) from app.metrics where vessel_id = any (v.ids))::float8 as rows
    from (select ${ids(vessels)}::text[] as ids) v`);
  return {
    vessels,
    logs: Number(counted?.logs ?? 0),
    photos: Number(counted?.photos ?? 0),
    rows: Number(counted?.rows ?? 0),
  };
}

/** Deletes the account and everything that belongs to it, in every table. */
export async function deleteAccount(tx: Tx, accountId: string, email: string): Promise<Belongings> {
  // Blocks sign-ins and new vessels meanwhile.
  await tx.run(sql`select from app.accounts where account_id = ${accountId} for update`);
  const owned = await belongings(tx, accountId);
  const vessels = ids(owned.vessels);
  // Waits for writers of these vessels. Sorted, so that two deletions cannot deadlock.
  for (const vessel of [...vessels].sort()) await tx.run(sql`select app.lock_vessel(${vessel}::text)`);
  await tx.together([
    // In this order: deleting a moorage would first update the stays and logs that refer to it.
    sql`delete from api.logbook where vessel_id = any (${vessels}::text[])`,
    sql`delete from api.stays where vessel_id = any (${vessels}::text[])`,
    sql`delete from api.moorages where vessel_id = any (${vessels}::text[])`,
    // Deleting from these two cascades to most other tables.
    sql`delete from app.vessels where vessel_id = any (${vessels}::text[])`,
    // Edits on other users' boats stay, without an author.
    sql`select app.forget_author(${accountId}::text)`,
    sql`delete from app.accounts where account_id = ${accountId}`,
    sql`delete from app.metrics_rejected where vessel_id = any (${vessels}::text[])`,
    sql`delete from app.deliveries where lower(recipient) = lower(${email}::text)`,
  ]);
  await forgetTenants(tx, [accountId, ...vessels]);
  return owned;
}

function ids(vessels: Belongings["vessels"]): readonly string[] {
  return vessels.map(({ vesselId }) => vesselId);
}
