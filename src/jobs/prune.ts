/** Throwing away events that nobody needs any more. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { ScheduledTask } from "./schedule.ts";

/** Days for which an event is kept that was processed or given up. */
export const EVENT_DAYS = 90;
/** Events of one transaction, so that none of them is long. */
const SLICE = 1000;

/** @param service runs work in a transaction of its own as the service */
export function jobSchedule(
  service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): readonly ScheduledTask[] {
  return [{ name: "throw away old events", everySeconds: 3600, run: () => pruneEvents(service) }];
}

/** Throws away what is older than {@link EVENT_DAYS}, slice by slice; what is still pending stays. */
export async function pruneEvents(service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<number> {
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
