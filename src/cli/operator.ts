/** What the operator's commands share: a transaction as the service, in the installation's database. */
import { type Config, readConfig } from "../config.ts";
import type { Tx } from "../db/database.ts";
import { type Installation, openDatabase } from "../installation.ts";
import { ignoreAll } from "../observe.ts";

/**
 * Opens the database (that of the running service, if there is one), does the work in one transaction, and closes it.
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
 */
export async function atInstallation<T>(
  settings: ReadonlyMap<string, string>,
  work: (installation: Installation, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env, settings);
  const installation = await openDatabase(config, ignoreAll, { shared: true });
  try {
    return await work(installation, config);
  } finally {
    await installation.close();
  }
}
