/** Scheduled tasks of the accounts. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { ScheduledTask } from "../jobs/schedule.ts";
import { pruneAttempts } from "./attempts.ts";
import { pruneKnownNetworks } from "./entering/known-networks.ts";
import { pruneCodes } from "./one-time-codes.ts";

/** @param service runs work in a transaction of its own as the service */
export function accountSchedule(
  service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): readonly ScheduledTask[] {
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
