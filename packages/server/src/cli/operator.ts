/** Shared by the operator's commands: a transaction as the service, in the installation's database. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { type Installation, openDatabase } from "../service/installation.ts";
import { type Config, readConfig } from "../settings/config.ts";

/**
 * Opens the database (the running service's, if there is one), does the work in one transaction, and closes it.
 * @param settings the settings passed as flags
 */
export async function asOperator<T>(
  settings: ReadonlyMap<string, string>,
  work: (deps: { readonly tx: Tx; readonly secret: string; readonly config: Config }) => Promise<T>,
): Promise<T> {
  return atInstallation(settings, ({ service, secret }, config) =>
    service((tx) => work({ tx, secret, config })),
  );
}

/**
 * The same for work in many transactions.
 * @param settings the settings passed as flags
 * @param makes whether to create a missing installation
 */
export async function atInstallation<T>(
  settings: ReadonlyMap<string, string>,
  work: (installation: Installation, config: Config) => Promise<T>,
  makes = false,
): Promise<T> {
  const config = readConfig(process.env, settings);
  if (!makes) refuseNothing(config);
  const installation = await openDatabase(config, ignoreAll, { shared: true });
  try {
    return await work(installation, config);
  } finally {
    await installation.close();
  }
}

/** Reports a wrong folder instead of an empty installation. @throws Error if there is no installation here */
export function refuseNothing({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === null && !existsSync(join(dataDir, "postgres.password")))
    throw new Error(
      `there is no Wakelog in ${dataDir}; WAKELOG_DATA_DIR says where its data is, and "wakelog start" makes a new one`,
    );
}
