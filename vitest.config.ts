import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { catalogs } from "./packages/dashboard/catalogs.ts";
import { linguiMacros } from "./packages/dashboard/lingui-macros.ts";
import { countFiles, endingsLeftOut } from "./test/support/vitest/long-files.ts";
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

const leftOut = endingsLeftOut(process.env, process.argv);
const isNight = leftOut.length === 0;

export default defineConfig({
  // The dashboard's modules mark their words for translation, and its languages are catalogs of them.
  plugins: [linguiMacros(), catalogs()],
  test: {
    include: ["packages/*/test/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...leftOut.map((ending) => `packages/**/*${ending}`)],
    globalSetup: ["test/support/vitest/global-setup.ts"],
    setupFiles: ["test/support/vitest/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What must come is waited for on a busy machine too; a second is soon over there.
    expect: { poll: { timeout: 30_000 } },
    pool: "forks",
    // Loading every module again for each file took most of the time. Files share no state but the server.
    isolate: false,
    // Much of what a test allocates is soon of no use: with more room for it, it is seldom looked through.
    execArgv: ["--max-semi-space-size=64"],
    // One more than there are processors, as tests often wait for clocks and the database; few enough for its connections.
    // Night files freeze and kill processes, and are left the processors.
    maxWorkers: Math.min(4, availableParallelism() + (isNight ? 0 : 1)),
    sequence: { sequencer: LongestFirst },
    reporters: [
      "default",
      ["./test/support/vitest/closing-line.ts", { leftOut: countFiles("packages", leftOut) }],
    ],
  },
});
