/** `wakelog migrate`: brings the database's schema up to date and stops. */

import { printer } from "@wakelog/kit/observe.ts";
import { openDatabase } from "../service/installation.ts";
import { readConfig } from "../settings/config.ts";
import type { Command } from "./command.ts";

export const migrateCommand: Command = {
  name: "migrate",
  usage: "",
  sentence: "Bring the database's schema up to date; starting the service does the same.",
  takesSettings: true,
  async run({ settings }) {
    const config = readConfig(process.env, settings);
    const observe = printer((line) => process.stderr.write(`${line}\n`), {
      format: config.logFormat,
      level: config.logLevel,
    });
    const installation = await openDatabase(config, observe);
    console.log(`the schema is up to date in ${installation.where}`);
    await installation.close();
  },
};
