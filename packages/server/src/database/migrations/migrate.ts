/**
 * Upgrades a database to this installation's schema: tables migrate, code is replaced. All in one transaction under a
 * lock, so a failed upgrade leaves the old schema working, and servers that start together wait for each other.
 */

import { AUTHENTICATOR } from "@wakelog/data-api/db/authenticator.ts";
import { DatabaseError } from "@wakelog/data-api/db/database.ts";
import type { Postgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, literal, sql } from "@wakelog/data-api/db/sql.ts";
import type { ScriptTx } from "@wakelog/data-api/db/transaction.ts";
import { ignoreAll, type Observation, type Observe } from "@wakelog/kit/observe.ts";
import { type Adapters, adaptersOf, type RequestedAdapters, searchPath } from "./adapters.ts";
import { collides, retryCollisions } from "./collisions.ts";
import { dropReplaceable } from "./replaceable.ts";
import { scramMatches, scramVerifier } from "./scram.ts";
import { defaultSqlDir, hashOf, readAdapter, readSqlFolder, type SqlFile } from "./sql-files.ts";

/** Key of the advisory lock: the letters of "wakelog" as a number, to avoid other programs' keys. */
const LOCK = 33_602_636_119_568_231n;

export interface MigrateOptions extends RequestedAdapters {
  /** Folder of the files; this installation's `sql/` by default. */
  readonly sqlDir?: string;
  /** Password for the login role `wakelog_authenticator`; ASCII. */
  readonly authenticatorPassword: string;
  readonly observe?: Observe;
}

export interface MigrateResult {
  /** Every table version of the database, in order. */
  readonly versions: readonly string[];
  /** The versions applied by this call. */
  readonly applied: readonly string[];
  readonly codeReplaced: boolean;
  readonly adapters: Adapters;
}

/** PostgreSQL refused one of our files; the cause is a {@link DatabaseError}. */
export class MigrationError extends Error {
  constructor(file: SqlFile, line: number | null, cause: DatabaseError) {
    const where = line === null ? file.path : `${file.path}:${line}`;
    super(`${where}: ${cause.message} (${cause.sqlstate})`, { cause });
    this.name = "MigrationError";
  }
}

/**
 * Migrates. Ends with `notify pgrst, 'reload schema'` if anything changed.
 * @param db a pool of the schema's owner: a superuser, or a role that may create roles and owns this database
 * @throws MigrationError naming file and line
 */
export async function migrate(db: Postgres, options: MigrateOptions): Promise<MigrateResult> {
  const started = performance.now();
  const sqlDir = options.sqlDir ?? defaultSqlDir();
  const observe = options.observe ?? ignoreAll;
  const result = await retryCollisions(() => db.transaction((tx) => migrateIn(tx, sqlDir, options, observe)));
  await retryCollisions(() => db.transaction((tx) => ensurePassword(tx, options.authenticatorPassword)));
  if (result.codeReplaced) {
    observe({
      kind: "migrated",
      version: result.versions.at(-1) ?? "nothing",
      milliseconds: Math.round(performance.now() - started),
    });
  }
  return result;
}

/** An installation's files: the ports' adapters, tables that run once, and code that is replaced as a whole. */
interface SqlFiles {
  readonly ports: readonly SqlFile[];
  readonly tables: readonly SqlFile[];
  readonly code: readonly SqlFile[];
}

