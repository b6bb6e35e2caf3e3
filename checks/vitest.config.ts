import { defineConfig } from "vitest/config";

/** Checks of how the sources are arranged and written, and of what the documents say: part of `npm run lint`. */
export default defineConfig({
  test: { include: ["checks/**/*.test.ts"], pool: "forks", isolate: false, reporters: ["default"] },
});
