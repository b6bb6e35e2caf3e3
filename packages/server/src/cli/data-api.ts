/** `wakelog data-api`: the data API on any database, in place of PostgREST. */

import { obeySignals, settingsReader, startAlone, writeToLog } from "@wakelog/data-api/command/run.ts";
import { answerBeside, isOneOfMany } from "../service/processes/in-process.ts";
import { readProcesses } from "../settings/config.ts";
import type { Command } from "./command.ts";

export const dataApiCommand: Command = {
  name: "data-api",
  usage: "[CONFIG]",
  sentence: "Serve any database as PostgREST does, with its configuration file and PGRST_ variables.",
  words: [0, 1],
  serves: true,
  takesSettings: false,
  async run({ words: [path = null] }) {
    const read = settingsReader(path);
    if (isOneOfMany()) {
      // The first process forwards its signals.
      process.on("SIGUSR1", () => {});
      process.on("SIGUSR2", () => {});
      const { startDataApiBeside } = await import("../service/processes/data-api.ts");
      return answerBeside((line) => startDataApiBeside(read, writeToLog, line));
    }
    const processes = readProcesses(process.env);
    if (processes <= 1) return obeySignals(await startAlone(read, writeToLog), writeToLog);
    const { startDataApiProcesses } = await import("../service/processes/data-api.ts");
    obeySignals(await startDataApiProcesses(processes, read, writeToLog), writeToLog);
  },
};
