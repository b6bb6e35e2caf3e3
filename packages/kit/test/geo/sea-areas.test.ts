import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Corner, isInside, seasAt, zonesAt } from "../../src/geo/sea-areas.ts";

describe("seas by position", () => {
  it.each([
    ["off Helsinki", 60.0, 25.0, ["Gulf of Finland", "Baltic Sea"]],
    ["off Gotland", 57.5, 20, ["Baltic Sea"]],
    ["Bothnian Sea", 62, 19.5, ["Gulf of Bothnia", "Baltic Sea"]],
    ["off Læsø", 57.2, 11.4, ["Kattegat"]],
    ["off Arendal", 58.2, 9.2, ["Skagerrak"]],
    ["Dogger Bank", 54.8, 2.5, ["North Sea"]],
    ["off Cherbourg", 50, -1.6, ["English Channel"]],
    ["Isle of Man", 54.1, -5, ["Irish Sea"]],
    ["off Arcachon", 44.7, -2.5, ["Bay of Biscay"]],
    ["Mid-Atlantic", 28, -45, ["Sargasso Sea", "North Atlantic Ocean"]],
    ["off St Lucia, lee side", 13.9, -61.6, ["Caribbean Sea"]],
    ["off Tampa", 27.5, -84, ["Gulf of Mexico"]],
    ["off Ibiza", 39.2, 1.9, ["Balearic Sea", "Mediterranean Sea"]],
    ["Stromboli", 38.9, 15, ["Tyrrhenian Sea", "Mediterranean Sea"]],
    ["off Split", 43.3, 16, ["Adriatic Sea", "Mediterranean Sea"]],
    ["off Corfu", 39, 19.3, ["Ionian Sea", "Mediterranean Sea"]],
    ["off Mykonos", 37.3, 25.2, ["Aegean Sea", "Mediterranean Sea"]],
    ["off Marmaris", 36.3, 28.3, ["Mediterranean Sea"]],
    ["Black Sea", 43.5, 34, ["Black Sea"]],
    ["Red Sea", 21, 38, ["Red Sea"]],
    ["off Phuket", 8.5, 97.5, ["Andaman Sea"]],
    ["off Dubai", 25.6, 54.8, ["Persian Gulf"]],
    ["Great Barrier Reef", -18, 148, ["Coral Sea"]],
    ["off Sydney", -34, 155, ["Tasman Sea"]],
    ["Tahiti", -17.3, -149.9, ["South Pacific Ocean"]],
    ["Hawaii", 21, -158.5, ["North Pacific Ocean"]],
    ["off Honshu", 34, 143, ["North Pacific Ocean"]],
    ["off Cape Town", -34.5, 16, ["South Atlantic Ocean"]],
    ["Mauritius", -20, 60, ["Indian Ocean"]],
    ["off Svalbard", 78, 5, ["Greenland Sea"]],
    ["North Pole", 89, 0, ["Arctic Ocean"]],
    ["Drake Passage", -62, -62, ["Southern Ocean"]],
  ])("%s", (_, latitude, longitude, wanted) => {
    expect(seasAt(latitude, longitude)).toEqual(wanted);
  });

  it("do not hold what lies far inland", () => {
    for (const [latitude, longitude] of [
      [47, 8],
      [40, -100],
      [0, 20],
      [50, 80],
      [-15, -55],
      [-25, 135],
    ] as const) {
      expect(seasAt(latitude, longitude)).toEqual([]);
    }
  });

  it("have zones that are proud ones", () => {
    expect(zonesAt(18, -63)).toEqual(["Tropical Traveler"]);
    expect(zonesAt(58, -152)).toEqual(["Club Alaska"]);
    expect(zonesAt(52, 179)).toEqual(["Club Alaska"]);
    expect(zonesAt(60, 22)).toEqual([]);
  });
});

it("a position is inside a convex outline if it is on the same side of every edge", () => {
  const degrees = fc.integer({ min: -80, max: 80 });
  fc.assert(
    fc.property(
      fc.tuple(degrees, degrees, degrees, degrees, degrees, degrees),
      degrees,
      degrees,
      (c, y, x) => {
        const outline: Corner[] = [
          [c[0], c[1]],
          [c[2], c[3]],
          [c[4], c[5]],
        ];
        const sides = outline.map(([ax, ay], i) => {
          const [bx, by] = outline[(i + 1) % 3] ?? [0, 0];
          return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        });
        fc.pre(sides.every((side) => side !== 0));
        expect(isInside(outline, y, x)).toBe(
          sides.every((side) => side > 0) || sides.every((side) => side < 0),
        );
      },
    ),
  );
});
