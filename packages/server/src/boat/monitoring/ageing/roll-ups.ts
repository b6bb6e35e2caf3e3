/** Rolls up the measurements of past days (`packages/server/sql/code/45_monitoring/40_roll_ups.sql`), day by day. */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

/** Vessels per round, one day each, so that a boat that imports years does not delay the others. */
const ROUND = 200;

const dueRow = z.object({ vessel_id: z.string(), day: z.string() });
type DueDay = z.infer<typeof dueRow>;

/** Days per run, so that stopping is quick and other tasks can run; the next run continues. */
const MOST = 1000;

/**
 * Rolls up changed past days, the newest of each vessel first. Locked vessels wait for the next run.
 * @param most maximum number of days to try
 * @returns the number of days
 */
export async function rollUpDays(service: AsService, most = MOST): Promise<number> {
  const busy = new Set<string>();
  let rolled = 0;
  for (let left = most; left > 0; ) {
    const due = await service((tx) => dueDays(tx, [...busy], Math.min(left, ROUND)));
    if (due.length === 0) break;
    left -= due.length;
    for (const day of due) {
      if (await service((tx) => rollUp(tx, day))) rolled++;
      else busy.add(day.vessel_id);
    }
  }
  return rolled;
}

/** The newest due day of each vessel that is not excluded; today is not due. */
async function dueDays(tx: Tx, leftOut: readonly string[], most: number): Promise<readonly DueDay[]> {
  const rows = await tx.query(sql`
    select distinct on (vessel_id) vessel_id, day::text from app.metric_days_due
    where day < (now() at time zone 'UTC')::date and vessel_id <> all (${leftOut}::text[])
      and not app.is_full(vessel_id)
    order by vessel_id, day desc limit ${most}::int`);
  return rows.map((row) => dueRow.parse(row));
}

/** @returns false if the vessel is locked */
async function rollUp(tx: Tx, { vessel_id: vessel, day }: DueDay): Promise<boolean> {
  await tx.run(sql`select set_config('wakelog.vessel_id', ${vessel}, true)`);
  const [row] = await tx.query(sql`select app.try_lock_vessel() as taken`);
  if (row?.taken !== true) return false;
  await tx.run(sql`select app.roll_up_day(${vessel}, ${day}::date)`);
  return true;
}
