// @vitest-environment happy-dom
/** The scale of a graph with thresholds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { rangeWith } from "../../src/plots/threshold.ts";

const at = (value: number) => ({ value, words: "", urgent: false });

test("a scale has its values and near thresholds, with room, and is never flattened by a far one", () => {
  const number = fc.double({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(number, number, fc.array(number, { maxLength: 4 }), (a, b, thresholds) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const [from, to] = rangeWith(low, high, thresholds.map(at));
      const extent = Math.max(high - low, Math.abs(high) * 0.05, 1e-3);
      expect(from).toBeLessThan(low);
      expect(to).toBeGreaterThan(high);
      expect(to - from).toBeLessThanOrEqual(3 * extent * 1.2);
      for (const value of thresholds) {
        if (value > low - extent && value < high + extent) {
          expect(from).toBeLessThan(value);
          expect(to).toBeGreaterThan(value);
        }
      }
    }),
  );
});

test("a battery's scale shows its rule, a depth's none that is far above", () => {
  expect(rangeWith(12.4, 12.9, [at(12.2)])[0]).toBeLessThan(12.2);
  expect(rangeWith(30, 32, [at(3)])[0]).toBeGreaterThan(29);
});
