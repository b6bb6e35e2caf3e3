/** Each test that docs/security.md names exists, and each of its rules names one or admits that it is not kept yet. */
import { describe, expect, it } from "vitest";
import { filesBelow, textOf } from "../source-files.ts";
import { rowsOf, sectionOf } from "./documents.ts";

const PATH = "docs/security.md";
const WHO = rowsOf(sectionOf(PATH, "Who might want it"));
const RULES = rowsOf(sectionOf(PATH, "The rules"));

/** The tests that a cell names: \`file without its ending\`: "title". */
function testsIn(cell: string): readonly { readonly file: string; readonly title: string }[] {
  const named = cell.matchAll(/`(test\/[^`]+)`: "([^"]+)"/g);
  return [...named].map(([, file = "", title = ""]) => ({ file, title }));
}

/** Files of tests by their paths without endings. */
const FILES = new Map(
  filesBelow("test")
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => [file.replace(/(\.long)?\.test\.ts$/, ""), textOf(file)]),
);

describe("docs/security.md", () => {
  it("names tests that there are", () => {
    const named = [...WHO, ...RULES].flatMap((cells) => testsIn(cells.at(-1) ?? ""));
    const isIn = (text: string | undefined, title: string) => text?.includes(`("${title}"`) === true;
    const missing = named.filter(({ file, title }) => !isIn(FILES.get(file), title));
    const nowIn = (title: string) => [...FILES].filter(([, text]) => isIn(text, title)).map(([file]) => file);
    expect(named.length).toBeGreaterThan(60);
    expect(missing.map(({ file, title }) => ({ file, title, nowIn: nowIn(title) }))).toEqual([]);
  });

  it("names nothing else where it names tests", () => {
    const sloppy = [...WHO, ...RULES.filter(([, state]) => state === "held")].filter((cells) => {
      const cell = cells.at(-1) ?? "";
      return testsIn(cell).length === 0 || testsIn(cell).length !== cell.split("; `test/").length;
    });
    expect(sloppy).toEqual([]);
  });

  it("says of each rule whether it is held", () => {
    expect(RULES.filter((cells) => cells.length !== 3)).toEqual([]);
    expect(RULES.filter(([, state = ""]) => !["held", "not yet"].includes(state))).toEqual([]);
    const unsaid = RULES.filter(([, state, why = ""]) => state === "not yet" && why.length < 20);
    expect(unsaid).toEqual([]);
  });
});
