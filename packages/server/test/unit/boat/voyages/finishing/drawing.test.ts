import { trackLengthM } from "@wakelog/kit/geo/track.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Drawing, drawnPosition, partOf } from "../../../../../src/boat/voyages/finishing/drawing.ts";

const HOUR = 3_600_000;
const DRAWING: Drawing = {
  from: 0,
  to: 4 * HOUR,
  line: [
    [22, 59],
    [22, 59.1],
    [22, 59.4],
  ],
  distanceNm: 24,
};
const metres = ({ line }: Drawing) =>
  trackLengthM(line.map(([longitude, latitude]) => ({ longitude, latitude })));

describe("a part of a drawing", () => {
  it("has its share of the miles, and the corners that lie within it", () => {
    const part = partOf(DRAWING, -HOUR, 2 * HOUR);
    expect(part).toMatchObject({ from: 0, to: 2 * HOUR, distanceNm: 12 });
    expect(part.line.slice(0, 2)).toEqual(DRAWING.line.slice(0, 2));
    expect(part.line.at(-1)?.[1]).toBeCloseTo(59.2, 3);
  });

  it("is the drawing itself where nothing is cut off", () => {
    expect(partOf(DRAWING, 0, 4 * HOUR)).toBe(DRAWING);
  });

  it("crosses the 180° meridian the short way", () => {
    const east: Drawing = {
      ...DRAWING,
      line: [
        [179.9, -17],
        [-179.9, -17],
      ],
    };
    expect(Math.abs(drawnPosition(east, 2 * HOUR)?.longitude ?? 0)).toBeCloseTo(180, 6);
    expect(metres(partOf(east, 0, HOUR))).toBeCloseTo(metres(east) / 4, 3);
  });

  it("adds up to the whole with the other parts, wherever it is cut", () => {
    const corner = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -80, max: 80, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(corner, { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 1, max: 4 * HOUR - 1 }),
        (line, at) => {
          const drawing = { ...DRAWING, line };
          const [first, second] = [partOf(drawing, 0, at), partOf(drawing, at, 4 * HOUR)];
          expect(first.line.at(-1)).toEqual(second.line[0]);
          const whole = metres(drawing);
          expect(Math.abs(metres(first) + metres(second) - whole)).toBeLessThan(0.01 + whole * 1e-9);
          expect(first.distanceNm + second.distanceNm).toBeCloseTo(24, 3);
        },
      ),
    );
  });
});
