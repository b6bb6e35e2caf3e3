/** `wakelog restore`: creates a data directory from a backup. */
import { resolve } from "node:path";
import { restoreBackup } from "../../service/backups/restore.ts";
import { readConfig } from "../../settings/config.ts";
import type { Command } from "../command.ts";

export const restoreCommand: Command = {
  name: "restore",
  usage: "FILE",
  sentence: "Restore a backup into an empty or new data directory (WAKELOG_DATA_DIR).",
  words: [1, 1],
  takesSettings: true,
  async run({ words: [file = ""], settings }) {
    const config = readConfig(process.env, settings);
    const { taken, wakelog, embedded, postgres } = await restoreBackup(resolve(file), config);
    console.log(`${config.dataDir} holds everything up to ${taken}, of wakelog ${wakelog}`);
    if (!embedded) {
      console.log(
        `It was a PostgreSQL ${postgres.version} of your own: start one on ${config.dataDir}/postgres, with the ` +
          "configuration it had, and set DATABASE_URL and WAKELOG_JWT_SECRET as they were.",
      );
    }
  },
};
