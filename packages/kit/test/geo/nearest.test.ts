import fc from "fast-check";
import { expect, it } from "vitest";
import { arcM, type EarthCentred, toEarthCentred } from "../../src/geo/earth-centred.ts";
import { NearestPlaces } from "../../src/geo/nearest.ts";

/** Places within reach of each other, around corners of the earth where degrees are odd. */
const place = fc
  .record({
    around: fc.constantFrom([0, 0], [59.8, 22.9], [-17, 180], [89.999, 0], [-89.999, 90]),
    north: fc.integer({ min: -60, max: 60 }),
    east: fc.integer({ min: -60, max: 60 }),
  })
  .map(({ around: [latitude = 0, longitude = 0], north, east }) => {
    const far = latitude + north * 1e-4;
    return toEarthCentred(Math.max(-90, Math.min(90, far)), longitude + east * 1e-4);
  });

it("finds what a look at every place finds, whatever comes and goes", () => {
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 40 }),
      fc.array(fc.nat(39), { maxLength: 10 }),
      place,
      fc.constantFrom(0, 50, 100, 249, 251, 900, 1100, 5000),
      (places, gone, here, reachM) => {
        const index = new NearestPlaces<EarthCentred>();
        for (const one of places) index.add(one);
        const removed = new Set(gone.flatMap((i) => places.slice(i, i + 1)));
        for (const one of removed) index.delete(one);
        const left = places.filter((one) => !removed.has(one));
        const wanted = left
          .filter((one) => arcM(one, here) <= reachM)
          .reduce<EarthCentred | null>(
            (best, one) => (best === null || arcM(one, here) < arcM(best, here) ? one : best),
            null,
          );
        expect(index.nearest(here, reachM)).toBe(wanted);
      },
    ),
    { numRuns: 500 },
  );
});
