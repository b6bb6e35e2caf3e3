/** What the chart of Now shows around a boat at rest. */
import { expect, test } from "vitest";
import { STAY_CODES } from "../../../src/api/places/stays.ts";
import { aroundOf, swingOf } from "../../../src/pages/now/around.ts";

const PLACE = { latitude: 54.3, longitude: 10.1 };
const DISC = { latitude: 54.301, longitude: 10.1, radius: 18 };
const stay = (stayCode: (typeof STAY_CODES)[number], disc: typeof DISC | null) => ({
  ...{ id: 1, name: "Kiel", isBesideTown: false, arrived: null, stayCode, disc },
});

test("at a berth it shows a nautical mile around, at anchor the ring", () => {
  expect(aroundOf(PLACE, [])).toEqual({ ...PLACE, radius: 1852 });
  expect(aroundOf(PLACE, [DISC])).toEqual({ ...DISC, radius: 96 });
  // The outer of two rings fits as well.
  expect(
    aroundOf(PLACE, [
      { ...DISC, radius: 100 },
      { ...DISC, radius: 150 },
    ]).radius,
  ).toBe(240);
});

test("only at anchor has a boat a circle in which she swings", () => {
  expect(STAY_CODES.filter((code) => swingOf(stay(code, DISC)) !== null)).toEqual([2]);
  expect(swingOf(stay(2, { ...DISC, radius: 0 }))).toBeNull();
  expect(swingOf(stay(2, null))).toBeNull();
  expect(swingOf(null)).toBeNull();
});
