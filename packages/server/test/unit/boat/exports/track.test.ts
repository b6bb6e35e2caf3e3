import { describe, expect, it } from "vitest";
import { cutTrack, readTrack, storedGaps } from "../../../../src/boat/exports/track.ts";
import { trackPoint } from "./documents.ts";

const point = (time: string, longitude: number) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [longitude, 60] },
  properties: { time, speedoverground: 4, windspeedapparent: null, status: "sailing" },
});

describe("a stored track", () => {
  it("is its points, with their readings", async () => {
    const line = {
      type: "Feature",
      geometry: { type: "LineString", coordinates: [[23, 60]] },
      properties: {},
    };
    const track = await readTrack([[line, point("2026-06-01T10:00:00+00:00", 23)]]);
    expect(track).toEqual([
      {
        time: Date.UTC(2026, 5, 1, 10),
        latitude: 60,
        longitude: 23,
        sogKnots: 4,
        cogDegrees: null,
        awsKnots: null,
        awaDegrees: null,
        status: "sailing",
      },
    ]);
  });

  it("is its line where a person drew it", async () => {
    const coordinates = [
      [23, 60],
      [24, 61],
    ];
    const track = await readTrack([[{ geometry: { type: "LineString", coordinates } }]]);
    expect(track.map(({ time, latitude }) => [time, latitude])).toEqual([
      [null, 60],
      [null, 61],
    ]);
  });

  it("goes along its line, where a part was drawn, with the readings of its points", async () => {
    const coordinates = [23, 23.2, 23.4, 23.5].map((longitude) => [longitude, 60]);
    const points = [point("2026-06-01T10:00:00Z", 23), point("2026-06-01T11:00:00Z", 23.5)];
    const track = await readTrack([[{ geometry: { type: "LineString", coordinates } }, ...points]]);
    expect(track.map(({ longitude, sogKnots }) => [longitude, sogKnots])).toEqual([
      [23, 4],
      [23.2, null],
      [23.4, null],
      [23.5, 4],
    ]);
  });

  it("is its points alone, if they are not those of its line", async () => {
    const line = {
      geometry: {
        type: "LineString",
        coordinates: [
          [24, 60],
          [25, 60],
        ],
      },
    };
    const track = await readTrack([[line, point("2026-06-01T10:00:00Z", 23)]]);
    expect(track.map(({ longitude }) => longitude)).toEqual([23]);
  });

  it("leaves out guessed places while nothing was recorded", () => {
    const places = [0, null, null, 60, 61, null, 62].map((minute, at) => ({
      ...trackPoint(minute ?? 0, 60, 23 + at / 10),
      ...(minute === null ? { time: null } : {}),
    }));
    const started = places[0]?.time ?? 0;
    const lines = cutTrack(places, [{ from: started + 60_000, to: started + 59 * 60_000 }]);
    expect(lines.map((line) => line.map(({ longitude }) => longitude))).toEqual([
      [23],
      [23.3, 23.4, 23.5, 23.6],
    ]);
  });

  it.each([null, 3, "x", [], {}, { geometry: { type: "Point" } }])(
    "is empty for what is not a track: %j",
    async (feature) => {
      expect(await readTrack([[feature], []])).toEqual([]);
    },
  );

  it("has no time where no calendar has it", async () => {
    const [place] = await readTrack([[point("+290000-01-01T00:00:00Z", 23)]]);
    const [other] = await readTrack([[{ ...point("", 23), properties: { time: 1e18 } }]]);
    expect([place?.time, other?.time]).toEqual([null, null]);
  });

  it("is cut only where nothing was recorded", async () => {
    const track = await readTrack([
      ["10:00", "10:01", "11:00", "11:01"].map((at, i) => point(`2026-06-01T${at}:00Z`, 23 + i)),
    ]);
    const gaps = storedGaps([
      { kind: "sailing", from: "2026-06-01T10:00:00Z", to: "2026-06-01T10:01:00Z" },
      { kind: "gap", from: "2026-06-01T10:01:00Z", to: "2026-06-01T11:00:00Z" },
    ]);
    expect(cutTrack(track, gaps).map((line) => line.length)).toEqual([2, 2]);
    expect(cutTrack(track, []).map((line) => line.length)).toEqual([4]);
  });
});
