/** API settings in the database: `pgrst.…` of the login role, or set by a function. */
import type { Database, Tx } from "../db/database.ts";
import { ident, join, sql } from "../db/sql.ts";
import { DATABASE_SETTINGS } from "./settings.ts";

/** Settings of the login role; those for this database override those for all databases. */
const ROLE_SETTINGS = sql`
  select distinct on (name) name, value
  from pg_catalog.pg_db_role_setting s,
    unnest(s.setconfig) setting,
    lateral (select split_part(setting, '=', 1) as name, substr(setting, strpos(setting, '=') + 1) as value) v
  where setrole = current_user::regrole and name like 'pgrst.%'
    and setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
  order by name, setdatabase desc`;

/**
 * Reads the settings, keyed by their names in the configuration file.
 * @param preConfig a function to call first, which may add settings by `set_config`; null for none
 * @throws ConnectionError, DatabaseError
 */
export async function readDatabaseSettings(
  database: Database,
  preConfig: string | null,
): Promise<ReadonlyMap<string, string>> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.run(ROLE_SETTINGS);
    const ofRole = rows.map(([name, value]) => [fileName(name ?? ""), value ?? ""] as const);
    return new Map([...ofRole, ...(preConfig === null ? [] : await setBy(tx, preConfig))]);
  });
}

async function setBy(tx: Tx, preConfig: string): Promise<readonly (readonly [string, string])[]> {
  await tx.run(sql`select ${ident(...preConfig.split("."))}()`);
  const names = DATABASE_SETTINGS.map((name) => `pgrst.${name.replaceAll("-", "_")}`);
  const list = join(names.map((name) => sql`current_setting(${name}, true)`));
  const [row = []] = (await tx.run(sql`select ${list}`)).rows;
  return DATABASE_SETTINGS.flatMap((name, i) => {
    const value = row[i] ?? null;
    return value === null || value === "" ? [] : [[name, value] as const];
  });
}

/** `pgrst.db_schemas` is `db-schemas`; `pgrst.app.settings.x` is `app.settings.x`. */
function fileName(name: string): string {
  const rest = name.slice("pgrst.".length);
  return rest.startsWith("app.settings.") ? rest : rest.replaceAll("_", "-");
}
