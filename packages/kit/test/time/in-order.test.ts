import fc from "fast-check";
import { expect, it } from "vitest";
import { countWhile } from "../../src/time/in-order.ts";

it("counts what going through all of them counts", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: -1, max: 21 }),
      (items, most) => {
        items.sort((a, b) => a - b);
        expect(countWhile(items, (one) => one <= most)).toBe(items.filter((one) => one <= most).length);
      },
    ),
  );
});
