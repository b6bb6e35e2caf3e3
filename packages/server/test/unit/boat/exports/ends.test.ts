import { describe, expect, it } from "vitest";
import { withEnds } from "../../../../src/boat/exports/ends.ts";
import { trackPoint } from "./documents.ts";

const minute = (at: number) => trackPoint(at, 0, 0).time ?? 0;
const end = (at: number, latitude: number, longitude: number) => ({ time: minute(at), latitude, longitude });
const track = [trackPoint(1, 60, 23), trackPoint(2, 60.01, 23), trackPoint(3, 60.02, 23)];
const places = (points: ReturnType<typeof withEnds>) =>
  points.map(({ time, latitude, sogKnots }) => [((time ?? 0) - minute(0)) / 60_000, latitude, sogKnots]);

describe("the ends of an exported track", () => {
  it("are those of the log, if no fix is there", () => {
    const whole = withEnds(track, end(0, 59.99, 23), end(9, 60.03, 23));
    expect(whole.slice(1, -1)).toEqual(track);
    expect([places(whole).at(0), places(whole).at(-1)]).toEqual([
      [0, 59.99, null],
      [9, 60.03, null],
    ]);
  });

  it("are added where the boat lay on after the last fix, and before the first", () => {
    expect(places(withEnds(track, end(0, 60, 23), end(4, 60.02, 23)))).toEqual([
      [0, 60, null],
      [1, 60, 5.4],
      [2, 60.01, 5.4],
      [3, 60.02, 5.4],
      [4, 60.02, null],
    ]);
  });

  it("are the first and the last fix where they are there in time, as far as a receiver tells", () => {
    expect(withEnds(track, end(1, 60.000005, 23), end(3, 60.02, 23.000005))).toEqual(track);
    expect(withEnds(track, null, null)).toEqual(track);
    expect(withEnds([], end(1, 60, 23), end(3, 60, 23))).toEqual([]);
  });

  it("give a drawn line, which has no times, that of its departure and arrival", () => {
    const drawn = track.map((point) => ({ ...point, time: null }));
    expect(withEnds(drawn, end(1, 60, 23), end(5, 60.02, 23)).map(({ time }) => time)).toEqual([
      minute(1),
      null,
      minute(5),
    ]);
  });
});
