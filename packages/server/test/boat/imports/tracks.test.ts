/** Tracks as plotters and trackers write them, and files that are none. */
import { describe, expect, it } from "vitest";
import { csv, gpx, kml, type Point, readText, START, trip } from "./files.ts";

const times = (rows: readonly { time: number }[]) => rows.map((row) => row.time);

describe("the readings of a plotter's points", () => {
  const extension = (p: Point) =>
    `<extensions><gpxx:TrackPointExtension><gpxx:Temperature>14.5</gpxx:Temperature><gpxx:Depth>${(p.time - START) / 60_000}</gpxx:Depth></gpxx:TrackPointExtension></extensions>`;

  it("are depth and water", async () => {
    const { rows, remarks } = await readText(gpx(trip(600), extension));
    expect(rows.map((row) => row.metrics?.["environment.depth.belowTransducer"])).toEqual(
      trip(600).map((_, n) => 10 * n),
    );
    expect(rows[0]?.metrics?.["environment.water.temperature"]).toBeCloseTo(287.65, 5);
    expect(remarks.notes).toEqual([]);
  });

  it("are named where they are not used", async () => {
    const { rows, remarks } = await readText(
      gpx(
        trip(600),
        () =>
          "<speed>-1</speed><course>-1</course><extensions><x:swell>2</x:swell><x:hr>60</x:hr></extensions>",
      ),
    );
    expect(remarks.notes).toEqual(["not used: swell"]);
    expect(rows[5]).toMatchObject({ speedoverground: null, courseovergroundtrue: null });
  });

  it("are named where they are attributes, which are not read", async () => {
    const more =
      '<extensions><x:wind xmlns:x="urn:x" speed="7.5" x:angle=" -12" unit="kn" id="4"/><x:hr value="60"/></extensions>';
    const text = gpx(trip(600), () => more).replaceAll("<trkpt ", '<trkpt heel="3,5" note="reefed" hr="70" ');
    const { rows, remarks } = await readText(text);
    expect(remarks.notes).toEqual(["not used: heel, speed, angle, value"]);
    expect(rows[5]).toMatchObject({ speedoverground: null, metrics: null });
  });
});

