/** `wakelog refold`: rebuilds a vessel's logbook from its first row. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ALWAYS } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { finishOneLog } from "../boat/voyages/finishing/finish.ts";
import { finishStays } from "../boat/voyages/finishing/stay.ts";
import { refold } from "../boat/voyages/logbook/fold.ts";
import type { Command } from "./command.ts";
import { asOperator } from "./operator.ts";
import { findVessel, type Vessel } from "./vessel.ts";

export const refoldCommand: Command = {
  name: "refold",
  usage: "VESSEL",
  sentence:
    "Rebuild a vessel's logbook from its first row; names and corrections stay. VESSEL is its id, name or MMSI.",
  words: [1, 1],
  takesSettings: true,
  async run({ words: [name = ""], settings }) {
    const { vessel, before, after } = await asOperator(settings, ({ tx }) => refoldVessel(tx, name));
    console.log(`${vessel.name} (${vessel.vessel_id})`);
    console.log(`before: ${described(before)}`);
    console.log(`after:  ${described(after)}`);
  },
};

const countRow = z.object({ logs: z.number(), stays: z.number(), moorages: z.number() });
type Count = z.infer<typeof countRow>;

/** Runs in one transaction, so that no reader sees a half-built logbook. @param name the vessel's id, name or MMSI */
async function refoldVessel(
  tx: Tx,
  name: string,
): Promise<{ readonly vessel: Vessel; readonly before: Count; readonly after: Count }> {
  const vessel = await findVessel(tx, name);
  const id = vessel.vessel_id;
  await tx.run(sql`select set_config('wakelog.vessel_id', ${id}, true), app.lock_vessel()`);
  const before = await count(tx, id);
  await refold(tx, ALWAYS);
  await finishStays(tx, id);
  const ended = await tx.query(sql`
    select id from api.logbook where vessel_id = ${id} and not coalesce(active, false) order by _from_time`);
  for (const row of ended) await finishOneLog(tx, id, z.object({ id: z.number() }).parse(row).id);
  return { vessel, before, after: await count(tx, id) };
}

async function count(tx: Tx, vesselId: string): Promise<Count> {
  const [row] = await tx.query(sql`
    select (select count(*)::int from api.logbook where vessel_id = ${vesselId}) as logs,
      (select count(*)::int from api.stays where vessel_id = ${vesselId}) as stays,
      (select count(*)::int from api.moorages where vessel_id = ${vesselId}) as moorages`);
  return countRow.parse(row);
}

function described({ logs, stays, moorages }: Count): string {
  return [counted(logs, "log"), counted(stays, "stay"), counted(moorages, "moorage")].join(", ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
