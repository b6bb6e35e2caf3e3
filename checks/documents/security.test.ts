/** Each test that docs/security.md names exists, and each of its rules names one or admits that it is not kept yet. */
import { describe, expect, it } from "vitest";
import { rowsOf, sectionOf } from "./documents.ts";
import { isNeat, missing, proofsIn } from "./proofs.ts";

const PATH = "docs/security.md";
const WHO = rowsOf(sectionOf(PATH, "Who might want it"));
const RULES = rowsOf(sectionOf(PATH, "The rules"));

describe("docs/security.md", () => {
  it("names tests that there are", () => {
    const named = [...WHO, ...RULES].flatMap((cells) => proofsIn(cells.at(-1) ?? ""));
    expect(named.length).toBeGreaterThan(60);
    expect(missing(named)).toEqual([]);
  });

  it("names nothing else where it names tests", () => {
    const sloppy = [...WHO, ...RULES.filter(([, state]) => state === "held")].filter(
      (cells) => !isNeat(cells.at(-1) ?? ""),
    );
    expect(sloppy).toEqual([]);
  });

  it("says of each rule whether it is held", () => {
    expect(RULES.filter((cells) => cells.length !== 3)).toEqual([]);
    expect(RULES.filter(([, state = ""]) => !["held", "not yet"].includes(state))).toEqual([]);
    const unsaid = RULES.filter(([, state, why = ""]) => state === "not yet" && why.length < 20);
    expect(unsaid).toEqual([]);
  });
});
