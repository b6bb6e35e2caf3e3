/** `wakelog data-api`: the data API over any database, in place of PostgREST. */
import { readFileSync } from "node:fs";
import { parseConfigFile } from "../data-api/config-file.ts";
import { startDataApi } from "../data-api/server.ts";
import { readSettings } from "../data-api/settings.ts";
import { ConfigError } from "../settings/config-error.ts";
import type { Command } from "./command.ts";

export const dataApiCommand: Command = {
  name: "data-api",
  usage: "[CONFIG]",
  sentence: "Serve any database as PostgREST does, by its configuration file and PGRST_ variables.",
  words: [0, 1],
  takesSettings: false,
  async run({ words: [path = null] }) {
    const write = (line: string): void => void process.stderr.write(`${line}\n`);
    const api = await startDataApi(
      (database) =>
        readSettings({
          file: path === null ? new Map() : readFile(path),
          environment: process.env,
          ...(database === undefined ? {} : { database }),
        }),
      write,
    );
    process.on("SIGUSR1", () => void api.reloadSchema().catch(() => {}));
    process.on("SIGUSR2", () => void api.reloadSettings());
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

/** @throws ConfigError with every line that cannot be read */
function readFile(path: string): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new ConfigError([
      `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    ]);
  }
  const { values, problems } = parseConfigFile(text);
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `${path}, ${problem}`));
  return values;
}
