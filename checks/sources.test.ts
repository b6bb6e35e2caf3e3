/** How the sources are written, as CONTRIBUTING.md and ARCHITECTURE.md say. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ABOARD_SOURCES,
  codeOf,
  DASHBOARD_SOURCES,
  filesBelow,
  foldersBelow,
  linesOf,
  root,
  SERVER_SOURCES,
  TESTS,
  textOf,
} from "./source-files.ts";

const sources = [...SERVER_SOURCES, ...ABOARD_SOURCES].flatMap(filesBelow);
const everything = [...SERVER_SOURCES, ...ABOARD_SOURCES, DASHBOARD_SOURCES, ...TESTS];
const MOST_FILES = 16;
const MOST_LINES = 300;
/** Where SQL is made of a number, or of one of the driver's own words: neither is text from a caller. */
const MADE_OF_NUMBERS: readonly string[] = [
  "packages/data-api/src/db/transaction.ts",
  "packages/data-api/src/engine/query/expression.ts",
];

describe("the sources", () => {
  it("reads the environment only in the configuration and the command line", () => {
    const reading = sources.filter(
      (file) =>
        !file.startsWith("packages/server/src/cli/") &&
        file !== "packages/data-api/src/command/run.ts" &&
        // PGHOST and so on, which every program of PostgreSQL reads.
        file !== "packages/data-api/src/db/wire/server-address.ts" &&
        !file.startsWith("packages/server/src/settings/config") &&
        textOf(file).includes("process.env"),
    );
    expect(reading).toEqual([]);
  });

  it("makes no SQL from other text: what is raw is written out where it stands", () => {
    const others = sources.filter((file) => !MADE_OF_NUMBERS.includes(file));
    const made = others.filter((file) => /\braw\(\s*(`[^`]*\$\{|"[^"]*" \+)/.test(codeOf(file)));
    expect(made).toEqual([]);
  });

  it("has no `any`, and tells the compiler to overlook nothing", () => {
    const unchecked = [...sources, ...filesBelow(DASHBOARD_SOURCES)].filter((file) =>
      /(:|\bas|<|,)\s*any\b(?!\s*\w)|@ts-(ignore|nocheck|expect-error)/.test(
        codeOf(file).replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, ""),
      ),
    );
    expect(unchecked).toEqual([]);
  });

  it("makes paths of file URLs by `fileURLToPath`, which decodes blanks and umlauts", () => {
    const encoded = [...everything, "checks"]
      .flatMap(filesBelow)
      .filter((file) => /\bimport\.meta\.url\)\s*\.pathname\b/.test(codeOf(file)));
    expect(encoded).toEqual([]);
  });

  it("leaves nothing to be done later", () => {
    const later = [...sources, ...filesBelow(DASHBOARD_SOURCES)].filter((file) =>
      /\b(TODO|FIXME)\b/.test(textOf(file)),
    );
    expect(later).toEqual([]);
  });

  it("keeps files short enough to hold one noun", () => {
    const long = everything
      .flatMap(filesBelow)
      .filter((file) => !file.includes("/generated/") && linesOf(file) > MOST_LINES);
    expect(long).toEqual([]);
  });

  it("keeps folders small enough to be seen at a glance", () => {
    const full = everything
      .flatMap((top) => [top, ...foldersBelow(top).map((folder) => join(top, folder))])
      .filter(
        (folder) =>
          readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile()).length >
          MOST_FILES,
      );
    expect(full).toEqual([]);
  });

  it("names folders after nouns of their own", () => {
    const vague = everything
      .flatMap(filesBelow)
      .filter((file) => /(^|\/)(utils?|helpers?|common|shared|lib|misc|types)\//.test(file));
    expect(vague).toEqual([]);
  });
});
