/** A second data directory for restored data. */
import { dirname, join } from "node:path";
import type { Running } from "../../../../../test/support/cli.ts";
import { type Client, client } from "../../../../../test/support/client.ts";
import type { Installation } from "../../../../../test/support/installation.ts";
import { urlIn } from "../../../../../test/support/installation.ts";

export interface Ended {
  readonly code: number | string;
  readonly output: string;
}

/** Runs a command to its end. */
export async function ran(
  installation: Installation,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const command = installation.run(args, more);
  return { code: await command.ended, output: command.output() };
}

/** A folder beside the installation's own, which is removed with it. */
export function beside(installation: Installation, name: string): string {
  return join(dirname(installation.dataDir), name);
}

/** Starts a service on another data directory. */
export async function startOn(
  installation: Installation,
  dataDir: string,
): Promise<{ readonly service: Running; readonly api: Client }> {
  const service = installation.run(["start"], { WAKELOG_DATA_DIR: dataDir });
  return { service, api: client(await urlIn(service, "API")) };
}
