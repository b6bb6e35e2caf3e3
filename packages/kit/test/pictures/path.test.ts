/** The lines of a track's public picture: bounded, whatever the boat did. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Line } from "../../src/pictures/canvas.ts";
import { pathOf } from "../../src/pictures/path.ts";
import { projection, unwrapped } from "../../src/pictures/projection.ts";

const lengthOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, [from, to]) => sum + Math.hypot(to.x - from.x, to.y - from.y), 0);
const place = fc.record({
  x: fc.double({ min: 0, max: 480, noNaN: true }),
  y: fc.integer({ min: 0, max: 300 }),
});

it("go through all places of an ordinary track", () => {
  const places = Array.from({ length: 300 }, (_, i) => ({ x: i, y: 150 + 100 * Math.sin(i / 20) }));
  const lines = pathOf(places);
  expect(lines.map(([, to]) => to)).toEqual(places);
  expect(lines.slice(1).map(([from]) => from)).toEqual(places.slice(0, -1));
});

it("are of bounded length and number, from where the track begins to where it ends", () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 2, maxLength: 9 }),
      fc.integer({ min: 2, max: 50_000 }),
      (some, length) => {
        const places = Array.from({ length }, (_, i) => some[i % some.length] ?? { x: 0, y: 0 });
        const lines = pathOf(places);
        expect(lengthOf(lines)).toBeLessThanOrEqual(200_000);
        expect(lines.length).toBeLessThanOrEqual(400_001);
        const [first, last] = [places[0], places.at(-1)];
        expect(lines[0]?.[0]).toEqual(first);
        const end = lines.at(-1)?.[1] ?? { x: 999, y: 999 };
        expect(Math.hypot(end.x - (last?.x ?? 0), end.y - (last?.y ?? 0))).toBeLessThan(0.5);
      },
    ),
    { numRuns: 30 },
  );
});

it("leave room for a few meridians and parallels, however often the track goes round the world", () => {
  for (const turns of [0, 1, 2, 3, 10, 30_000]) {
    const track = Array.from({ length: 4 * turns + 2 }, (_, i) => [((i * 90) % 360) - 180, 10] as const);
    expect(projection(unwrapped(track)).lines.length).toBeLessThan(30);
  }
});
