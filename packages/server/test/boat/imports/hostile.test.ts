/** Files that are made to keep their readers busy. */
import { describe, expect, it } from "vitest";
import { TruncatedFile, UnreadableFile } from "../../../src/boat/imports/row.ts";
import { csv, gpx, history, kml, type Point, readText, rmc, trip } from "./files.ts";

const SIZE = 65_536;
const [POINT] = trip() as [Point];

/** Building blocks of texts: digits, blanks, and every separator of any format. */
const UNITS = [
  ..."1 \t.,;:_-+/\\'\"°*$!{}[]()<>&=aNeTZé\0",
  "1.",
  "1 ",
  "1,",
  "a.",
  "a_",
  "1:",
  "e1",
  "$GP",
  "\r",
];
const TEXTS = UNITS.flatMap((unit) => {
  const long = unit.repeat(SIZE / unit.length);
  return [long, `1${long}x`];
});

/** Places in a file where a text may stand. */
const PLACES: readonly (readonly [string, (text: string) => string])[] = [
  ["a latitude in a table", (text) => `time,lat,lon\n2026-06-01T08:00:00Z,${text},25\n`],
  ["a quoted time in a table", (text) => `time,lat,lon\n"${text.replaceAll('"', "'")}",60,25\n`],
  ["a reading in a table", (text) => `time;lat;lon;sog (kn)\n2026-06-01T08:00:00Z;60;25;${text}\n`],
  ["the head of a table", (text) => `time,lat,lon,${text.replaceAll("\r", " ")}\n2026-06-01,60,25,1\n`],
  ["a field of a sentence", (text) => `${rmc(POINT)}\n$GPRMC,${text},A,5950.0,N,02254.0,W,5,0,010626\n`],
  ["the time in front of a sentence", (text) => `${rmc(POINT)}\n${text} ${rmc(POINT)}\n`],
  ["a line of a log", (text) => `${rmc(POINT)}\n${text}\n`],
  ["the time of a point", (text) => gpx([POINT]).replace(/<time>2026[^<]*/, () => `<time>${text}`)],
  ["a tag", (text) => gpx([POINT]).replace("<trk>", () => `<trk><${text}>`)],
  ["a place of KML", (text) => kml([POINT]).replace("<gx:coord>", () => `<gx:coord>${text}`)],
  [
    "an entry of a history",
    (text) => history([POINT]).replace("2026-06", () => JSON.stringify(text).slice(1, -1)),
  ],
  ["the beginning", (text) => text],
];

describe("a file is read in no more time than others of its size", () => {
  it.each(PLACES)("whatever stands in %s", async (_, file) => {
    for (const text of TEXTS) {
      const before = process.cpuUsage();
      const { error } = await readText(file(text), 16_384);
      const { user } = process.cpuUsage(before);
      expect(user / 1000, JSON.stringify(text.slice(0, 8))).toBeLessThan(400);
      if (error !== null) expect(error).toBeInstanceOf(UnreadableFile);
    }
  });

  it.each([
    ["characters that XML does not allow", "&< ".repeat(2000), "not well-formed XML"],
    ["elements in elements", "<a>".repeat(100_000), "nested deeper than 64 levels"],
    [
      "attributes",
      `<a ${Array.from({ length: 2000 }, (__, n) => `b${n}="1"`).join(" ")}/>`,
      "more than 1000 attributes",
    ],
  ])("with many %s is given up", async (_, text, reason) => {
    const { error } = await readText(gpx([POINT]).replace("<trk>", `<trk>${text}`));
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error?.message).toContain(reason);
  });

  it("keeps the points of a document that something long follows", async () => {
    const { rows, error } = await readText(`${gpx([POINT])}${"x".repeat(SIZE)}`);
    expect(rows.length).toBe(1);
    expect(error).toBeInstanceOf(TruncatedFile);
  });

  it("with a quote that nothing closes says so", async () => {
    const { error } = await readText(`${csv([POINT])}"${"2026,".repeat(1_000_000)}`, SIZE);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error?.message).toContain("quote");
  });
});
