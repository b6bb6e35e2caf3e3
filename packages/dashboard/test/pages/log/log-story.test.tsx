// @vitest-environment happy-dom
/** What the page of a log tells: its figures, its lines, and the instruments to watch. */
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/api/entries/entry.ts";
import type { Photo } from "../../../src/api/entries/photos.ts";
import type { Log } from "../../../src/api/logs/log.ts";
import type { TrackPoint } from "../../../src/api/logs/track.ts";
import { lineAt, linesOf } from "../../../src/pages/log/entries/lines.ts";
import { LogFigures } from "../../../src/pages/log/figures/log-figures.tsx";
import { instrumentsOf } from "../../../src/pages/log/replay/instruments.tsx";
import { render, startEach } from "../../render.tsx";

startEach();

const at = (time: string) => new Date(`2026-08-01T${time}:00Z`);

const POINT: TrackPoint = {
  ...{ time: at("06:00"), latitude: 59.8, longitude: 22.9, milesNm: 0, sogKnots: 5, cogDegrees: 90 },
  ...{ twsKnots: null, twdDegrees: null, awsKnots: null, awaDegrees: null, depthMetres: null },
  ...{ volts: null, charge: null, fuel: null, freshWater: null, wasteWater: null, pressurePascal: null },
};

const LOG: Log = {
  ...{
    id: 5,
    name: "Hanko to Jussarö",
    from: "Hanko",
    to: "Jussarö",
    started: at("06:00"),
    ended: at("09:30"),
  },
  ...{ recordedNm: 14.2, notRecordedNm: null, distanceNm: 14.2, durationSeconds: 12_600, doubtful: false },
  ...{
    notes: null,
    avgSpeed: 4.1,
    maxSpeed: 6,
    maxWindSpeed: 21,
    engineSeconds: 600,
    loggedNm: 14,
    tags: [],
  },
  ...{ version: "1", unfinished: false },
  making: { segments: [], startReason: null, endReason: null, confidence: null },
};

const figures = () =>
  [...screen.getByRole("list", { name: "Figures" }).children].map(({ textContent }) => textContent);

describe("the figures of a log", () => {
  test("are distance, duration, speeds, wind and arrival", () => {
    render(<LogFigures log={LOG} track={[]} />);
    expect(figures()).toEqual([
      "Distance14.2NM",
      "Duration3h30min",
      "Average speed4.1kn",
      "Top speed6.0kn",
      "Strongest wind21.0knapparent",
      "Arrival09:30UTC",
    ]);
  });

  test("are those so far and the departure, while she is under way", () => {
    const none = { recordedNm: null, distanceNm: null, avgSpeed: null, maxSpeed: null, maxWindSpeed: null };
    const track = [POINT, { ...POINT, time: at("06:45"), milesNm: 3.5 }];
    render(<LogFigures log={{ ...LOG, ...none, ended: null }} track={track} />);
    expect(figures()).toEqual(["Distance3.50NM", "Duration45min", "Departure06:00UTC"]);
  });
});

describe("the lines of a log", () => {
  const entry: Entry = {
    ...{ id: 1, name: "1", version: "1", time: at("07:20"), kind: "remark", text: "Two seals", extra: {} },
    ...{ author: null, latitude: null, longitude: null, waits: false },
  };
  const photo: Photo = {
    ...{ id: 1, time: at("06:30"), caption: null, author: null, width: 80, height: 60, bytes: 1000 },
    ...{ hasThumbnail: true, latitude: null, longitude: null },
  };
  const lines = linesOf(
    [entry],
    [photo],
    [
      { ...POINT, time: at("07:00") },
      { ...POINT, time: at("08:00") },
    ],
  );
  const current = (time: string, withHours: boolean) => lineAt(lines, at(time).getTime(), withHours);

  test("are in order of time", () => {
    expect(lines.map(({ kind }) => kind)).toEqual(["photo", "hour", "entry", "hour"]);
  });

  test("follow the slider, past hourly lines that are not shown", () => {
    expect(lineAt(lines, null, true)).toBeNull();
    expect(current("06:10", true)).toBeNull();
    expect([current("07:10", true), current("07:10", false)]).toEqual([1, 0]);
    expect([current("09:00", true), current("09:00", false)]).toEqual([3, 2]);
  });
});

describe("the instruments to watch", () => {
  const names = (track: readonly TrackPoint[]) => {
    const { main, more } = instrumentsOf(track);
    return [main, more].map((group) => group.map(({ name }) => name));
  };

  test("are speed, wind, course and depth; the others can be asked for", () => {
    const whole = { ...POINT, twsKnots: 8, twdDegrees: 200, awsKnots: 11, depthMetres: 12, volts: 12.6 };
    expect(names([whole])).toEqual([
      ["sogKnots", "twsKnots", "cogDegrees", "depthMetres"],
      ["milesNm", "twdDegrees", "awsKnots", "volts"],
    ]);
  });

  test("are only those that the boat sends, with apparent wind in place of true", () => {
    expect(names([{ ...POINT, awsKnots: 11 }])).toEqual([
      ["sogKnots", "awsKnots", "cogDegrees"],
      ["milesNm"],
    ]);
    expect(names([POINT])).toEqual([["sogKnots", "cogDegrees"], ["milesNm"]]);
  });
});
