import fc from "fast-check";
import { expect, test } from "vitest";
import { fitPadding } from "../../src/map/controls/fit-padding.ts";

const pixels = fc.integer({ min: 0, max: 4096 });

test("what a chart keeps free at its edges leaves room for what it shows, however small it is", () => {
  fc.assert(
    fc.property(pixels, pixels, pixels, (width, height, buttons) => {
      const { top, right, bottom, left } = fitPadding({ clientWidth: width, clientHeight: height }, buttons);
      for (const edge of [top, right, bottom, left]) expect(edge).toBeGreaterThanOrEqual(0);
      expect(width - left - right).toBeGreaterThanOrEqual(0.4 * width);
      expect(height - top - bottom).toBeGreaterThanOrEqual(0.4 * height);
    }),
  );
});

test("on a phone the mark of a place has room beside the buttons", () => {
  const buttons = 10 + 44 + 2;
  expect(fitPadding({ clientWidth: 328, clientHeight: 300 }).right).toBeGreaterThanOrEqual(buttons + 22);
});

test("on a low phone the end of a track has room beside two columns of buttons", () => {
  const buttons = 10 + 46 + 8 + 46;
  expect(fitPadding({ clientWidth: 326, clientHeight: 276 }, buttons).right).toBeGreaterThanOrEqual(
    buttons + 18,
  );
});
