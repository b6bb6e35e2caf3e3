import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DESCRIPTION_DIFFERENCES } from "./description-differences.ts";
import { KNOWN_DIFFERENCES } from "./known-differences.ts";

it("the document on known differences tells each of them with its reason", () => {
  const text = readFileSync(new URL("../../../../../docs/known-differences.md", import.meta.url), "utf8");
  const all = [...KNOWN_DIFFERENCES, ...DESCRIPTION_DIFFERENCES];
  const told = text.split("\n").filter((line) => line.startsWith("- **"));
  expect(told).toEqual(all.map(({ title, reason }) => `- **${title}.** ${reason}`));
});
