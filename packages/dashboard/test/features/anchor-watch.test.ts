/** The radius that a new anchor watch begins with, as the service would learn it. */
import { expect, test } from "vitest";
import { learnedRadius, MOST_METRES } from "../../src/features/alerts/anchor-watch.ts";

const PLACE = { latitude: 59.8, longitude: 22.9 };
const disc = (radius: number, northMetres = 0) => ({
  ...{ ...PLACE, radius },
  latitude: PLACE.latitude + northMetres / 111_195,
});

test.each([
  ["fifty metres while unknown", null, 50],
  ["fifty metres of a boat that has not moved", disc(0), 50],
  ["at least 25 m", disc(8), 25],
  ["the swing, rounded up to the sliders' step", disc(31), 35],
  ["the swing and the way to its middle", disc(31, 12), 45],
  ["fifty metres where she swung elsewhere", disc(31, 600), 50],
  ["no more than the sliders have", disc(400), MOST_METRES],
])("is %s", (_, swung, metres) => {
  expect(learnedRadius(swung, PLACE)).toBe(metres);
});
