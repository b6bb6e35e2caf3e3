import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TruncatedFile, UnreadableFile } from "../../../src/boat/imports/row.ts";
import { csv, gpx, history, kml, type Point, readText, rmc, START, sentence, trip } from "./files.ts";

const track = (points: readonly Point[]) => points.map((p) => [p.time, p.latitude, p.longitude]);
const shown = (rows: readonly { time: number; latitude: number | null; longitude: number | null }[]) =>
  rows.map((row) => [row.time, row.latitude, row.longitude]);

describe("every format", () => {
  it.each([
    ["GPX", gpx],
    ["KML", kml],
    ["Signal K history", history],
    ["CSV", csv],
  ])("%s gives its points, however the text is cut into chunks", async (_, write) => {
    const points = trip(600);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (chunk) => {
        const { rows, error } = await readText(write(points), chunk);
        expect(error).toBeNull();
        expect(shown(rows)).toEqual(track(points));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["nothing", "", "empty"],
    ["prose", "Dear diary,\ntoday we sailed, and it was good.\n", "format of the file is not supported"],
    ["another XML", "<svg><path/></svg>", "XML, but neither GPX nor KML"],
    ["KML without a track", "<kml><Placemark/></kml>", "no <gx:Track>"],
    ["KML without times", kml(trip(600)).replace(/<when>[^<]*<\/when>/g, ""), "position and a time"],
    ["another JSON", '{"type": "FeatureCollection", "features": []}', "not Signal K history"],
    ["GPX without a track", gpx([]), "no <trkpt>"],
    ["GPX without times", gpx(trip(600)).replace(/<time>[^<]*<\/time>/g, ""), "position and a time"],
    [
      "history without positions",
      history(trip(600)).replace("navigation.position", "navigation.log"),
      "no positions",
    ],
    ["a table of too many columns", `time,lat,lon${",a.b".repeat(2000)}\n`, "more than 2000 columns"],
    [
      "history of too many values",
      JSON.stringify({ values: Array.from({ length: 2001 }, () => ({ path: "a.b" })), data: [] }),
      "more than 2000 values",
    ],
    ["a table of the far future", "time,lat,lon\n99999999999999999,60,25\n", "both a time and a position"],
    ["history without data", history([]), "no positions"],
    ["a table without positions", "time,sog (kn),depth_m\n2026-06-01,5,3\n", "needs the columns latitude"],
    ["a table without times", "lat,lon\n59,22\n", "no time column"],
    ["a log without positions", `${sentence("SDDBT,1.0,f,0.3,M,0.2,F")}\n`, "The log has no positions"],
    ["a log without dates", `${sentence("GPGLL,5950.0,N,02254.0,E,120000,A")}\n`, "on which day"],
  ])("%s is refused, and told why", async (_, text, reason) => {
    const { rows, error } = await readText(text);
    expect(rows).toEqual([]);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error?.message).toContain(reason);
  });

  it.each([
    ["GPX", gpx],
    ["KML", kml],
    ["history", history],
  ])("a %s that was cut off gives what is whole, and says that it is cut", async (_, write) => {
    const text = write(trip(600));
    const { rows, error } = await readText(text.slice(0, text.length - 200));
    expect(error).toBeInstanceOf(TruncatedFile);
    expect(error?.message).toContain("cut off");
    expect(rows.length).toBeGreaterThan(14);
    expect(shown(rows)).toEqual(track(trip(600)).slice(0, rows.length));
  });
});

