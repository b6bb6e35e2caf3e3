/**
 * Packs rows older than a month (`packages/server/sql/code/40_vessels/45_packed_metrics.sql`): they take half the
 * space and read as before.
 */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

/** Rows per transaction; it blocks the vessel's posts. */
const AT_ONCE = 1000;
/** Vessels per round; round-robin, so that one with years to pack does not delay the others. */
const ROUND = 200;
/** Transactions per run, so that stopping is quick; the next run continues. */
const MOST = 500;

const vesselRow = z.object({ vessel_id: z.string() });
const packedRow = z.object({ rows: z.number() });

/**
 * Packs the due rows of every vessel. Locked vessels wait for the next run.
 * @returns the number of rows visited
 */
export async function packVessels(service: AsService): Promise<number> {
  const busy: string[] = [];
  let looked = 0;
  for (let left = MOST; left > 0; ) {
    const due = await service((tx) =>
      tx.query(sql`
        select app.vessels_to_pack(${busy}::text[], ${Math.min(left, ROUND)}::integer) as vessel_id`),
    );
    if (due.length === 0) break;
    left -= due.length;
    for (const row of due) {
      const { vessel_id: vessel } = vesselRow.parse(row);
      const rows = await service((tx) => packSomeRows(tx, vessel));
      if (rows === null) busy.push(vessel);
      else looked += rows;
    }
  }
  return looked;
}

/** @returns the number of rows visited; null if the vessel is locked */
async function packSomeRows(tx: Tx, vessel: string): Promise<number | null> {
  await tx.run(sql`select set_config('wakelog.vessel_id', ${vessel}, true)`);
  const [lock] = await tx.query(sql`select app.try_lock_vessel() as taken`);
  if (lock?.taken !== true) return null;
  const [row] = await tx.query(sql`
    select app.pack_next_metrics(${vessel}, ${AT_ONCE}::integer) as rows`);
  return packedRow.parse(row).rows;
}
