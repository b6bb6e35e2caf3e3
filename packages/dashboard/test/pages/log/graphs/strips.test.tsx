/** Barbs and bands above the graphs of a track. */
import { expect, test } from "vitest";
import { bandOf, barbsOf } from "../../../../src/pages/log/graphs/strips.ts";
import { point } from "./track.ts";

const track = Array.from({ length: 6 }, (_, minute) => point(minute));

test("the band says sail or engine for the points of their segments, and nothing of others", () => {
  const at = (count: number) => track[count]?.time ?? new Date(Number.NaN);
  const segments = [
    { kind: "motoring", from: at(0), to: at(2), distanceNm: 1 },
    { kind: "gap", from: at(2), to: at(3), distanceNm: null },
    { kind: "sailing", from: at(3), to: at(5), distanceNm: 1 },
  ] as const;
  expect(bandOf(track, segments)).toEqual([...["motoring", "motoring", null, "sailing", "sailing", null]]);
  expect(bandOf(track, [])).toBeUndefined();
  expect(bandOf([], segments)).toBeUndefined();
});

test("barbs need speed and direction, and know their hemisphere", () => {
  expect(barbsOf(track)?.[1]).toEqual({ knots: 12, fromDegrees: 200, isSouthern: false });
  expect(barbsOf(track)?.[5]).toBeNull();
  expect(barbsOf([{ ...point(0), latitude: -34 }])?.[0]?.isSouthern).toBe(true);
  expect(barbsOf([{ ...point(0), twdDegrees: null }])).toBeUndefined();
});
