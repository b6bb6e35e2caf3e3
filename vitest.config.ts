import { statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** What tests write need not outlive them: in memory, where there is plenty of it, hundreds of databases cost little. */
function inMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 4e9 ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}
const folder = process.env.TMPDIR ?? inMemory();
if (folder !== undefined) process.env.TMPDIR = folder;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/vitest/global-setup.ts"],
    setupFiles: ["test/support/vitest/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Loading every module again for each file took most of the time. Files share no state but the server.
    isolate: false,
    maxWorkers: 2,
    reporters: ["default", "./test/support/vitest/closing-line.ts"],
  },
});
