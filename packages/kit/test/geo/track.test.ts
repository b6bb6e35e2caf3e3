import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceM } from "../../src/geo/distance.ts";
import { simplify } from "../../src/geo/simplify.ts";
import { positionAt, trackLengthM } from "../../src/geo/track.ts";

const near = fc.record({
  latitude: fc.double({ min: 59, max: 59.2, noNaN: true }),
  longitude: fc.double({ min: 23, max: 23.4, noNaN: true }),
});

describe("a track", () => {
  it("is as long as its parts", () => {
    const a = { latitude: 60, longitude: 23 };
    const b = { latitude: 60.1, longitude: 23.2 };
    const c = { latitude: 60.2, longitude: 23.1 };
    expect(trackLengthM([a, b, c])).toBeCloseTo(distanceM(a, b) + distanceM(b, c), 6);
    expect(trackLengthM([a])).toBe(0);
  });

  it("tells where the boat was between two fixes, and nothing outside", () => {
    const track = [
      { time: 0, latitude: 0, longitude: 0 },
      { time: 100, latitude: 0, longitude: 1 },
    ];
    expect(positionAt(track, 25)?.longitude).toBeCloseTo(0.25, 9);
    expect(positionAt(track, 101)).toBeNull();
    expect(positionAt(track, -1)).toBeNull();
  });
});

describe("simplify", () => {
  it("keeps a corner and leaves out what lies on the line", () => {
    const line = [0, 0.001, 0.002].map((longitude) => ({ latitude: 0, longitude }));
    const corner = { latitude: 0.002, longitude: 0.002 };
    expect(simplify([...line, corner], 1)).toEqual([line[0], line[2], corner]);
  });

  it("keeps both ends, the order, and everything at tolerance 0 that is not on a line", () => {
    fc.assert(
      fc.property(
        fc.array(near, { minLength: 2, maxLength: 60 }),
        fc.double({ min: 0, max: 5000, noNaN: true }),
        (track, m) => {
          const kept = simplify(track, m);
          expect(kept[0]).toBe(track[0]);
          expect(kept.at(-1)).toBe(track.at(-1));
          expect(kept.map((p) => track.indexOf(p))).toEqual(
            kept.map((p) => track.indexOf(p)).sort((a, b) => a - b),
          );
        },
      ),
    );
  });

  it("gives short tracks back", () => {
    expect(simplify([], 5)).toEqual([]);
    const one = [{ latitude: 1, longitude: 1 }];
    expect(simplify(one, 5)).toEqual(one);
  });
});
