/** Monitoring jobs, by event channel. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { parseInstant } from "@wakelog/kit/time/iso-time.ts";
import type { JobHandler } from "../../database/jobs/handlers.ts";
import { recordMissed } from "./backlog.ts";

/**
 * Handlers of `watch_backlog`. Payload: first and last time of the late rows, ISO 8601, separated by a slash; `refId`
 * is the vessel.
 */
export function monitoringJobs(): ReadonlyMap<string, JobHandler> {
  return new Map<string, JobHandler>([
    [
      "watch_backlog",
      async (event, tx) => {
        const [from, to] = event.payload.split("/").map((time) => parseInstant(time));
        if (typeof from !== "number" || typeof to !== "number") return;
        await tx.run(sql`select set_config('wakelog.vessel_id', ${event.refId}, true)`);
        await recordMissed(tx, event.refId, { from, to });
      },
    ],
  ]);
}
