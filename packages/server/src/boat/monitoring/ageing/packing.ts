/**
 * Packing rows that are older than a month (`packages/server/sql/code/40_vessels/45_packed_metrics.sql`): they take half the place, and
 * read as before.
 */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

/** Rows of one transaction: the vessel's own posts wait for it. */
const AT_ONCE = 1000;
/** Vessels of one round: each has some rows packed, so that one with years to pack keeps no other waiting. */
const ROUND = 200;
/** Transactions of one run, so that stopping need not wait for long; the next run goes on. */
const MOST = 500;

const vesselRow = z.object({ vessel_id: z.string() });
const packedRow = z.object({ rows: z.number() });

/**
 * Packs what is old enough of every vessel. A locked vessel is left for the next time.
 * @returns the number of rows that were looked at
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

/** @returns how many rows were looked at, or null if the vessel is locked */
async function packSomeRows(tx: Tx, vessel: string): Promise<number | null> {
  await tx.run(sql`select set_config('wakelog.vessel_id', ${vessel}, true)`);
  const [lock] = await tx.query(sql`select app.try_lock_vessel() as taken`);
  if (lock?.taken !== true) return null;
  const [row] = await tx.query(sql`
    select app.pack_next_metrics(${vessel}, ${AT_ONCE}::integer) as rows`);
  return packedRow.parse(row).rows;
}
