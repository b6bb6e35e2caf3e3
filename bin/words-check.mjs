// Counts the lines with phrases that the project is getting rid of. The counts may only go down. Run by `npm run lint`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The lines each phrase may stand on. */
const CEILINGS = {
  nobody: 122,
  whoever: 20,
  somebody: 36,
  "comes of": 0,
  "becomes of": 0,
  "came of": 2,
  "is to be": 2,
  "are to be": 0,
  "is told": 5,
  "are told": 5,
  "of its own and no more": 0,
};

const SEARCHED = "src sql web/src test checks bench bin docs *.md .ci docker deploy .env.example".split(" ");
const LEFT_OUT = [
  "CHANGELOG.md",
  "docs/api.md",
  "web/src/languages/*.po",
  "**/generated/*",
  "bin/words-check.mjs",
];

const root = fileURLToPath(new URL("..", import.meta.url));
const paths = execFileSync(
  "git",
  ["ls-files", "-z", "--", ...SEARCHED, ...LEFT_OUT.map((path) => `:(exclude,glob)${path}`)],
  { cwd: root, encoding: "utf8" },
);
const lines = paths
  .split("\0")
  .filter((path) => path !== "" && existsSync(`${root}${path}`))
  .map((path) => readFileSync(`${root}${path}`, "utf8"))
  .filter((text) => !text.includes("\0"))
  .flatMap((text) => text.split("\n"));

for (const [phrase, ceiling] of Object.entries(CEILINGS)) {
  const word = new RegExp(`\\b${phrase}\\b`, "i");
  const count = lines.filter((line) => word.test(line)).length;
  if (count === ceiling) continue;
  console.error(
    count > ceiling
      ? `bin/words-check.mjs: "${phrase}" is on ${count} lines, ${ceiling} are allowed: say it in plain English`
      : `bin/words-check.mjs: "${phrase}" is on ${count} lines only: lower its ceiling from ${ceiling} to ${count}`,
  );
  process.exitCode = 1;
}
