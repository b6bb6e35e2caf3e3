/** `wakelog thin`: thins old rows by each vessel's retention policy now. */
import { rollUpDays } from "../boat/monitoring/ageing/roll-ups.ts";
import { thinVessel, thinVessels } from "../boat/monitoring/ageing/thinning.ts";
import type { Command } from "./command.ts";
import { atInstallation } from "./operator.ts";
import { findVessel } from "./vessel.ts";

export const thinCommand: Command = {
  name: "thin",
  usage: "[VESSEL]",
  sentence:
    "Thin old rows now, by each vessel's retention policy; tracks and figures stay. VESSEL is its id, name or MMSI.",
  words: [0, 1],
  takesSettings: true,
  async run({ words: [name], settings }) {
    const removed = await atInstallation(settings, async ({ service }) => {
      await rollUpDays(service);
      if (name === undefined) return thinVessels(service);
      const { vessel_id: vessel } = await service((tx) => findVessel(tx, name));
      return thinVessel(service, vessel);
    });
    console.log(`${removed} ${removed === 1 ? "row" : "rows"} removed`);
  },
};
