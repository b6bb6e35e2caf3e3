/** The database: its release, the login's privileges, the schema and the clock. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { DAY } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import { openServer } from "../../database/chosen-server.ts";
import { OLDEST_SERVER } from "../../database/migrations/migrate.ts";
import { EMBEDDED_RELEASE } from "../../database/postgres-server/binaries.ts";
import { isFree } from "../../database/postgres-server/free-port.ts";
import type { Config } from "../../settings/config.ts";
import { about, type Finding, reasonOf } from "./finding.ts";

const Facts = z.object({
  major: z.coerce.number(),
  version: z.string(),
  role: z.string(),
  mayMigrate: z.boolean(),
  apart: z.number(),
});
const Schema = z.object({ version: z.string().nullable(), ahead: z.number().nullable() });

/** PostgreSQL publishes minor releases each quarter. */
const MINOR_RELEASE_DAYS = 92;
/** Tolerated clock difference in seconds. */
const APART_S = 5;

export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  const { wrong, unset } = about("database");
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres.password")))
    return [unset(`none in ${config.dataDir} yet; "wakelog start" makes one`), ...(await portForNew(config))];
  try {
    const server = await openServer(config, ignoreAll, true);
    const database = connectPostgres({ url: server.url, applicationName: "wakelog check", max: 1 });
    try {
      return await database.transaction(look, { readOnly: true });
    } finally {
      await database.close();
      await server.stop();
    }
  } catch (cause) {
    return [wrong(reasonOf(cause))];
  }
}

/** An existing database is started and so uses its port; a new one will need it. */
async function portForNew({ dbPort, given }: Config): Promise<readonly Finding[]> {
  if (dbPort === 0 || !given.has("WAKELOG_DB_PORT")) return [];
  const { ok, wrong } = about(`port ${dbPort}, the database`);
  return [(await isFree(dbPort)) ? ok("free") : wrong("it is taken. Set WAKELOG_DB_PORT to a free port.")];
}

async function look(tx: Tx): Promise<readonly Finding[]> {
  const asked = Date.now() / 1000;
  const [row] = await tx.query(sql`
    select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
      current_user::text as role,
      (select rolsuper or (rolcreaterole and pg_has_role(datdba, 'usage')) from pg_roles, pg_database
        where rolname = current_user and datname = current_database()) as "mayMigrate",
      (extract(epoch from clock_timestamp()) - ${asked}::float8)::float8 as apart`);
  const facts = Facts.parse(row);
  const rights = about("database rights");
  return [
    release(facts),
    facts.mayMigrate
      ? rights.ok(`${facts.role} may bring the schema up to date`)
      : rights.wrong(`${facts.role} must be a superuser, or own the database and be allowed to create roles`),
    ...(await clocks(tx, facts.apart)),
  ];
}

function release({ major, version }: z.infer<typeof Facts>): Finding {
  const { ok, wrong } = about("database");
  return major >= OLDEST_SERVER
    ? ok(`PostgreSQL ${version}${ageOf(version, major)}`)
    : wrong(`PostgreSQL ${version} is too old; it must be ${OLDEST_SERVER} or newer`);
}

/** Age of the embedded release: minor releases fix security holes, and the npm package lags behind. */
function ageOf(version: string, major: number): string {
  if (version !== EMBEDDED_RELEASE.version) return "";
  const days = Math.floor((Date.now() - Date.parse(EMBEDDED_RELEASE.published)) / DAY);
  const newer = `WAKELOG_POSTGRES_BIN may name the folder of a newer PostgreSQL ${major}`;
  return `, ${days} days old${days > MINOR_RELEASE_DAYS ? `; ${newer}` : ""}`;
}

async function clocks(tx: Tx, apart: number): Promise<readonly Finding[]> {
  const clock = about("clock");
  const schema = about("schema");
  const [exists] = await tx.query(sql`select to_regclass('app.schema_versions') is not null as found`);
  const [row] =
    exists?.found !== true
      ? []
      : await tx.query(sql`
          select max(version) filter (where version <> 'code') as version,
            extract(epoch from max(applied_at) - clock_timestamp())::float8 as ahead
          from app.schema_versions`);
  const { version, ahead } = Schema.parse(row ?? { version: null, ahead: null });
  const found =
    version === null ? schema.unset('not made yet; "wakelog start" makes it') : schema.ok(`at ${version}`);
  if (Math.abs(apart) > APART_S)
    return [found, clock.wrong(`this machine and the database are ${Math.abs(apart).toFixed(0)} s apart`)];
  if (ahead !== null && ahead > APART_S)
    return [
      found,
      clock.wrong(`it is ${new Date().toISOString()}, before the schema was last changed; set the time`),
    ];
  return [found, clock.ok(new Date().toISOString())];
}
