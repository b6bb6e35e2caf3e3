/**
 * Translations of the dashboard and the service's messages: complete in every language, and consistent with the
 * English.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const FOLDER = "packages/dashboard/src/languages";
const MESSAGES = "packages/server/src/people/notifications/words";
const LANGUAGES = ["en", "fr", "es", "de", "pt"] as const;

interface Entry {
  readonly english: string;
  readonly words: string;
}

/** The entries of a gettext catalog, without its header. */
function entriesOf(text: string): readonly Entry[] {
  const read = (quoted: string): string =>
    [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
      .map(([, part = ""]) => JSON.parse(`"${part}"`) as string)
      .join("");
  return [...text.matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)msgstr ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm)]
    .map(([, english = "", words = ""]) => ({ english: read(english), words: read(words) }))
    .filter(({ english }) => english !== "");
}

/** What every translation must contain: placeholders and tags. */
function marksOf(sentence: string): readonly string[] {
  const names = [...sentence.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = ""]) => `{${name}}`);
  const tags = [...sentence.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag);
  // Plural forms repeat their contents, and languages differ in the number of forms.
  return [...new Set([...names, ...tags])].sort();
}

describe("the words of the dashboard and of messages", () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "wakelog-words-"));
    const dashboard = ["package.json", "lingui.config.ts", "src"].map((name) => `packages/dashboard/${name}`);
    for (const one of [...dashboard, MESSAGES]) cpSync(join(root, one), join(copy, one), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const lingui = join(root, "node_modules/@lingui/cli/dist/lingui.js");
    const run = spawnSync(process.execPath, [lingui, "extract", "--clean"], {
      cwd: join(copy, "packages/dashboard"),
      encoding: "utf8",
    });
    expect(run.stderr + run.stdout).toContain("Catalog statistics");
  }, 120_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("are in the catalogs as they are in the sources: npm run words", () => {
    const english = (folder: string) =>
      entriesOf(readFileSync(join(folder, FOLDER, "en.po"), "utf8")).map((entry) => entry.english);
    expect(english(root)).toEqual(english(copy));
    expect(english(root).length).toBeGreaterThan(500);
  });

  it.each(LANGUAGES)("are all there in %s, with every name and mark of the English", (language) => {
    const entries = entriesOf(readFileSync(join(copy, FOLDER, `${language}.po`), "utf8"));
    expect(entries.filter(({ words }) => words === "").map(({ english }) => english)).toEqual([]);
    const others = entries.filter(
      ({ english, words }) => JSON.stringify(marksOf(english)) !== JSON.stringify(marksOf(words)),
    );
    expect(others).toEqual([]);
  });

  it.each(LANGUAGES)("write units in %s the same everywhere", (language) => {
    const entries = entriesOf(readFileSync(join(copy, FOLDER, `${language}.po`), "utf8"));
    for (const english of ["NM", "kn"]) {
      const symbol = entries.find((entry) => entry.english === english)?.words ?? "";
      const unit = (one: string) => new RegExp(`(?<![\\p{L}{])${one}(?![\\p{L}}])`, "gu");
      const found = entries.filter((entry) => unit(english).test(entry.english));
      expect(found.length).toBeGreaterThan(5);
      const count = (words: string, one: string) => words.match(unit(one))?.length ?? 0;
      const others = found.filter((entry) => count(entry.english, english) !== count(entry.words, symbol));
      expect(others).toEqual([]);
    }
  });
});
