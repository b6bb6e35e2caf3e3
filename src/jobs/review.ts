/** What an operator sees and does of the queue. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";

/** How many events wait to be tried, wait to be tried again, and were given up. */
export interface QueueCounts {
  readonly pending: number;
  readonly postponed: number;
  readonly dead: number;
}

/** An event that failed. */
export interface FailedEvent {
  readonly id: number;
  readonly channel: string;
  readonly payload: string;
  readonly tenant: string;
  readonly attempts: number;
  readonly failure: string;
  /** When it is tried again, ISO 8601; null if it was given up. */
  readonly due: string | null;
}

const countsRow = z.object({ pending: z.number(), postponed: z.number(), dead: z.number() });
const failedRow = z.object({
  id: z.number(),
  channel: z.string(),
  payload: z.string(),
  tenant: z.string(),
  attempts: z.number(),
  failure: z.string(),
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

/** The newest events that failed and are not processed, given up or not; at most `limit`. */
export async function failedEvents(tx: Tx, limit: number): Promise<readonly FailedEvent[]> {
  const rows = await tx.query(sql`
    select id, channel, payload, ref_id as tenant, attempts, coalesce(failure, '') as failure,
      case when not dead then to_char(due, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as due
    from (
      (select * from app.events where dead order by id desc limit ${limit}::int)
      union all
      (select * from app.events where processed is null and not dead and failure is not null order by id desc limit ${limit}::int)
    ) failed order by id desc limit ${limit}::int`);
  return rows.map((row) => failedRow.parse(row));
}

/**
 * Has events tried again at once, as often as a new one: those that were given up and those that wait for it.
 * @param id one event; every event that was given up if null
 * @returns how many
 */
export async function reviveEvents(tx: Tx, id: number | null): Promise<number> {
  const { affected } = await tx.run(sql`
    update app.events set dead = false, attempts = 0, due = now()
    where processed is null and failure is not null and (dead and ${id}::int is null or id = ${id}::int)`);
  await tx.run(sql`select pg_notify('wakelog_events', 'revived')`);
  return affected;
}
