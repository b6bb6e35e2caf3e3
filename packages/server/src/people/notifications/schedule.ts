/** Scheduled tasks of the notifications. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import type { ScheduledTask } from "../../database/jobs/schedule.ts";
import type { Outbox } from "./outbox/outbox.ts";
import { pruneOutbox } from "./outbox/pruning.ts";
import { findReminders } from "./reminders.ts";

/** Sends what waits, deletes what is old, and finds accounts due for a reminder. */
export function notificationSchedule(deps: {
  readonly service: AsService;
  readonly post: Outbox;
  readonly codeMinutes: number;
}): readonly ScheduledTask[] {
  const { service, post, codeMinutes } = deps;
  return [
    { name: "send the messages in the outbox", everySeconds: 5, run: () => post.deliver() },
    {
      name: "delete old messages",
      everySeconds: 900,
      run: () => pruneOutbox(service, codeMinutes),
    },
    { name: "find users to remind", everySeconds: 3600, run: () => service(findReminders) },
  ];
}
