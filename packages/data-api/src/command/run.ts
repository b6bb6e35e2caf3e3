/** Runs the data API as a command: settings from a file and the environment, signals, and a line with its address. */

import { ConfigError } from "@wakelog/kit/settings/config-error.ts";
import { readTextFile } from "@wakelog/kit/settings/text-file.ts";
import { parseConfigFile } from "./config-file.ts";
import type { ReadDataApi } from "./engine-in-force.ts";
import type { DataApi } from "./server.ts";
import { readSettings } from "./settings.ts";

/** A running data API, in one process or several. */
export type RunningDataApi = Pick<DataApi, "where" | "adminUrl" | "protocolRelease" | "stop"> & {
  /** Reloads the schema. */
  readonly reloadSchema: () => void;
  /** Reloads the settings, except those of sockets and pools. */
  readonly reloadSettings: () => void;
  /** Replaces the processes one by one. */
  readonly replace: () => Promise<void>;
};

/** Writes one log line. */
export type WriteLine = (line: string) => void;

/** Writes to standard error. */
export const writeToLog: WriteLine = (line) => void process.stderr.write(`${line}\n`);

/** Returns a reader of the current settings. @param path a configuration file; null for the environment alone */
export function settingsReader(path: string | null): ReadDataApi {
  return (database) =>
    readSettings({
      file: path === null ? new Map() : readConfigFile(path),
      environment: process.env,
      ...(database === undefined ? {} : { database }),
    });
}

/** Starts the data API in this process. @throws ConfigError if settings are invalid, PortTakenError */
export async function startAlone(read: ReadDataApi, write: WriteLine): Promise<RunningDataApi> {
  const { startDataApi } = await import("./server.ts");
  const api = await startDataApi(read, write);
  return {
    ...api,
    reloadSchema: () => void api.reloadSchema().catch(() => {}),
    reloadSettings: () => void api.reloadSettings(),
    replace: async () => write("There is one process, and no other one to take over meanwhile."),
  };
}

/**
 * Handles signals: SIGUSR1 and SIGUSR2 reload schema and settings, SIGHUP replaces the processes, SIGINT and SIGTERM
 * stop.
 */
export function obeySignals(api: RunningDataApi, write: WriteLine): void {
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
  process.stdout.write(
    `The data API listens at ${api.where}${admin} (protocol release ${api.protocolRelease})\n`,
  );
}

/** @throws ConfigError with every invalid line */
function readConfigFile(path: string): ReadonlyMap<string, string> {
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
