/** A database of a bench's own: on the server of WAKELOG_TEST_DATABASE_URL, or else on an embedded one. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { startEmbedded } from "../../packages/server/src/database/postgres-server/embedded.ts";

/** Runs the bench with the URL of an empty database, and removes it afterwards. @param name of the bench */
export async function withDatabase(name: string, bench: (url: string) => Promise<void>): Promise<void> {
  const given = process.env.WAKELOG_TEST_DATABASE_URL;
  if (given !== undefined) {
    const admin = connectPostgres({ url: given, max: 1 });
    const database = `wakelog_bench_${name}_${process.pid}`;
    await admin.pipeline([{ statement: sql`create database ${ident(database)}` }]);
    await bench(connectionUrl(given, { database }));
    await admin.pipeline([{ statement: sql`drop database ${ident(database)} with (force)` }]);
    return admin.close();
  }
  const dataDir = await mkdtemp(join(tmpdir(), "wakelog-bench-"));
  const server = await startEmbedded({ dataDir, port: "auto", durable: false });
  try {
    await bench(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
