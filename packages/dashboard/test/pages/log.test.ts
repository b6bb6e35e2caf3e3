/** What a log's page computes from a track. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TrackPoint } from "../../src/api/logs/track.ts";
import { trackLines } from "../../src/map/track-lines.ts";
import { coloured, colouringsOf } from "../../src/pages/log/chart/colouring.ts";
import { windAlong } from "../../src/pages/log/chart/wind-along.ts";
import { partsAt } from "../../src/pages/log/corrections/parts.ts";
import { hourlyPoints } from "../../src/pages/log/entries/hourly.ts";
import { dayRuns } from "../../src/pages/log/figures/day-runs.ts";
import { trackCsv } from "../../src/pages/log/files/track-csv.ts";
import { indexAt, placeAt } from "../../src/pages/log/replay/place.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 5, 1, 7, 30);

function point(minute: number, more: Partial<TrackPoint> = {}): TrackPoint {
  return {
    time: new Date(START + minute * MINUTE),
    latitude: 60,
    longitude: 20 + minute / 1000,
    milesNm: minute / 10,
    sogKnots: 6,
    cogDegrees: 90,
    awsKnots: null,
    awaDegrees: null,
    twsKnots: null,
    twdDegrees: null,
    depthMetres: null,
    volts: null,
    charge: null,
    fuel: null,
    freshWater: null,
    wasteWater: null,
    pressurePascal: null,
    ...more,
  };
}

const minutes = (count: number, every = 1) =>
  Array.from({ length: count }, (_, index) => point(index * every));

describe("a moment of a track", () => {
  test("lies between its points, also across the 180th meridian", () => {
    const track = [point(0, { longitude: 179.9 }), point(10, { longitude: -179.9, latitude: 61 })];
    expect(placeAt(track, START + 5 * MINUTE)?.latitude).toBeCloseTo(60.5, 9);
    expect(placeAt(track, START + 5 * MINUTE)?.longitude).toBeCloseTo(180, 9);
    expect(placeAt([], START)).toBeNull();
  });

  test("is at the last point before it", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500), { minLength: 1 }), fc.nat(600), (given, asked) => {
        const track = given.sort((a, b) => a - b).map((minute) => point(minute));
        const expected = given.filter((minute) => minute <= asked).length - 1;
        expect(indexAt(track, START + asked * MINUTE)).toBe(Math.max(0, expected));
      }),
    );
  });
});

describe("a day's run", () => {
  test("is from noon to noon, and the runs add up to the passage", () => {
    const track = minutes(301, 10);
    const runs = dayRuns(track);
    expect(runs.map(({ from }) => from.toISOString().slice(0, 16))).toEqual([
      "2026-06-01T07:30",
      "2026-06-01T12:00",
      "2026-06-02T12:00",
    ]);
    expect(runs.map(({ miles }) => miles)[1]).toBeCloseTo(144, 6);
    expect(runs.reduce((sum, { miles }) => sum + miles, 0)).toBeCloseTo(300, 6);
  });

  test("is not counted within a day", () => expect(dayRuns(minutes(1440))).toEqual([]));
});

describe("the lines that make themselves", () => {
  test("are on each full hour, and none is made up in a silence", () => {
    const heard = minutes(300).filter((_, minute) => minute < 100 || minute > 220);
    expect(hourlyPoints(heard).map(({ time }) => time.toISOString().slice(11, 16))).toEqual([
      ...["08:00", "09:00", "12:00"],
    ]);
  });

  test("are one a watch on a long passage", () => {
    const hours = hourlyPoints(minutes(73 * 6, 10)).map(({ time }) => time.getUTCHours() % 4);
    expect(new Set(hours)).toEqual(new Set([0]));
  });
});

test("both parts of a log add up to it", () => {
  const log = { started: new Date(START), ended: new Date(START + 99 * MINUTE), distanceNm: 9.9 };
  const line = { id: 1, name: null, from: null, to: null, recordedNm: 9.9, notRecordedNm: null };
  const whole = { ...line, ...log, doubtful: false, durationSeconds: null };
  const parts = partsAt(whole, minutes(100), new Date(START + 40 * MINUTE));
  expect(parts?.map(({ miles }) => miles?.toFixed(2))).toEqual(["4.00", "5.90"]);
  expect(partsAt(whole, minutes(100), new Date(START)), "no part is empty").toBeNull();
});

test("a track is coloured only by what is known of it", () => {
  const segments = [
    { kind: "motoring", from: new Date(START), to: new Date(START + 5 * MINUTE), distanceNm: 1 },
    { kind: "sailing", from: new Date(START + 5 * MINUTE), to: new Date(START + 9 * MINUTE), distanceNm: 1 },
  ] as const;
  expect(colouringsOf(minutes(9), [])).toEqual(["speed"]);
  const deep = minutes(9).map((one, index) => ({ ...one, depthMetres: index }));
  expect(colouringsOf(deep, segments)).toEqual(["speed", "depth", "drive"]);
  expect(coloured(deep, segments, "depth").map(({ shade }) => shade)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(coloured(deep, segments, "drive").map(({ share }) => share)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);
  const none = coloured(deep, [], "drive");
  expect(new Set(trackLines(none, []).sailed.features.map(({ properties }) => properties?.share))).toEqual(
    new Set([2 / 3]),
  );
});

test("arrows of the wind are few, and only where its direction is known", () => {
  expect(windAlong(minutes(500))).toEqual([]);
  const windy = minutes(500).map((one) => ({ ...one, twsKnots: 12, twdDegrees: 200 }));
  expect(windAlong(windy).length).toBeGreaterThan(10);
  expect(windAlong(windy).length).toBeLessThanOrEqual(16);
});

test("a track is a table with the columns that the boat sends", () => {
  const [head, first] = trackCsv(minutes(2)).split("\r\n");
  expect(head).toBe("time_utc,latitude,longitude,distance_nm,speed_over_ground_kn,course_over_ground_deg");
  expect(first).toBe("2026-06-01T07:30:00.000Z,60,20,0,6,90");
});
