/** Deletes old events and kept responses. */
import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { ScheduledTask } from "./schedule.ts";

/** Days to keep an event that was processed or given up. */
export const EVENT_DAYS = 90;
/** Events per transaction, so that each stays short. */
const SLICE = 1000;

/** Deletes what has been kept long enough. */
export function jobSchedule(service: AsService): readonly ScheduledTask[] {
  return [
    { name: "throw away old events", everySeconds: 3600, run: () => pruneEvents(service) },
    {
      name: "throw away old answers",
      everySeconds: 3600,
      run: () => service((tx) => tx.run(sql`select app.forget_answers()`)),
    },
  ];
}

/** Deletes ended events older than {@link EVENT_DAYS}, slice by slice; pending ones stay. */
export async function pruneEvents(service: AsService): Promise<number> {
  for (let count = 0; ; ) {
    const { affected } = await service((tx) =>
      tx.run(sql`
        delete from app.events where id in (
          select id from app.events
          where stored < now() - make_interval(days => ${EVENT_DAYS}::int) and (processed is not null or dead)
          order by stored limit ${SLICE}::int)`),
    );
    count += affected;
    if (affected < SLICE) return count;
  }
}

/** Deletes all pending and past events of accounts and vessels. */
export async function forgetTenants(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.together([
    sql`delete from app.events where ref_id = any (${ids}::text[])`,
    sql`delete from app.arrivals where ref_id = any (${ids}::text[])`,
    sql`delete from app.turns where ref_id = any (${ids}::text[])`,
  ]);
}
