/**
 * One PostgreSQL server per test run: the one at WAKELOG_TEST_DATABASE_URL (a superuser's URL), or an embedded
 * one in a temporary directory. WAKELOG_TEST_SPATIAL chooses the spatial adapter.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import type { TestProject } from "vitest/node";
import { PORTS, type SpatialAdapter } from "../../../packages/server/src/database/migrations/sql-files.ts";
import { startEmbedded } from "../../../packages/server/src/database/postgres-server/embedded.ts";

const undo: (() => Promise<void>)[] = [];

/** Called by the test runner before the first file. */
export async function setup(project: TestProject): Promise<void> {
  // What messages say, of the catalogs as they are now.
  execFileSync(process.execPath, ["bin/build.mjs", "words"], { stdio: "inherit" });
  const url = process.env.WAKELOG_TEST_DATABASE_URL ?? (await startTemporaryServer());
  const template = `wakelog_template_${randomUUID().slice(0, 8)}`;
  project.provide("server", { url, template, major: await majorOf(url), spatial: wantedSpatial() });
  undo.push(() => dropDatabases(url, template));
}

/** Called by the test runner after the last file. */
export async function teardown(): Promise<void> {
  for (const step of undo.reverse()) await step();
}

async function startTemporaryServer(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "wakelog-test-"));
  await chmod(dataDir, 0o755);
  // Test data need not survive a power failure.
  const server = await startEmbedded({ dataDir, port: "auto", durable: false });
  undo.push(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server.url;
}

async function majorOf(url: string): Promise<number> {
  const db = connectPostgres({ url, max: 1 });
  try {
    const [row] = await db.transaction((tx) =>
      tx.query(sql`select current_setting('server_version_num')::integer / 10000 as major`),
    );
    return Number(row?.major);
  } finally {
    await db.close();
  }
}

function wantedSpatial(): SpatialAdapter | null {
  const wanted = process.env.WAKELOG_TEST_SPATIAL ?? "";
  if (wanted === "") return null;
  const adapter = PORTS.spatial.find((one) => one === wanted);
  if (adapter === undefined)
    throw new Error(`WAKELOG_TEST_SPATIAL must be one of ${PORTS.spatial.join(", ")}`);
  return adapter;
}

/** Drops this run's templates, and databases left by crashed test files. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const db = connectPostgres({ url: connectionUrl(url, { database: "postgres" }), max: 1 });
  const { rows } = await db.transaction((tx) =>
    tx.run(sql`select datname from pg_database where starts_with(datname, ${`${template}_`})`),
  );
  for (const [name] of rows) {
    await db.pipeline([{ statement: sql`drop database if exists ${ident(name ?? "")} with (force)` }]);
  }
  await db.close();
}
