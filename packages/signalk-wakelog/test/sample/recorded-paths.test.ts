import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matcherOf } from "../../src/sample/recorded-paths.ts";

/** Whether a text has the form of a pattern, letter by letter. */
function matches(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern.startsWith("*"))
    return matches(pattern.slice(1), text) || (text !== "" && matches(pattern, text.slice(1)));
  return text.startsWith(pattern.slice(0, 1)) && matches(pattern.slice(1), text.slice(1));
}

describe("patterns of paths", () => {
  it("mean anything by a star, and nothing by other signs", () => {
    const text = (signs: string) => fc.string({ unit: fc.constantFrom(...signs), maxLength: 8 });
    fc.assert(
      fc.property(text("ab.*"), text("ab."), (pattern, path) => {
        expect(matcherOf([pattern])(path)).toBe(matches(pattern, path));
      }),
      { numRuns: 3000 },
    );
  });

  it("take no longer for many stars", () => {
    expect(matcherOf([`${"*a".repeat(99)}*b`])("a".repeat(200))).toBe(false);
  });
});