describe("points with times", () => {
  const point = (p: Point, more = "") =>
    `<Placemark><LookAt><gx:TimeStamp><when>2020-01-01T00:00:00Z</when></gx:TimeStamp></LookAt><TimeStamp><when>${new Date(p.time).toISOString()}</when></TimeStamp><ExtendedData><Data name="Velocity"><value>${(p.sogKnots * 1.852).toFixed(4)} km/h</value></Data><Data name="Course"><value>231.00 ° True</value></Data>${more}</ExtendedData><Point><coordinates>${p.longitude},${p.latitude},0.00</coordinates></Point></Placemark>`;
  const LINE = "<Placemark><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark>";
  const document = (content: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${content}</Folder></Document></kml>`;

  it("are a track of a tracker, beside the line through them", async () => {
    for (const line of ["", LINE]) {
      const points = trip(600);
      const { rows, error } = await readText(document(points.map((p) => point(p)).join("\n") + line));
      expect(error).toBeNull();
      expect(times(rows)).toEqual(points.map((p) => p.time));
      expect(rows[9]?.speedoverground).toBeCloseTo(5, 3);
      expect(rows[9]?.courseovergroundtrue).toBe(231);
    }
  });

  const span = (p: Point) =>
    point(p).replace(
      /<TimeStamp><when>([^<]*)<\/when><\/TimeStamp>/,
      "<TimeSpan><begin>$1</begin><end>2030-01-01T00:00:00Z</end></TimeSpan>",
    );

  it("may have the beginning of a span for it, and the spans of views do not count", async () => {
    const points = trip(600);
    const view =
      "<Placemark><Camera><gx:TimeSpan><begin>2020-01-01T00:00:00Z</begin></gx:TimeSpan></Camera><Point><coordinates>1,2</coordinates></Point></Placemark>";
    const { rows, error } = await readText(document(view + points.map(span).join("")));
    expect(error).toBeNull();
    expect(times(rows)).toEqual(points.map((p) => p.time));
  });

  it.each([
    ["points", (p: Point) => point(p)],
    ["points with spans", span],
  ])("are no track if they are only dates: %s", async (_, write) => {
    const text = document(trip(600).map(write).join("")).replace(/(\d{4}-\d\d-\d\d)T[^<]*/g, "$1");
    const { rows, error } = await readText(text);
    expect(rows).toEqual([]);
    expect(error?.message).toContain("only dates");
    expect((await readText(kml(trip(600)).replace(/T[\d:.]+Z/g, ""))).error?.message).toContain("only dates");
  });

  it.each([
    ["11,1 km/h", 5.99],
    ["11.1 km/h", 5.99],
    ["11,1\u00a0km/h", 5.99],
    ["6kn", 6],
    ["3,1 m/s", 6.03],
  ])("have the speed of %s", async (velocity, knots) => {
    const text = document(
      trip(600)
        .map((p) => point(p))
        .join(""),
    ).replace(/[\d.]+ km\/h/g, velocity);
    const { rows, remarks } = await readText(text.replaceAll("231.00", "231,50"));
    expect(rows[9]?.speedoverground).toBeCloseTo(knots, 1);
    expect(rows[9]?.courseovergroundtrue).toBe(231.5);
    expect(remarks.notes).toEqual([]);
  });

  it("name a speed that is not read", async () => {
    const text = document(
      trip(600)
        .map((p) => point(p))
        .join(""),
    ).replace(/ km\/h/g, " furlongs/h");
    const { rows, remarks } = await readText(text);
    expect(rows[9]?.speedoverground).toBeNull();
    expect(remarks.notes).toEqual(["not used: Velocity"]);
  });

  it("without a valid fix are left out", async () => {
    const bad = '<Data name="Valid GPS Fix"><value>False</value></Data>';
    const { rows, remarks } = await readText(
      document(
        trip(600)
          .map((p, n) => point(p, n === 3 ? bad : ""))
          .join(""),
      ),
    );
    expect(rows.length).toBe(18);
    expect(remarks.skipped.get("points without a valid fix")).toBe(1);
  });

  it("are no track if they are the ends of a line", async () => {
    const [first, ...rest] = trip(600) as [Point, ...Point[]];
    const { rows, error } = await readText(document(point(first) + LINE + point(rest.at(-1) ?? first)));
    expect(rows).toEqual([]);
    expect(error?.message).toContain("Only the ends");
  });

  it("are read as far as they go", async () => {
    const text = document(
      trip(600)
        .map((p) => point(p))
        .join("\n"),
    );
    const { rows, error } = await readText(text.slice(0, -700));
    expect(error?.message).toContain("cut off");
    expect(rows.length).toBeGreaterThan(15);
  });
});

describe("readings at one instant", () => {
  it.each([
    ["GPX", gpx],
    ["KML", kml],
    ["CSV", csv],
  ])("are the first one of a %s, wherever it comes again", async (_, write) => {
    const points = trip(600);
    const again = points.map((p) => ({ ...p, latitude: p.latitude + 1 }));
    const mixed = [
      ...points,
      ...again.slice(5).reverse(),
      { ...(points[0] as Point), time: START - 1000 },
      ...again,
    ];
    const { rows, remarks } = await readText(write(mixed));
    expect(times(rows)).toEqual([...times(points), START - 1000]);
    expect(rows.slice(0, -1).map((row) => row.latitude)).toEqual(points.map((p) => p.latitude));
    expect(remarks.skipped.get("readings at the time of an earlier one")).toBe(2 * points.length - 5);
  });
});

it.each([
  ["a zip", "PK\u0003\u0004\u0014doc.kml", "zip archive"],
  ["a PDF", "%PDF-1.7\n", "PDF"],
  ["a FIT file", "\u000e\u0010\u0001\u0002abcd.FIT", "FIT"],
  ["a web page", "<!DOCTYPE html><html></html>", "web page"],
  ["a database", "SQLite format 3\u0000", "SQLite"],
])("says that a file is %s", async (_, text, words) => {
  expect((await readText(text)).error?.message).toContain(words);
});
