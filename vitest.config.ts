import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Loading every module again for each file took most of the time. Files share no state but the server.
    isolate: false,
    maxWorkers: 2,
    reporters: ["default", "./test/support/closing-line.ts"],
  },
});
