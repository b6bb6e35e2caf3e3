/** What the logbook does from time to time. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { ScheduledTask } from "../jobs/schedule.ts";
import { countRunningStays } from "./finishing/stay.ts";
import { pruneRefusedRows } from "./ingest/refused-rows.ts";

/** @param service runs work in a transaction of its own as the service */
export function voyageSchedule(
  service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): readonly ScheduledTask[] {
  return [
    {
      name: "count the time of stays that are not over",
      everySeconds: 300,
      run: () => service(countRunningStays),
    },
    {
      name: "refresh the materialised logs",
      everySeconds: 300,
      run: () => service((tx) => tx.run(sql`select app.refresh_logs_mat()`)),
    },
    { name: "throw away old refused rows", everySeconds: 3600, run: () => pruneRefusedRows(service) },
  ];
}
