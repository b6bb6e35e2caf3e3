/** `wakelog data-api`: the data API over any database, in place of PostgREST. */

import { parseConfigFile } from "../data-api/command/config-file.ts";
import type { ReadDataApi } from "../data-api/command/engine-in-force.ts";
import { readSettings } from "../data-api/command/settings.ts";
import { readProcesses } from "../kit/settings/config.ts";
import { ConfigError } from "../kit/settings/config-error.ts";
import { readTextFile } from "../kit/settings/text-file.ts";
import type { DataApiProcesses } from "../service/processes/data-api.ts";
import { answerBeside, isOneOfMany } from "../service/processes/in-process.ts";
import type { Command } from "./command.ts";

export const dataApiCommand: Command = {
  name: "data-api",
  usage: "[CONFIG]",
  sentence: "Serve any database as PostgREST does, with its configuration file and PGRST_ variables.",
  words: [0, 1],
  serves: true,
  takesSettings: false,
  async run({ words: [path = null] }) {
    const write = (line: string): void => void process.stderr.write(`${line}\n`);
    const read: ReadDataApi = (database) =>
      readSettings({
        file: path === null ? new Map() : readFile(path),
        environment: process.env,
        ...(database === undefined ? {} : { database }),
      });
    if (isOneOfMany()) {
      // The first process passes on the signals it gets.
      process.on("SIGUSR1", () => {});
      process.on("SIGUSR2", () => {});
      const { startDataApiBeside } = await import("../service/processes/data-api.ts");
      return answerBeside((line) => startDataApiBeside(read, write, line));
    }
    const api = await start(readProcesses(process.env), read, write);
    process.on("SIGUSR1", () => api.reloadSchema());
    process.on("SIGUSR2", () => api.reloadSettings());
    process.on("SIGHUP", () => void api.replace().catch((cause: unknown) => write(String(cause))));
    const stop = (): void => {
      api.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    const admin = api.adminUrl === null ? "" : `, operations at ${api.adminUrl}`;
    process.stdout.write(`The data API listens at ${api.where}${admin}\n`);
  },
};

async function start(
  processes: number,
  read: ReadDataApi,
  write: (line: string) => void,
): Promise<DataApiProcesses> {
  if (processes > 1) {
    const { startDataApiProcesses } = await import("../service/processes/data-api.ts");
    return startDataApiProcesses(processes, read, write);
  }
  const { startDataApi } = await import("../data-api/command/server.ts");
  const api = await startDataApi(read, write);
  return {
    ...api,
    reloadSchema: () => void api.reloadSchema().catch(() => {}),
    reloadSettings: () => void api.reloadSettings(),
    replace: async () => write("There is one process, and no other one to take over meanwhile."),
  };
}

/** @throws ConfigError with every line that cannot be read */
function readFile(path: string): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = readTextFile(path);
  } catch (cause) {
    throw new ConfigError([
      `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    ]);
  }
  const { values, problems } = parseConfigFile(text);
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `${path}, ${problem}`));
  return values;
}
