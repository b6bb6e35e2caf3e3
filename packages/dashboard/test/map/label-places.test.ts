import fc from "fast-check";
import { expect, test } from "vitest";
import { labelPlaces } from "../../src/map/boat/label-places.ts";
import { type Box, meet } from "../../src/map/places/box.ts";

const SCREEN = { width: 328, height: 297 };
const label = fc.record({
  x: fc.integer({ min: -50, max: 400 }),
  y: fc.integer({ min: -50, max: 350 }),
  width: fc.integer({ min: 20, max: 120 }),
  height: fc.constant(17),
});

/** A label's box on the screen. */
function boxOf(
  one: { x: number; y: number; width: number; height: number },
  [right, down]: readonly [number, number],
): Box {
  const [x, y] = [one.x + right, one.y + down];
  return {
    left: x - one.width / 2,
    right: x + one.width / 2,
    top: y - one.height / 2,
    bottom: y + one.height / 2,
  };
}

test("no label of a boat lies upon another, upon what is taken, or beyond the screen", () => {
  const taken = [{ left: 140, right: 174, top: 130, bottom: 164 }];
  fc.assert(
    fc.property(fc.array(label, { maxLength: 5 }), (labels) => {
      const boxes = labelPlaces(labels, taken, SCREEN).flatMap((offset, index) => {
        const one = labels[index];
        return offset === null || one === undefined ? [] : [boxOf(one, offset)];
      });
      for (const [index, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.bottom).toBeLessThanOrEqual(SCREEN.height);
        for (const other of [...taken, ...boxes.slice(index + 1)]) expect(meet(box, other)).toBe(false);
      }
    }),
  );
});

test("a label stands above its place, and beside the boat where she lies upon it", () => {
  const boat = { left: 83, right: 117, top: 83, bottom: 117 };
  const words = { x: 100, y: 100, width: 60, height: 20 };
  expect(labelPlaces([{ ...words, y: 200 }], [boat], SCREEN)).toEqual([[0, -20]]);
  expect(labelPlaces([words], [boat], SCREEN)).toEqual([[0, -32]]);
  expect(labelPlaces([words, words], [boat], SCREEN)).toEqual([
    [0, -32],
    [52, 0],
  ]);
});

test("a label that has no room anywhere is not written", () => {
  const all = { left: 0, right: 328, top: 0, bottom: 297 };
  expect(labelPlaces([{ x: 100, y: 100, width: 60, height: 20 }], [all], SCREEN)).toEqual([null]);
});
