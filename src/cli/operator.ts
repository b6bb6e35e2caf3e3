/** What the operator's commands share: a transaction as the service on the installation's database. */
import { type Config, readConfig } from "../config.ts";
import type { Tx } from "../db/database.ts";
import { openDatabase } from "../installation.ts";
import { deaf } from "../observe.ts";

/** Opens the database (the running service's, where one runs), does the work, closes it again. */
export async function asOperator<T>(
  flags: ReadonlyMap<string, string>,
  work: (own: { readonly tx: Tx; readonly secret: string; readonly config: Config }) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env, flags);
  const installation = await openDatabase(config, deaf, { shared: true });
  try {
    return await installation.service((tx) => work({ tx, secret: installation.secret, config }));
  } finally {
    await installation.close();
  }
}
