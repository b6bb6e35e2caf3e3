/** Scheduled logbook tasks. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { ScheduledTask } from "../../database/jobs/schedule.ts";
import { countRunningStays } from "./finishing/stay.ts";
import { pruneRefusedRows } from "./ingest/refused-rows.ts";
import { measureVessels } from "./ingest/stored-bytes.ts";

/** Recurring updates of the logbook, and cleanup. */
export function voyageSchedule(service: AsService): readonly ScheduledTask[] {
  return [
    {
      name: "count the time of stays that are not over",
      everySeconds: 300,
      run: () => service(countRunningStays),
    },
    {
      name: "end logs of silent vessels",
      everySeconds: 60,
      run: () => service((tx) => tx.run(sql`select app.call_closing()`)),
    },
    { name: "throw away old refused rows", everySeconds: 3600, run: () => pruneRefusedRows(service) },
    { name: "measure how much boats store", everySeconds: 600, run: () => measureVessels(service) },
  ];
}
