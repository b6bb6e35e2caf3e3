/** Creates a backup: one file with the cluster, the generated secrets and a manifest. */
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { copyServer } from "@wakelog/data-api/db/base-backup.ts";
import { ConnectionError, DatabaseError } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { VERSION } from "@wakelog/kit/version.ts";
import { atEnd } from "../../database/postgres-server/at-end.ts";
import { type Binaries, findBinaries } from "../../database/postgres-server/binaries.ts";
import { SYSTEM_DIR } from "../../database/postgres-server/cluster.ts";
import { type Identity, unprivileged } from "../../database/postgres-server/unprivileged.ts";
import type { Config } from "../../settings/config.ts";
import { backupArchive } from "./archive.ts";
import { DRAFT, removeDrafts } from "./keeping.ts";
import { keepRecord } from "./last-backup.ts";
import { ARCHITECTURE, FILES, type Manifest } from "./manifest.ts";
import { countingSource, readSource, type SourceFacts } from "./source.ts";
import { type Verified, verifyBackup } from "./verification.ts";

export interface BackupOptions {
  /** The backup's path; an older file is replaced. */
  readonly file: string;
  /** Whether to restore it to a temporary server and check it before it gets its name. */
  readonly verify: boolean;
}

export interface BackupReport {
  readonly bytes: number;
  /** Start of the copy: it holds everything acknowledged before. */
  readonly taken: string;
  /** The result of verification; null if skipped. */
  readonly verified: Verified | null;
}

/**
 * Backs up the running server at `url`.
 * @throws Error if it failed or the backup is not good; leaves no file then
 */
export async function takeBackup(
  url: string,
  config: Config,
  { file, verify }: BackupOptions,
): Promise<BackupReport> {
  const database = connectPostgres({ url, applicationName: "wakelog backup", max: 1 });
  const draft = `${file}${DRAFT}`;
  const forget = atEnd(() => rmSync(draft, { force: true }));
  try {
    const facts = await database.transaction(readSource);
    if (facts.obstacle !== null) throw new Error(alternatives(facts.obstacle));
    const verifier = verify ? await verifierFor(facts, config) : null;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // First, because this one may need their space.
    await removeDrafts(dirname(file));
    const counting = await countingSource(database);
    const manifest = manifestOf(facts, config);
    await writeCopy(url, manifest, config, draft);
    await counting.copied();
    const options = { dataDir: config.dataDir, counted: counting.counted };
    const verified = verifier === null ? null : await verifyBackup(draft, { ...options, ...verifier });
    const { size } = await stat(draft);
    await rename(draft, file);
    if (verified !== null) await keepRecord(config.dataDir, { taken: manifest.taken, bytes: size });
    return { bytes: size, taken: manifest.taken, verified };
  } finally {
    await rm(draft, { force: true });
    forget();
    await database.close();
  }
}

async function writeCopy(url: string, manifest: Manifest, config: Config, draft: string): Promise<void> {
  const copy = await copyServer({ url, applicationName: "wakelog backup" }).catch((cause: unknown) => {
    const { cause: refused } = cause instanceof ConnectionError ? cause : { cause };
    if (config.databaseUrl === null || !(refused instanceof DatabaseError)) throw cause;
    throw new Error(alternatives(refused.message), { cause });
  });
  try {
    const secrets = manifest.embedded ? await generatedSecrets(config.dataDir) : new Map<string, string>();
    await pipeline(
      Readable.from(backupArchive({ manifest, secrets, copy }), { objectMode: false }),
      createGzip(),
      createWriteStream(draft, { mode: 0o600 }),
    );
  } finally {
    copy.close();
  }
  const written = await open(draft, "r");
  await written.sync().finally(() => written.close());
}

/** The programs that start the copy. */
async function verifierFor(
  facts: SourceFacts,
  config: Config,
): Promise<{ readonly binaries: Binaries; readonly identity: Identity | null }> {
  const identity = unprivileged();
  const copies = identity === null ? config.dataDir : SYSTEM_DIR;
  const binaries = await findBinaries(config.postgresBin, identity, copies);
  if (binaries.major === facts.major && facts.architecture === ARCHITECTURE) return { binaries, identity };
  throw new Error(
    `a copy of PostgreSQL ${facts.major} on ${facts.architecture} cannot be verified by PostgreSQL ${binaries.major} ` +
      `on ${ARCHITECTURE}; set WAKELOG_POSTGRES_BIN to the folder of its programs, or say --no-verify`,
  );
}

function manifestOf(facts: SourceFacts, config: Config): Manifest {
  const { major, version, architecture, superuser, database, preload, schema } = facts;
  return {
    format: 1,
    taken: new Date().toISOString(),
    wakelog: VERSION,
    schema,
    embedded: config.databaseUrl === null,
    postgres: { major, version, architecture, superuser, database, preload },
  };
}

async function generatedSecrets(dataDir: string): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  for (const name of FILES.secrets) {
    const path = join(dataDir, name);
    if (existsSync(path)) secrets.set(name, await readFile(path, "utf8"));
  }
  return secrets;
}

/** Alternatives for a server that cannot be copied. */
function alternatives(reason: string): string {
  return (
    `the server of DATABASE_URL cannot be copied: ${reason}. Either make its role one that may replicate ` +
    "(alter role … replication), or use PostgreSQL's own tools of the server's release, and keep WAKELOG_JWT_SECRET " +
    'with what they make: pg_dump -Fc --enable-row-security --no-owner -f wakelog.dump "$DATABASE_URL" for this database, or ' +
    'pg_basebackup -Ft -z -X fetch -D wakelog-backup -d "$DATABASE_URL" for the whole server; docs/keeping.md shows how to restore'
  );
}
