/** Forgetting a person: the account, the vessels that are nobody else's, and every row of them. */
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { forgetTenants } from "../../jobs/prune.ts";

/** What goes with an account. */
export interface Belongings {
  readonly vessels: readonly { readonly vesselId: string; readonly name: string }[];
  readonly logs: number;
  readonly photos: number;
  /** Rows that the vessels sent. */
  readonly rows: number;
}

const Own = z.object({ vessel_id: z.string(), name: z.string() });

/** The vessels that the account owns alone. */
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
      (select count(*) from api.metrics where vessel_id = any (v.ids))::float8 as rows
    from (select ${ids(vessels)}::text[] as ids) v`);
  return {
    vessels,
    logs: Number(counted?.logs ?? 0),
    photos: Number(counted?.photos ?? 0),
    rows: Number(counted?.rows ?? 0),
  };
}

/** Deletes the account with what belongs to it, in every table. */
export async function deleteAccount(tx: Tx, accountId: string, email: string): Promise<Belongings> {
  // Nobody signs in or registers a vessel meanwhile.
  await tx.run(sql`select from app.accounts where account_id = ${accountId} for update`);
  const owned = await belongings(tx, accountId);
  const vessels = ids(owned.vessels);
  // Who is writing the logbook of one finishes first.
  for (const vessel of [...vessels].sort()) await tx.run(sql`select app.lock_vessel(${vessel}::text)`);
  await removeAccount(tx, { accountId, email, vessels });
  await tx.run(sql`select app.refresh_logs_mat()`);
  return owned;
}

/** Takes an account and vessels out of every table. Whoever calls this has locked the vessels. */
export async function removeAccount(
  tx: Tx,
  {
    accountId,
    email,
    vessels,
  }: { readonly accountId: string; readonly email: string; readonly vessels: readonly string[] },
): Promise<void> {
  await tx.together([
    // In this order: what is left of one is written into those before it.
    sql`delete from api.logbook where vessel_id = any (${vessels}::text[])`,
    sql`delete from api.stays where vessel_id = any (${vessels}::text[])`,
    sql`delete from api.moorages where vessel_id = any (${vessels}::text[])`,
    // Most other tables follow these two.
    sql`delete from app.vessels where vessel_id = any (${vessels}::text[])`,
    sql`delete from app.accounts where account_id = ${accountId}`,
    sql`delete from app.metrics_rejected where vessel_id = any (${vessels}::text[])`,
    sql`delete from app.deliveries where lower(recipient) = lower(${email}::text)`,
    // On vessels of others.
    sql`select app.forget_editor(${accountId}::text)`,
  ]);
  await forgetTenants(tx, [accountId, ...vessels]);
}

function ids(vessels: Belongings["vessels"]): readonly string[] {
  return vessels.map(({ vesselId }) => vesselId);
}
