import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { KNOWN_DIFFERENCES } from "./known-differences.ts";

it("the document on known differences tells each of them with its reason", () => {
  const text = readFileSync(new URL("../../docs/known-differences.md", import.meta.url), "utf8");
  const missing = KNOWN_DIFFERENCES.filter(
    ({ title, reason }) => !text.includes(`- **${title}.** ${reason}`),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});
