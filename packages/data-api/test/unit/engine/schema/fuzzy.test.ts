import fc from "fast-check";
import { expect, test } from "vitest";
import { closest, editDistance } from "../../../../src/engine/schema/fuzzy.ts";

const NAMES = ["telescopes", "observers", "nights", "site_contacts", "best_nights"];

test("a misspelt name finds the one that was meant", () => {
  expect(closest("telescop", NAMES)).toBe("telescopes");
  expect(closest("observer", NAMES)).toBe("observers");
  expect(closest("contacts", NAMES)).toBe("site_contacts");
  expect(closest("bestnights", NAMES)).toBe("best_nights");
});

test("a name like none of them finds none", () => {
  expect(closest("xyzzy", NAMES)).toBeNull();
  expect(closest("anything", [])).toBeNull();
});

test("lists of parameters are compared as a whole", () => {
  expect(closest("(a, c)", ["(x)", "(a, b)"])).toBe("(a, b)");
});

test("a name finds itself, whatever the case of its letters", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
      fc.nat(),
      (names, at) => {
        const name = names[at % names.length] ?? "";
        expect(closest(name.toUpperCase(), names)).toBe(name);
      },
    ),
  );
});

test("the edit distance is a metric", () => {
  const text = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
    }),
  );
  expect(editDistance("kitten", "sitting")).toBe(3);
});
