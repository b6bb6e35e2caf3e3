/**
 * What the broker retains about boats, stored until the broker has removed it: a boat or rule may be deleted while the
 * broker or this service is down.
 */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";

/** The rules that the broker may retain; none if it retains nothing about the boat. */
export async function retainedRules(tx: Tx, vesselId: string): Promise<readonly number[]> {
  const rows = await tx.query(sql`
    select rule from app.retained cross join unnest(rules) rule where vessel_id = ${vesselId} order by rule`);
  return rows.map(({ rule }) => Number(rule));
}

/** Records that the broker is about to retain a boat and these rules. */
export async function retain(tx: Tx, vesselId: string, rules: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into app.retained as r (vessel_id, rules) values (${vesselId}, ${rules}::integer[])
    on conflict (vessel_id) do update set rules = array(select unnest(r.rules) union select unnest(excluded.rules))
    where not r.rules @> excluded.rules`);
}

/** Records that the broker has removed these rules. */
export async function releaseRules(tx: Tx, vesselId: string, rules: readonly number[]): Promise<void> {
  await tx.run(sql`
    update app.retained r set rules = array(select unnest(r.rules) except select unnest(${rules}::integer[]))
    where vessel_id = ${vesselId}`);
}

/** Records that the broker has removed the boat. */
export async function releaseVessel(tx: Tx, vesselId: string): Promise<void> {
  await tx.run(sql`delete from app.retained where vessel_id = ${vesselId}`);
}

/** Deleted vessels, or vessels with deleted rules, that the broker still retains. */
export async function overdue(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.query(sql`
    select r.vessel_id from app.retained r
    where not exists (select from app.vessels v where v.vessel_id = r.vessel_id)
    union
    select r.vessel_id from app.retained r
    cross join unnest(r.rules) rule
    left join api.alert_rules a on a.id = rule and a.vessel_id = r.vessel_id and a.enabled
    where a.id is null`);
  return rows.map((row) => String(row.vessel_id));
}
