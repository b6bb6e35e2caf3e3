/** Verifies a backup: restores it to a temporary server, starts it and checks its data. */
import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { isAlive } from "@wakelog/kit/foreign-processes.ts";
import { z } from "zod";
import type { Binaries } from "../../database/postgres-server/binaries.ts";
import { clusterHome } from "../../database/postgres-server/embedded.ts";
import { stopLeftover } from "../../database/postgres-server/postmaster.ts";
import { startScratch } from "../../database/postgres-server/scratch.ts";
import { canReach, type Identity } from "../../database/postgres-server/unprivileged.ts";
import { readBackup } from "./backup-file.ts";
import { type CountedSource, countRows, type RowCounts, wrongCounts } from "./row-counts.ts";
import { unpacker } from "./unpacking.ts";

/** What was checked. */
export interface Verified {
  readonly tables: number;
  readonly rows: number;
  readonly indexes: number;
}

export interface VerificationOptions {
  /** Must have room for a second copy of the cluster. */
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly identity: Identity | null;
  /** Row counts of the source. */
  readonly counted: () => Promise<CountedSource>;
}

const Relation = z.object({ oid: z.coerce.number(), name: z.string() });
const Fault = z.object({ message: z.string() });
/** Most faults reported per table. */
const MOST_REPORTED = 3;

/** @throws Error describing what is wrong */
export async function verifyBackup(path: string, options: VerificationOptions): Promise<Verified> {
  const { binaries, identity } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const parent = await clusterHome(dataDir, identity !== null && !canReach(dataDir, identity));
  await removeScratches(parent, binaries);
  const home = await mkdtemp(join(parent, `.scratch-${process.pid}-`));
  try {
    await chmod(home, 0o755);
    const cluster = join(home, "postgres");
    const place = { cluster, secrets: null, identity, durable: false };
    const { postgres } = await readBackup(path, await unpacker(place));
    const server = await startScratch({ home, cluster, binaries, identity, ...postgres });
    try {
      return await checkData(server.connection, await options.counted());
    } finally {
      await server.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Removes the remains of killed verifications. */
async function removeScratches(parent: string, binaries: Binaries): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^\.scratch-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await stopLeftover(join(parent, name, "postgres"), binaries);
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function checkData(
  connection: Parameters<typeof connectPostgres>[0],
  source: CountedSource,
): Promise<Verified> {
  const database = connectPostgres({ ...connection, max: 1 });
  try {
    return await database.transaction(async (tx) => {
      const counts = await countRows(tx);
      const wrong = wrongCounts(counts, source);
      if (wrong.length > 0) throw new Error(`the copy differs from the database: ${wrong.join("; ")}`);
      await tx.run(sql`create extension if not exists amcheck`);
      const indexes = await checkIndexes(tx);
      await checkTables(tx);
      return { tables: counts.size, rows: total(counts), indexes };
    });
  } finally {
    await database.close();
  }
}

/** Checks that each index is ordered and complete. @returns the number of indexes */
async function checkIndexes(tx: Tx): Promise<number> {
  const indexes = await tx.query(sql`
    select c.oid::int8, c.oid::regclass::text as name
    from pg_class c join pg_am a on a.oid = relam join pg_index on indexrelid = c.oid
    where amname = 'btree' and relkind = 'i' and relpersistence = 'p' and indisready and indisvalid`);
  for (const row of indexes) {
    const { oid, name } = Relation.parse(row);
    await tx.run(sql`select bt_index_check(${oid}::oid, true)`).catch((cause: unknown) => {
      throw new Error(`the index ${name} is damaged in the copy: ${String(cause)}`, { cause });
    });
  }
  return indexes.length;
}

/** Checks that each row of each table can be read. */
async function checkTables(tx: Tx): Promise<void> {
  const tables = await tx.query(sql`
    select c.oid::int8, c.oid::regclass::text as name from pg_class c join pg_am a on a.oid = relam
    where amname = 'heap' and relkind in ('r', 'm', 't') and relpersistence = 'p'`);
  for (const row of tables) {
    const { oid, name } = Relation.parse(row);
    const faults = await tx.query(sql`
      select msg as message from verify_heapam(${oid}::oid, check_toast => true) limit ${MOST_REPORTED}::int`);
    if (faults.length === 0) continue;
    const reported = faults.map((fault) => Fault.parse(fault).message).join("; ");
    throw new Error(`the table ${name} is damaged in the copy: ${reported}`);
  }
}

function total(counts: RowCounts): number {
  return [...counts.values()].reduce((sum, rows) => sum + rows, 0);
}
