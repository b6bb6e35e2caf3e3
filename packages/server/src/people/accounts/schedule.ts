/** Scheduled tasks of the accounts. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { ScheduledTask } from "../../database/jobs/schedule.ts";
import { pruneAttempts } from "./attempts.ts";
import { pruneKnownNetworks } from "./entering/known-networks.ts";
import { pruneCodes } from "./one-time-codes.ts";

/** Deletes what has expired. */
export function accountSchedule(service: AsService): readonly ScheduledTask[] {
  return [
    { name: "delete old codes", everySeconds: 900, run: () => service(pruneCodes) },
    { name: "delete old counters", everySeconds: 900, run: () => service(pruneAttempts) },
    {
      name: "forget networks without sign-ins",
      everySeconds: 86_400,
      run: () => service(pruneKnownNetworks),
    },
    {
      name: "end what logins of Grafana keep open",
      everySeconds: 30,
      run: () => service((tx) => tx.run(sql`select app.end_long_grafana()`)),
    },
  ];
}