describe("GPX", () => {
  it("has speeds in m/s of loggers, and in knots of our own exports", async () => {
    const [point] = trip();
    const of = async (extension: string) =>
      (await readText(gpx(point === undefined ? [] : [point], () => `<extensions>${extension}</extensions>`)))
        .rows[0];
    expect(
      await of(
        "<gpxtpx:TrackPointExtension><gpxtpx:speed>1</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course><gpxtpx:wtemp>10</gpxtpx:wtemp></gpxtpx:TrackPointExtension>",
      ),
    ).toMatchObject({
      speedoverground: 1.943844,
      courseovergroundtrue: 90,
      metrics: { "environment.water.temperature": 283.15 },
    });
    expect(
      await of(
        "<wakelog:sog>5</wakelog:sog><wakelog:awa>-30</wakelog:awa><wakelog:status>sailing</wakelog:status>",
      ),
    ).toMatchObject({ speedoverground: 5, anglespeedapparent: -30, status: "sailing" });
  });

  it("is read through bare ampersands, with points that lack something counted", async () => {
    const text = gpx(trip(600), (p) => (p.time === START ? "<name>M&M</name>" : ""))
      .replace('lat="59.8"', "")
      .replace(/<time>2026-06-01T08:10[^<]*<\/time>/, "<time>yesterday</time>");
    const { rows, remarks, error } = await readText(text);
    expect(error).toBeNull();
    expect(rows.length).toBe(17);
    expect(Object.fromEntries(remarks.skipped)).toMatchObject({
      "points without a position": 1,
      "points without a time": 1,
    });
  });
});

describe("Signal K history", () => {
  it("is read when its data stands before its values", async () => {
    const { values, data } = JSON.parse(history(trip(600))) as { values: unknown; data: unknown };
    const { rows } = await readText(JSON.stringify({ data, values }), 100);
    expect(shown(rows)).toEqual(track(trip(600)));
    expect(rows[9]?.speedoverground).toBeCloseTo(5, 5);
  });

  it("keeps other paths as readings, and passes over nulls", async () => {
    const { rows } = await readText(
      JSON.stringify({
        values: [
          { path: "navigation.position" },
          { path: "environment.outside.pressure" },
          { path: "navigation.state" },
        ],
        data: [
          ["2026-06-01T08:00:00Z", null, 101300, "anchored"],
          ["2026-06-01T08:01:00Z", [22, 59], null, null],
          ["2026-06-01T08:02:00Z", null, null, null],
        ],
      }),
    );
    expect(rows).toMatchObject([
      { latitude: null, status: "anchored", metrics: { "environment.outside.pressure": 101300 } },
      { latitude: 59, longitude: 22, status: null, metrics: null },
    ]);
    expect(rows.length).toBe(2);
  });
});

describe("CSV", () => {
  it("converts by the units in its names, and says what it understood", async () => {
    const { rows, remarks } = await readText(
      "Timestamp;Latitude;Longitude;SOG (m/s);COG [deg];AWS_knots;Water temp (°C);environment.depth.belowKeel;mood\n" +
        "2026-06-01 10:00:00+02:00;59,5;22,25;2;270;10;15;3,5;good\n",
    );
    expect(rows).toMatchObject([
      {
        time: START,
        latitude: 59.5,
        longitude: 22.25,
        speedoverground: 3.887689,
        courseovergroundtrue: 270,
        windspeedapparent: 10,
        metrics: { "environment.water.temperature": 288.15, "environment.depth.belowKeel": 3.5 },
      },
    ]);
    expect(remarks.notes).toContain("SOG (m/s) is read as speedoverground in m/s");
    expect(remarks.notes).toContain("not used: mood");
  });

  it("reads dates and times in two columns, Unix times, and degrees with minutes", async () => {
    expect(
      (await readText('date,time,lat,lon\n2026-06-01,08:00:00,"59°30.0\'N",22 15 0 W\n')).rows,
    ).toMatchObject([{ time: START, latitude: 59.5, longitude: -22.25 }]);
    expect(
      (await readText(`time,lat,lng\n${START / 1000},1,2\n${START + 500},1,2\n`)).rows.map((r) => r.time),
    ).toEqual([START, START + 500]);
  });

  it("leaves out broken lines and counts them", async () => {
    const { rows, remarks } = await readText(
      `${csv(trip(600))}tomorrow,1,2,3\n2026-06-01T12:00:00Z,,,\n2026-06-01T12`,
    );
    expect(rows.length).toBe(19);
    expect(Object.fromEntries(remarks.skipped)).toEqual({
      "lines without a time": 2,
      "lines without a position": 1,
    });
  });
});

