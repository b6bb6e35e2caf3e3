import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { describeDataApiSettings } from "../../src/command/settings.ts";

const file = join(resolve(import.meta.dirname, "../../../.."), "docs/data-api.md");
const BETWEEN = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

/** The settings as a Markdown table. Run with `WAKELOG_TEST_WRITE_DOCS=1` to write it. */
function table(): string {
  const rows = describeDataApiSettings().map(({ name, formerly = [], default: usual, inDatabase }) => {
    const names = [name, ...formerly].map((one) => `\`${one}\``).join(", formerly ");
    const shown = usual === null || usual === "" ? "–" : `\`${usual}\``;
    return `| ${names} | ${shown} | ${inDatabase === true ? "yes" : ""} |`;
  });
  return ["| Setting | Default | In the database |", "|---|---|---|", ...rows, ""].join("\n");
}

it("the document on the data API describes every setting", () => {
  const text = readFileSync(file, "utf8");
  const wanted = text.replace(BETWEEN, `$1${table()}$2`);
  if (process.env.WAKELOG_TEST_WRITE_DOCS === "1") writeFileSync(file, wanted);
  expect(readFileSync(file, "utf8")).toBe(wanted);
});