async function migrateIn(
  tx: ScriptTx,
  sqlDir: string,
  requested: RequestedAdapters,
  observe: Observe,
): Promise<MigrateResult> {
  await tx.run(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
  await refuseOldServer(tx);
  await tx.script(BOOKKEEPING);
  const adapters = await adaptersOf(tx, requested);
  const files = await readFiles(sqlDir, adapters);
  const { tables } = files;
  const codeHash = hashOf([...files.ports, ...files.code]);
  const known = await knownVersions(tx);
  refuseNewerSchema(known, tables);
  for (const file of tables) {
    if (known.has(file.name) && known.get(file.name) !== file.hash) observe(changedAfterwards(file));
  }
  const pending = tables.filter((file) => !known.has(file.name));
  const codeReplaced = pending.length > 0 || known.get(CODE) !== codeHash;
  if (codeReplaced) await replaceSchema(tx, { ...files, tables: pending }, codeHash);
  return {
    versions: tables.map((file) => file.name),
    applied: pending.map((file) => file.name),
    codeReplaced,
    adapters,
  };
}

async function readFiles(sqlDir: string, adapters: Adapters): Promise<SqlFiles> {
  return {
    ports: [
      await readAdapter(sqlDir, "spatial", adapters.spatial),
      await readAdapter(sqlDir, "timeseries", adapters.timeseries),
    ],
    tables: await readSqlFolder(sqlDir, "tables"),
    code: await readSqlFolder(sqlDir, "code"),
  };
}

/** The entry of the code among the versions; it has only a hash. */
const CODE = "code";

/** Hashes of the database's table versions and of its code. */
async function knownVersions(tx: ScriptTx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.run(sql`select version, hash from app.schema_versions`);
  return new Map(rows.map(([version, hash]) => [version ?? "", hash ?? ""]));
}

function changedAfterwards({ path }: SqlFile): Observation {
  return { kind: "notice", what: path, text: "was changed after it ran; the change has no effect here" };
}

/** Drops the code, creates missing tables, and creates the code from its files. */
async function replaceSchema(tx: ScriptTx, files: SqlFiles, codeHash: string): Promise<void> {
  // As in `psql -f`, plus the ports' extensions.
  await tx.run(sql`select set_config('search_path', ${await searchPath(tx)}, true)`);
  await dropReplaceable(tx);
  for (const file of files.ports) await runFile(tx, file);
  for (const file of files.tables) {
    await runFile(tx, file);
    await record(tx, file.name, file.hash);
  }
  for (const file of files.code) await runFile(tx, file);
  await record(tx, CODE, codeHash);
  await tx.run(sql`select pg_notify('pgrst', 'reload schema')`);
}

const BOOKKEEPING = `
create schema if not exists api;
create schema if not exists app;
create schema if not exists public_pages;
create schema if not exists second;
create schema if not exists second_pages;
create schema if not exists grafana;
create table if not exists app.schema_versions (
  version text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);
create table if not exists app.ports (
  port text primary key,
  adapter text not null
);`;

/** The oldest supported major release of PostgreSQL. */
export const OLDEST_SERVER = 14;

async function refuseOldServer(tx: ScriptTx): Promise<void> {
  const version = (await tx.run(sql`show server_version_num`)).rows[0]?.[0];
  if (Number(version) < OLDEST_SERVER * 10_000) {
    throw new Error(
      `PostgreSQL ${OLDEST_SERVER} or newer is needed; this server has version number ${version}`,
    );
  }
}

function refuseNewerSchema(known: ReadonlyMap<string, string>, tables: readonly SqlFile[]): void {
  const ours = new Set(tables.map((file) => file.name));
  const foreign = [...known.keys()].filter((version) => version !== CODE && !ours.has(version));
  if (foreign.length > 0) {
    throw new Error(
      `the database has ${foreign.join(", ")}, which this installation does not know: a newer version upgraded it. ` +
        "Start that version again, or restore a backup from before the upgrade.",
    );
  }
}

async function record(tx: ScriptTx, version: string, hash: string): Promise<void> {
  await tx.run(sql`
    insert into app.schema_versions (version, hash) values (${version}, ${hash})
    on conflict (version) do update set hash = excluded.hash, applied_at = now()`);
}

async function runFile(tx: ScriptTx, file: SqlFile): Promise<void> {
  try {
    await tx.script(file.text);
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || collides(cause)) throw cause;
    throw new MigrationError(file, lineOf(cause, file), cause);
  }
}

/** The line of PostgreSQL's error position, which counts characters from 1. */
function lineOf(error: DatabaseError, file: SqlFile): number | null {
  if (error.position === null) return null;
  const characters = Array.from(file.text).slice(0, error.position - 1);
  return characters.filter((c) => c === "\n").length + 1;
}

/** Sets the login role's password if it differs, as a verifier, so that no server log can leak it. */
async function ensurePassword(tx: ScriptTx, password: string): Promise<void> {
  // Only a superuser may read verifiers. Others set the password again, which does not affect open sessions.
  const readable = await tx.run(sql`select has_table_privilege('pg_catalog.pg_authid', 'select')`);
  if (readable.rows[0]?.[0] === "t") {
    const { rows } = await tx.run(sql`select rolpassword from pg_authid where rolname = ${AUTHENTICATOR}`);
    // These files may create no such role.
    if (rows.length === 0 || scramMatches(rows[0]?.[0] ?? null, password)) return;
  }
  await tx.run(sql`alter role ${ident(AUTHENTICATOR)} password ${literal(scramVerifier(password))}`);
}