describe("NMEA 0183", () => {
  it("becomes a row each ten seconds under way and one a minute at rest", async () => {
    const { rows } = await readText(trip(1).map(rmc).join("\r\n"), 10_000);
    const hour = (n: number) =>
      rows.filter((row) => Math.floor((row.time - START - 1) / 3_600_000) === n).length;
    expect([hour(0), hour(1), hour(2)]).toEqual([60, 360, 60]);
    expect(rows[200]?.speedoverground).toBe(5);
    expect(rows[200]?.longitude).toBe(-22.9);
  });

  it("takes dates from the receiver over midnight and from the logger where the receiver has none", async () => {
    const night = [rmc({ time: START + 57_599_000, latitude: 59, longitude: 22, sogKnots: 0 })];
    const gll = sentence("GPGLL,5900.0,N,02200.0,E,000200,A");
    expect((await readText([...night, gll].join("\n"))).rows.map((row) => row.time)).toEqual([
      START + 57_599_000,
      START + 57_720_000,
    ]);
    for (const front of [
      `${START};N;`,
      `${START / 1000}.000 `,
      "2026-06-01T08:00:00.000Z,",
      `\\c:${START / 1000}*00\\`,
    ]) {
      const { rows } = await readText(`${front}${sentence("GPGLL,5900.0,N,02200.0,W,080001,A")}\n`);
      expect(rows).toMatchObject([{ time: START + 1000, latitude: 59, longitude: -22 }]);
    }
  });

  it("corrects a receiver whose count of weeks began again", async () => {
    const behind = rmc({ time: START - 1024 * 7 * 86_400_000, latitude: 59, longitude: 22, sogKnots: 0 });
    expect((await readText(`${START + 400};N;${behind}\n`)).rows[0]?.time).toBe(START);
  });

  it("merges instruments, in SI units, and says each reading once", async () => {
    const at = (minute: number) =>
      rmc({ time: START + minute * 60_000, latitude: 59, longitude: 22, sogKnots: 0 });
    const { rows } = await readText(
      [
        at(0),
        sentence("WIMWV,330.0,R,10.0,N,A"),
        sentence("WIMWV,40.0,R,8.0,N,A"),
        sentence("YXMTW,15.0,C"),
        sentence("SDDPT,3.5,-0.5"),
        sentence("HEHDT,90.0,T"),
        sentence("IIRPM,E,1,1800,10,A"),
        `${START};x;{"context":"v","updates":[{"values":[{"path":"environment.inside.pressure","value":101000}]}]}`,
        at(1),
        at(2),
      ].join("\n"),
    );
    expect(rows[1]).toMatchObject({
      windspeedapparent: 10,
      anglespeedapparent: -30,
      metrics: {
        "environment.water.temperature": 288.15,
        "environment.depth.belowTransducer": 3.5,
        "environment.depth.belowKeel": 3,
        "navigation.headingTrue": expect.closeTo(Math.PI / 2, 5),
        "propulsion.1.revolutions": 30,
        "environment.inside.pressure": 101000,
      },
    });
    expect(rows[2]?.metrics).toBeNull();
  });

  it("does not believe broken sentences, nor fixes that the receiver calls void", async () => {
    const good = trip(60).map(rmc);
    const broken = good.map((line) => line.replace(",A,5", ",A,6"));
    const { rows, remarks } = await readText(
      [...broken, ...good, "$GPRMC,08", sentence("GPRMC,080000,V,,,,,,,010626,,,N")].join("\n"),
    );
    expect(rows.length).toBe(good.length);
    expect(remarks.skipped.get("sentences that are broken or fail their checksum")).toBe(broken.length + 1);
  });
});
