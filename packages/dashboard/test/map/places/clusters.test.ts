import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clustersOf } from "../../../src/map/places/clusters.ts";

const WIDTH = 800;
const spots = fc
  .array(
    fc.record({
      x: fc.double({ min: 0, max: WIDTH, noNaN: true }),
      y: fc.double({ min: 0, max: 600, noNaN: true }),
      name: fc.string({ maxLength: 20 }),
      alone: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((spot, index) => ({ ...spot, id: String(index) })));

describe("marks that stand close together", () => {
  test("each of them is drawn once, alone or as one of several", () => {
    fc.assert(
      fc.property(spots, (all) => {
        const drawn = clustersOf(all, WIDTH).flatMap((cluster) => cluster.spots.map(({ id }) => id));
        expect(drawn.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      }),
    );
  });

  test("what is selected is never one of several, and what is one of several has no name", () => {
    fc.assert(
      fc.property(spots, (all) => {
        for (const cluster of clustersOf(all, WIDTH)) {
          if (cluster.spots.length === 1) continue;
          expect(cluster.side).toBeNull();
          expect(cluster.spots.some(({ alone }) => alone)).toBe(false);
        }
      }),
    );
  });

  test("groups stay apart as far as a finger needs", () => {
    fc.assert(
      fc.property(spots, (all) => {
        const firsts = clustersOf(all, WIDTH).flatMap(({ spots: [first] }) =>
          first === undefined || first.alone ? [] : [first],
        );
        for (const [index, a] of firsts.entries()) {
          for (const b of firsts.slice(index + 1)) {
            expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(38);
          }
        }
      }),
    );
  });

  test("a name stands on the right, on the left where the screen ends, and nowhere if it would cover another", () => {
    const at = (id: string, x: number, y: number, name = "Hanko") => ({ id, x, y, name, alone: false });
    const sides = (...all: ReturnType<typeof at>[]) => clustersOf(all, WIDTH).map(({ side }) => side);
    expect(sides(at("a", 400, 300))).toEqual(["right"]);
    expect(sides(at("a", 790, 300))).toEqual(["left"]);
    expect(sides(at("a", 400, 300, "x".repeat(120)))).toEqual([null]);
    expect(sides(at("a", 400, 300), at("b", 445, 300))).toEqual(["left", "right"]);
  });

  test("digits and capitals, as in a time, need more room", () => {
    const buttons = { left: 340, right: 390, top: 0, bottom: 240 };
    const side = (x: number, name: string) =>
      clustersOf([{ id: "end", x, y: 100, name, alone: true }], 400, [buttons])[0]?.side;
    // As wide as browsers draw it, with its margins: 82 pixels.
    expect(side(340 - 14 - 82 + 1, "19:28 UTC")).toBe("left");
    expect(side(340 - 14 - 90, "19:28 UTC")).toBe("right");
  });

  test("no name stands under the buttons of the chart", () => {
    const buttons = { left: WIDTH - 60, right: WIDTH - 10, top: 10, bottom: 240 };
    fc.assert(
      fc.property(spots, (all) => {
        for (const { spots: members, side } of clustersOf(all, WIDTH, [buttons])) {
          const [spot] = members;
          if (side === null || spot === undefined) continue;
          // A letter is seven pixels wide, and the name begins beside the mark.
          const ends = [14, 14 + spot.name.length * 7].map((out) => spot.x + (side === "right" ? out : -out));
          const [left, right] = [Math.min(...ends), Math.max(...ends)];
          const isLevel = spot.y > buttons.top && spot.y < buttons.bottom;
          const meets = left < buttons.left && right > buttons.left;
          expect(isLevel && meets && spot.name !== "").toBe(false);
        }
      }),
    );
  });
});
