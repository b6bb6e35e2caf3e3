/** Browsers may refuse storage: only one module uses it, and handles that. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../src");

test("storage is used in one place", () => {
  const users = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && file !== "offline/remembered.ts")
    .filter((file) => /\b(local|session)Storage\b(?!")/.test(readFileSync(resolve(SOURCES, file), "utf8")));
  expect(users).toEqual([]);
});
