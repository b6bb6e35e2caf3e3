/** What an operator can see of the queue, and do with it. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

/** How many events wait to be tried, wait to be tried again, and were given up. */
export interface QueueCounts {
  readonly pending: number;
  readonly postponed: number;
  readonly dead: number;
}

/** An event that is not processed: it waits, for the first time or again, or was given up. */
export interface OpenEvent {
  readonly id: number;
  readonly channel: string;
  readonly payload: string;
  readonly tenant: string;
  readonly attempts: number;
  /** Why it failed; null if it was not tried yet. */
  readonly failure: string | null;
  /** When it happened, ISO 8601. */
  readonly stored: string;
  /** When it may be tried, ISO 8601; null if it was given up. */
  readonly due: string | null;
}

const countsRow = z.object({ pending: z.number(), postponed: z.number(), dead: z.number() });
const openRow = z.object({
  id: z.number(),
  channel: z.string(),
  payload: z.string(),
  tenant: z.string(),
  attempts: z.number(),
  failure: z.string().nullable(),
  stored: z.string(),
  due: z.string().nullable(),
});

/** Counts what is not processed. */
export async function countEvents(tx: Tx): Promise<QueueCounts> {
  const [row] = await tx.query(sql`
    select (select count(*)::int from app.events where processed is null and not dead and failure is null) as pending,
      (select count(*)::int from app.events where processed is null and not dead and failure is not null) as postponed,
      (select count(*)::int from app.events where dead) as dead`);
  return countsRow.parse(row);
}

/** Events that are not processed: first those that were given up, then those that failed, the newest of each first. */
export async function openEvents(
  tx: Tx,
  { onlyDead, limit }: { readonly onlyDead: boolean; readonly limit: number },
): Promise<readonly OpenEvent[]> {
  const rows = await tx.query(sql`
    select id, channel, payload, ref_id as tenant, attempts, case when dead then coalesce(failure, '') else failure end as failure,
      to_char(stored, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as stored,
      case when not dead then to_char(due, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as due
    from (
      (select * from app.events where dead order by id desc limit ${limit}::int)
      union all
      (select * from app.events where processed is null and not dead and not ${onlyDead}::boolean
      order by failure is null, id desc limit ${limit}::int)
    ) open order by not dead, failure is null, id desc limit ${limit}::int`);
  return rows.map((row) => openRow.parse(row));
}

/**
 * Has events tried again at once, as if they were new: those that were given up and those that wait for it.
 * @param id one event; every event that was given up if null
 * @returns how many
 */
export async function retryEvents(tx: Tx, id: number | null): Promise<number> {
  const { affected } = await tx.run(sql`
    update app.events set dead = false, attempts = 0, due = now()
    where processed is null and failure is not null and (dead and ${id}::int is null or id = ${id}::int)`);
  await tx.run(sql`select app.wake_worker('retried')`);
  return affected;
}
