import fc from "fast-check";
import { expect, it } from "vitest";
import { canonical } from "../../../server/src/boat/voyages/logbook/fold-state.ts";
import { equalJson } from "../../src/json/equal.ts";

/** Small values, often nearly the same. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, "", "0", "null"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(tie("value"), fc.constant(undefined)), {
      maxKeys: 3,
    }),
  ),
}));

it("says of two values what their texts say, whatever the order of their keys", () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(equalJson(one, other)).toBe(canonical(one) === canonical(other));
      expect(equalJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
