/** Scheduled tasks of the monitoring. */
import type { Tx } from "../db/database.ts";
import type { ScheduledTask } from "../jobs/schedule.ts";
import { declareOffline } from "./offline.ts";

/** @param service runs work in a transaction of its own as the service */
export function monitoringSchedule(
  service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): readonly ScheduledTask[] {
  return [{ name: "declare silent vessels offline", everySeconds: 300, run: () => service(declareOffline) }];
}
