/**
 * Thins old rows by each vessel's policy, `metadata.configuration.retention` (`packages/server/sql/code/73_thinning`).
 * A day is rolled up first, so that graphs keep its minimum, maximum and mean.
 */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

/** Days per transaction; it blocks the vessel's posts. */
const AT_ONCE = 10;

const countRow = z.object({ days: z.number(), removed: z.number() });

/**
 * Thins the due rows of every vessel with a policy.
 * @returns the number of rows removed
 */
export async function thinVessels(service: AsService): Promise<number> {
  const rows = await service((tx) =>
    tx.query(sql`select vessel_id from api.metadata where app.raw_months(configuration) < 'infinity'`),
  );
  let removed = 0;
  for (const row of rows)
    removed += await thinVessel(service, z.object({ vessel_id: z.string() }).parse(row).vessel_id);
  return removed;
}

/** Thins the due rows of one vessel and logs it as an event. @returns the number of rows removed */
export async function thinVessel(service: AsService, vessel: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const done = await service((tx) => thinSomeDays(tx, vessel));
    removed += done.removed;
    if (done.days < AT_ONCE) break;
  }
  if (removed > 0) {
    const payload = `${removed} rows older than the time for which every row is kept`;
    await service((tx) =>
      tx.run(sql`
        insert into app.events (channel, payload, ref_id, processed) values ('thinned', ${payload}, ${vessel}, now())`),
    );
  }
  return removed;
}

async function thinSomeDays(tx: Tx, vessel: string): Promise<z.infer<typeof countRow>> {
  await tx.run(sql`select set_config('wakelog.vessel_id', ${vessel}, true), app.lock_vessel(${vessel})`);
  const [row] = await tx.query(sql`
    select count(*)::int as days, coalesce(sum(app.thin_day(${vessel}, d.day, d.slot)), 0)::int as removed
    from app.days_to_thin(${vessel}, ${AT_ONCE}::int) d`);
  return countRow.parse(row);
}
