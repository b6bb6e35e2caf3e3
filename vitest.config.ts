import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { countLongFiles, LONG_FILES, leavesOutLongFiles } from "./test/support/vitest/long-files.ts";
import { LongestFirst } from "./test/support/vitest/longest-first.ts";

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

const isShort = leavesOutLongFiles(process.env, process.argv);

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(isShort ? [LONG_FILES] : [])],
    globalSetup: ["test/support/vitest/global-setup.ts"],
    setupFiles: ["test/support/vitest/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Loading every module again for each file took most of the time. Files share no state but the server.
    isolate: false,
    // One more than there are processors, as tests often wait for a database or a browser; few enough for its connections.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: { sequencer: LongestFirst },
    reporters: [
      "default",
      ["./test/support/vitest/closing-line.ts", { leftOut: isShort ? countLongFiles("test") : 0 }],
    ],
  },
});
