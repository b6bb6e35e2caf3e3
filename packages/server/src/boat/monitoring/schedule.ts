/** Scheduled monitoring tasks. */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { ScheduledTask } from "../../database/jobs/schedule.ts";
import { packVessels } from "./ageing/packing.ts";
import { rollUpDays } from "./ageing/roll-ups.ts";
import { thinVessels } from "./ageing/thinning.ts";
import { declareOffline } from "./offline.ts";
import type { Watch } from "./watch.ts";

/** Vessels per run; the others follow in the next. */
const VESSELS_AT_ONCE = 1_000;
const vesselRow = z.object({ vessel_id: z.string() });

/**
 * @param watch checks the clock for one vessel
 */
export function monitoringSchedule(service: AsService, watch: Watch): readonly ScheduledTask[] {
  return [
    { name: "declare silent vessels offline", everySeconds: 60, run: () => service(declareOffline) },
    {
      name: "look at what is watched by the clock",
      everySeconds: 5,
      async run() {
        await service((tx) => tx.run(sql`select app.raise_offline(), app.clear_offline()`));
        await checkVessels(service, watch);
        await service((tx) => tx.run(sql`select app.repeat_alerts(), app.escalate_alerts()`));
      },
    },
    {
      name: "suggest anchor watches",
      everySeconds: 30,
      run: () => service((tx) => tx.run(sql`select app.hint_anchor_watch()`)),
    },
    {
      name: "find the keys of new boats",
      everySeconds: 600,
      run: () => service((tx) => tx.run(sql`select app.discover_keys()`)),
    },
    { name: "roll up the days that are over", everySeconds: 60, run: () => rollUpDays(service) },
    { name: "pack old rows", everySeconds: 600, run: () => packVessels(service) },
    { name: "thin old rows", everySeconds: 21_600, run: () => thinVessels(service) },
  ];
}

/** Checks every due vessel, each in its own transaction, so that a failure does not delay the others. */
async function checkVessels(service: AsService, watch: Watch): Promise<void> {
  const due = await service((tx) =>
    tx.query(sql`
      select vessel_id from app.watch_states where due <= now() order by due limit ${VESSELS_AT_ONCE}::int`),
  );
  const failed: unknown[] = [];
  for (const row of due) {
    const { vessel_id: vesselId } = vesselRow.parse(row);
    await service((tx) => checkVessel(tx, watch, vesselId)).catch((cause: unknown) => failed.push(cause));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} vessels could not be looked at`);
}

/** Skip a vessel that is receiving rows; the next run takes it. */
async function checkVessel(tx: Tx, watch: Watch, vesselId: string): Promise<void> {
  await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
  const [row] = await tx.query(sql`select app.try_lock_vessel() as taken`);
  if (row?.taken === true) await watch.check(tx, vesselId, Date.now());
}
