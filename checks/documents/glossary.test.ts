/** The glossary holds words that are used. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { DASHBOARD_SOURCES, filesBelow, root, SERVER_SOURCES, textOf } from "../source-files.ts";
import { DOCUMENTS, rowsOf } from "./documents.ts";

const GLOSSARY = "docs/glossary.md";
const ENTRIES = rowsOf(textOf(GLOSSARY));
/** Every term; one entry may explain several. */
const TERMS = ENTRIES.flatMap(([cell = ""]) => cell.replaceAll("**", "").split(", "));

const SQL = readdirSync(join(root, "packages"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.name.endsWith(".sql") && /\/sql(\/|$)/.test(entry.parentPath))
  .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`));

/** Text as words: `StayInterval`, `stay_interval` and "stay interval" are the same two. */
function words(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_\s/*-]+/g, " ")
    .toLowerCase();
}

const USED = words(
  [
    ...[...SERVER_SOURCES, DASHBOARD_SOURCES].flatMap(filesBelow),
    ...SQL,
    ...DOCUMENTS.filter((path) => path !== GLOSSARY),
  ]
    .map(textOf)
    .join("\n"),
);

it("has no word twice", () => {
  expect(TERMS.filter((term, i) => TERMS.indexOf(term) !== i)).toEqual([]);
});

it("has no unused word", () => {
  const unused = TERMS.filter((term) => {
    const word = words(term).trim().replace(/y$/, "(?:y|ie)");
    return !new RegExp(`\\b${word}(?:e?s)?\\b`).test(USED);
  });
  expect(TERMS.length).toBeGreaterThan(50);
  expect(unused).toEqual([]);
});

it("explains each word in a line", () => {
  expect(ENTRIES.filter(([, meaning = ""]) => meaning === "" || meaning.length > 300)).toEqual([]);
});
