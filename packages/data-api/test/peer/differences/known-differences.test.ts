import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DESCRIPTION_DIFFERENCES } from "./description-differences.ts";
import { KNOWN_DIFFERENCES } from "./known-differences.ts";

it("docs/known-differences.md lists every difference with its reason", () => {
  const text = readFileSync(new URL("../../../../../docs/known-differences.md", import.meta.url), "utf8");
  const all = [...KNOWN_DIFFERENCES, ...DESCRIPTION_DIFFERENCES];
  const listed = text.split("\n").filter((line) => line.startsWith("- **"));
  expect(listed).toEqual(all.map(({ title, reason }) => `- **${title}.** ${reason}`));
});
