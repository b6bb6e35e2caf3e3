/** The parts of a language: a page waits for the part that has its words. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FIRST_PAGES } from "../../catalogs.ts";
import { messages as first } from "../../src/languages/de.po?first";
import { messages as others } from "../../src/languages/de.po?others";
import { messages as sentences } from "../../src/languages/de.po?sentences";

const [, firstRoutes = "", otherRoutes = ""] = readFileSync(
  join(import.meta.dirname, "../../src/app/routes.ts"),
  "utf8",
).split(/^const (?:FIRST|OTHERS): /m);
const foldersIn = (source: string) =>
  new Set([...source.matchAll(/pages\/(\w+)\//g)].map(([, name]) => name));

it("are for the pages that the routes say", () => {
  expect([...foldersIn(firstRoutes)].sort()).toEqual([...FIRST_PAGES].sort());
  expect(FIRST_PAGES.filter((name) => foldersIn(otherRoutes).has(name))).toEqual([]);
});

it("have no word in common", () => {
  expect(Object.keys(others).filter((id) => id in first)).toEqual([]);
  expect(Object.keys(sentences).filter((id) => id in first || id in others)).toEqual([]);
});

it("have the names of places with the first pages, whose lists show them", () => {
  expect(first).toHaveProperty(["{miles} NM {point} of {place}"]);
});
