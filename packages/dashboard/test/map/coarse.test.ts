import { expect, test } from "vitest";
import { isCoarse } from "../../src/map/base/coarse.ts";

test.each([
  ["outline", 5, false],
  ["outline", 8, true],
  ["world", 9.9, false],
  ["world", 11, true],
  ["harbour", 11, false],
  ["harbour", 14, true],
] as const)("the coast %s at zoom %d: coarse is %s", (coast, zoom, coarse) => {
  expect(isCoarse(coast, zoom)).toBe(coarse);
});
