/** Counts the lines with phrases that the project is getting rid of. The counts may only go down. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, textOf } from "./source-files.ts";

/** The lines that each phrase stands on. */
const CEILINGS = {
  nobody: 2,
  whoever: 0,
  somebody: 0,
  "comes of": 0,
  "becomes of": 0,
  "came of": 0,
  "is to be": 0,
  "are to be": 0,
  "is told": 0,
  "are told": 0,
  "of its own and no more": 0,
};

const SEARCHED = "packages test checks bench bin docs *.md .ci docker deploy .env.example".split(" ");
const LEFT_OUT = [
  "CHANGELOG.md",
  // Migrations that have run are never edited, and their test repeats their text.
  "packages/server/sql/tables/*",
  "packages/server/test/database/migrations/upgrade.long.test.ts",
  "docs/api.md",
  "packages/dashboard/src/languages/*.po",
  "**/generated/*",
  "checks/words.test.ts",
];

const paths = execFileSync(
  "git",
  ["ls-files", "-z", "--", ...SEARCHED, ...LEFT_OUT.map((path) => `:(exclude,glob)${path}`)],
  { cwd: root, encoding: "utf8" },
);
const lines = paths
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)))
  .map(textOf)
  .filter((text) => !text.includes("\0"))
  .flatMap((text) => text.split("\n"));

it.each(Object.entries(CEILINGS))('has "%s" on %i lines and no more', (phrase, ceiling) => {
  const word = new RegExp(`\\b${phrase}\\b`, "i");
  const count = lines.filter((line) => word.test(line)).length;
  expect(count, "more: say it in plain English; fewer: lower the ceiling").toBe(ceiling);
});
