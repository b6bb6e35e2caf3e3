/** What the documents link to is there. */
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { DASHBOARD_SOURCES, filesBelow, root, SERVER_SOURCES, TESTS, textOf } from "../source-files.ts";
import { anchorsOf, DOCUMENTS, withoutBlocks } from "./documents.ts";

/** The documents, and the generated page, to which they link. */
const LINKING = [...DOCUMENTS, "docs/api.md", "CHANGELOG.md"];

function linksOf(path: string): readonly string[] {
  return [...withoutBlocks(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? "");
}

describe.each(LINKING)("%s", (path) => {
  it("links to files and headings that are there", () => {
    const broken = linksOf(path).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});

it("leads from the first page to every document", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    const targets = linksOf(path).filter((link) => !/^https?:/.test(link));
    for (const link of targets) {
      const target = normalize(join(dirname(path), link.split("#")[0] ?? ""));
      if (target.endsWith(".md")) reached.add(target);
    }
  }
  expect(LINKING.filter((path) => !reached.has(path))).toEqual([]);
});

it("finds every document that a comment names", () => {
  const missing = [...SERVER_SOURCES, DASHBOARD_SOURCES, ...TESTS, "bench"]
    .flatMap(filesBelow)
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bdocs\/[\w/.-]+\.md\b/g)]
        .map(([document]) => document)
        .filter((document) => !existsSync(join(root, document)))
        .map((document) => `${file}: ${document}`),
    );
  expect(missing).toEqual([]);
});
