/** Stored drafts of any content are restored safely: fields of known names and types only. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { draftIn, draftText } from "../../src/queries/edit-draft.ts";

const WORDS = { name: "Kaivopuisto", stayCode: 4, home: false, radius: null as number | null, notes: "" };

const typed = fc.record(
  {
    name: fc.string(),
    stayCode: fc.integer({ min: 1, max: 4 }),
    home: fc.boolean(),
    radius: fc.option(fc.integer({ min: 20, max: 2000 })),
    notes: fc.string(),
  },
  { requiredKeys: [] },
);

test("what was typed comes back without what is the same by now", () => {
  fc.assert(
    fc.property(typed, fc.option(fc.string()), (words, version) => {
      const different = Object.entries(words).filter(
        ([name, value]) => value !== Object.entries(WORDS).find(([other]) => other === name)?.[1],
      );
      const expected = different.length === 0 ? null : { typed: Object.fromEntries(different), version };
      expect(draftIn(draftText({ typed: words, version }), WORDS)).toEqual(expected);
    }),
  );
});

test.each([
  ["no JSON", "{"],
  ["no object", "7"],
  ["nothing", "null"],
  ["another kind of draft", '{"time": "2026-08-01T06:00:00Z"}'],
  ["fields of other names", '{"typed": {"mast": "tall", "toString": "x"}, "version": "1"}'],
  ["fields of other kinds", '{"typed": {"name": 7, "home": "yes", "notes": {}}, "version": "1"}'],
])("what is %s is no draft", (_, text) => {
  expect(draftIn(text, WORDS)).toBe(null);
});
