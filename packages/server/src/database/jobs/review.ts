/** The operator's view of the queue, and retries. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

/** Numbers of events that are waiting for a first try, waiting for a retry, and given up. */
export interface QueueCounts {
  readonly pending: number;
  readonly postponed: number;
  readonly dead: number;
}

/** An unprocessed event: waiting for a first try or a retry, or given up. */
export interface OpenEvent {
  readonly id: number;
  readonly channel: string;
  readonly payload: string;
  readonly tenant: string;
  readonly attempts: number;
  /** The last failure; null before the first try. */
  readonly failure: string | null;
  /** When it happened, ISO 8601. */
  readonly stored: string;
  /** When it may be tried, ISO 8601; null if given up. */
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

/** Counts unprocessed events. */
export async function countEvents(tx: Tx): Promise<QueueCounts> {
  const [row] = await tx.query(sql`
    select (select count(*)::int from app.events where processed is null and not dead and failure is null) as pending,
      (select count(*)::int from app.events where processed is null and not dead and failure is not null) as postponed,
      (select count(*)::int from app.events where dead) as dead`);
  return countsRow.parse(row);
}

/** Unprocessed events: given up ones first, then failed ones, each from the newest. */
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
 * Retries given up and waiting events at once, as if new.
 * @param id one event; every given up event if null
 * @returns the number of events
 */
export async function retryEvents(tx: Tx, id: number | null): Promise<number> {
  const { affected } = await tx.run(sql`
    update app.events set dead = false, attempts = 0, due = now()
    where processed is null and failure is not null and (dead and ${id}::int is null or id = ${id}::int)`);
  await tx.run(sql`select app.wake_worker('retried')`);
  return affected;
}
