import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAtMeridian } from "../../../../src/boat/exports/meridian.ts";

const place = (longitude: number, latitude: number) => ({ latitude, longitude });
const pairs = (line: Parameters<typeof cutAtMeridian>[0]) =>
  cutAtMeridian(line).map((part) => part.map(({ latitude, longitude }) => [longitude, latitude]));

describe("a line across the 180° meridian", () => {
  it.each([
    [
      "eastward",
      [place(179, 10), place(-179, 12)],
      [
        [
          [179, 10],
          [180, 11],
        ],
        [
          [-180, 11],
          [-179, 12],
        ],
      ],
    ],
    [
      "westward, with longitudes that go on beyond it",
      [place(-179.5, 0), place(-180.5, 4), place(-181, 5)],
      [
        [
          [-179.5, 0],
          [-180, 2],
        ],
        [
          [180, 2],
          [179.5, 4],
          [179, 5],
        ],
      ],
    ],
    [
      "from a place on it",
      [place(180, 3), place(-179, 4)],
      [
        [
          [180, 3],
          [180, 3],
        ],
        [
          [-180, 3],
          [-179, 4],
        ],
      ],
    ],
  ] as const)("is cut on both sides of it: %s", (_, line, parts) => {
    expect(pairs(line)).toEqual(parts);
  });

  it("has a short step between any two places of a part, and all of its places in order", () => {
    const line = fc.array(
      fc.record({
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        latitude: fc.double({ min: -85, max: 85, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(line, (places) => {
        const parts = cutAtMeridian(places);
        for (const part of parts)
          for (const [at, here] of part.entries())
            expect(Math.abs(here.longitude - (part[at - 1] ?? here).longitude)).toBeLessThanOrEqual(180);
        const inner = parts.flatMap((part, at) =>
          part.slice(at === 0 ? 0 : 1, at === parts.length - 1 ? undefined : -1),
        );
        expect(inner).toEqual(places);
        if (places.length > 1) for (const part of parts) expect(part.length).toBeGreaterThan(1);
      }),
    );
  });
});
