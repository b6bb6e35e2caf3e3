/** An installation that has lost something never starts a new, empty logbook: it explains what to do. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeBackup } from "../../../src/service/backups/backup.ts";
import { restoreBackup } from "../../../src/service/backups/restore.ts";
import { type Installation, openDatabase } from "../../../src/service/installation.ts";
import { type Config, readConfig } from "../../../src/settings/config.ts";

const RESTORING = join(import.meta.dirname, "restoring-process.ts");

let root: string;
const folder = (name: string): string => join(root, name);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "wakelog-fresh-"));
  await chmod(root, 0o755);
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const configOf = (dataDir: string): Config =>
  readConfig({ WAKELOG_DATA_DIR: dataDir, WAKELOG_DB_PORT: "0", WAKELOG_BACKUP_DIR: folder("backups") });

async function opened<T>(dataDir: string, work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await openDatabase(configOf(dataDir), ignoreAll);
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** The secret and the accounts that a data directory starts with. */
const found = (dataDir: string): Promise<unknown> =>
  opened(dataDir, async ({ secret, service }) => ({
    secret,
    accounts: (await service((tx) => tx.query(sql`select account_id from app.accounts`))).length,
  }));

/** Creates a data directory with an account. @returns how to start it */
async function installed(dataDir: string): Promise<unknown> {
  await opened(dataDir, ({ service }) =>
    service((tx) =>
      tx.run(sql`insert into app.accounts (account_id, email, first, last, password_hash)
        values ('aino', 'aino@example.org', 'Aino', 'Meri', '-')`),
    ),
  );
  return await found(dataDir);
}

test("a missing or empty secret is refused where there is a database, and is taken when it is back", async () => {
  const dataDir = folder("secretless");
  const before = await installed(dataDir);
  const file = join(dataDir, "jwt-secret");
  await rename(file, `${file}.kept`);
  for (const damage of [async () => {}, () => writeFile(file, ""), () => writeFile(file, "\n")]) {
    await damage();
    await expect(found(dataDir)).rejects.toThrow(/jwt-secret, .* is missing or empty.* WAKELOG_JWT_SECRET/s);
  }
  await rename(`${file}.kept`, file);
  expect(await found(dataDir)).toEqual(before);
});

test("a first start that was interrupted at any file goes on", async () => {
  for (const left of [[], ["jwt-secret"], ["jwt-secret", "postgres.password"]]) {
    const dataDir = folder(`first-${left.length}`);
    await mkdir(dataDir, { mode: 0o755 });
    for (const name of left) await writeFile(join(dataDir, name), `${"x".repeat(40)}\n`);
    expect(await found(dataDir)).toMatchObject({ accounts: 0 });
  }
  const dataDir = folder("first-empty-secret");
  await mkdir(dataDir, { mode: 0o755 });
  await writeFile(join(dataDir, "jwt-secret"), "");
  expect(await found(dataDir)).toEqual({ accounts: 0, secret: expect.stringMatching(/^[\w-]{64}$/) });
});

test("a lost cluster is refused, and is taken when it is back", async () => {
  const dataDir = folder("lost");
  const before = await installed(dataDir);
  await rename(join(dataDir, "postgres"), folder("elsewhere"));
  await expect(found(dataDir)).rejects.toThrow(/had a database, and .* is missing/);
  expect(await readdir(dataDir)).not.toContain("postgres");
  await rename(folder("elsewhere"), join(dataDir, "postgres"));
  expect(await found(dataDir)).toEqual(before);
});

test("what a killed restore leaves is never taken for an installation without a database", async () => {
  const source = folder("source");
  const before = await installed(source);
  const file = folder("copy.tar.gz");
  await opened(source, ({ url }) => takeBackup(url, configOf(source), { file, verify: false }));
  let halves = 0;
  for (let n = 0; n < 6; n++) {
    const dataDir = folder(`restored-${n}`);
    await killedAfter(n, spawnRestore(file, dataDir), dataDir);
    const left: readonly string[] = await readdir(dataDir).catch(() => []);
    if (left.every(isBefore)) continue;
    const isWhole = left.includes("postgres");
    if (!isWhole) halves++;
    const outcome = await found(dataDir).catch((cause: unknown) => String(cause));
    expect([left, outcome]).toEqual([
      left,
      isWhole ? before : expect.stringMatching(/run "wakelog restore" again|jwt-secret/),
    ]);
  }
  expect(halves).toBeGreaterThan(0);
  const whole = folder("whole");
  await restoreBackup(file, { dataDir: whole, postgresBin: null });
  expect(await found(whole)).toEqual(before);
}, 240_000);

function spawnRestore(file: string, dataDir: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", RESTORING, file, dataDir], { stdio: "inherit" });
}

/** The lock, a draft of it, or a draft of the record that a cluster is there: nothing is restored yet. */
const isBefore = (name: string) => /^(wakelog\.lock|postgres\.made\.)/.test(name);

/** Kills it at the n-th moment after it began to write, unless it ends before. */
async function killedAfter(n: number, child: ChildProcess, dataDir: string): Promise<void> {
  const ended = once(child, "exit");
  const begun = async (): Promise<boolean> =>
    readdir(dataDir).then(
      (names) => !names.every(isBefore),
      () => false,
    );
  while (child.exitCode === null && !(await begun())) await sleep(1);
  await sleep(n ** 2 * 10);
  child.kill("SIGKILL");
  await ended;
}
