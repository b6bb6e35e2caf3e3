import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { describeSettings } from "../../src/settings/config.ts";

const file = join(resolve(import.meta.dirname, "../../../.."), "docs/operations.md");
const BETWEEN = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

/** The settings as a Markdown table. Run with `WAKELOG_TEST_WRITE_DOCS=1` to write it. */
function table(): string {
  const rows = describeSettings().map(
    (s) => `| \`${s.name}\` | ${s.default === "" ? "–" : `\`${s.default}\``} | ${s.sentence} |`,
  );
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...rows, ""].join("\n");
}

it("documents every setting as the configuration has it", () => {
  const text = readFileSync(file, "utf8");
  const wanted = text.replace(BETWEEN, `$1${table()}$2`);
  if (process.env.WAKELOG_TEST_WRITE_DOCS === "1") writeFileSync(file, wanted);
  expect(readFileSync(file, "utf8")).toBe(wanted);
});
