import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  DataDirInUseError,
  LOCK_FILE,
  lockDataDir,
} from "../../../src/database/postgres-server/data-lock.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "wakelog-lock-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

test("of several that take a data directory at once one has it, and the others' errors name it", async () => {
  for (let round = 0; round < 100; round++) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, async (_, place) => {
        // Not in step: one may be about to begin while another has just been refused.
        for (let turn = 0; turn < place * (round % 10); turn++) await setImmediate();
        return lockDataDir(dataDir);
      }),
    );
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(DataDirInUseError);
      expect(reason.message).toContain(`${dataDir} is in use by process ${process.pid}`);
    }
    for (const one of outcomes) if (one.status === "fulfilled") await one.value();
  }
  expect(await readdir(dataDir)).toEqual([]);
});

test("a folder in the place of the lock is named, not waited for", async () => {
  await mkdir(join(dataDir, LOCK_FILE));
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    /wakelog\.lock cannot be read as a lock file; .*remove it/,
  );
  expect(await readdir(dataDir)).toEqual([LOCK_FILE]);
  await rm(join(dataDir, LOCK_FILE), { recursive: true });
});
