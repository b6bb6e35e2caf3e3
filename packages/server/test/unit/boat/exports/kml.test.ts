import { kml as readKml } from "@tmcw/togeojson";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../../../../test/support/laws/any-text.ts";
import { logsGpx } from "../../../../src/boat/exports/gpx.ts";
import { logKml, logsKml } from "../../../../src/boat/exports/kml.ts";
import { breaches, log, parse, trackPoint } from "./documents.ts";

const HERE = { webUrl: "http://boat.example:8080" };
/** Content models of OGC KML 2.2, for the elements that logbooks use. */
const FEATURE = ["name", "visibility", "open", "address", "Snippet", "description", "TimeStamp", "TimeSpan"];
const STYLED = [...FEATURE, "styleUrl", "Style", "Region", "ExtendedData"];
const ORDER = {
  kml: ["Document"],
  Document: [...STYLED, "Schema", "Placemark", "Folder"],
  Folder: [...STYLED, "Placemark"],
  Placemark: [...STYLED, "Point", "LineString", "MultiGeometry"],
  Style: ["IconStyle", "LabelStyle", "LineStyle"],
  LineStyle: ["color", "colorMode", "width"],
  TimeSpan: ["begin", "end"],
  TimeStamp: ["when"],
  ExtendedData: ["Data"],
  Data: ["displayName", "value"],
  MultiGeometry: ["LineString", "Point"],
  LineString: ["extrude", "tessellate", "altitudeMode", "coordinates"],
  Point: ["extrude", "altitudeMode", "coordinates"],
};
const root = (xml: string) => {
  const element = parse(xml).documentElement;
  if (element === null) throw new Error("no root element");
  return element;
};

describe("KML", () => {
  it("stands in the schema's order and namespace", async () => {
    for (const text of [await logKml(log(), HERE), await logsKml([log(), log({ id: 8 })], HERE)]) {
      expect(breaches(root(text), ORDER)).toEqual([]);
      expect(root(text).namespaceURI).toBe("http://www.opengis.net/kml/2.2");
    }
  });

  it("gives an independent reader the log's name, notes, times, colour and line", async () => {
    const { features } = readKml(parse(await logKml(log({ lines: [log().lines.flat()] }), HERE)));
    const [track, start, end] = features;
    expect(track?.properties).toMatchObject({
      name: "Ekenäs to Hanko",
      timespan: { begin: "2026-06-01T10:00:00.250Z", end: "2026-06-01T10:30:00.250Z" },
      stroke: "#f07814",
      distance_nm: "7.1875",
    });
    expect(track?.properties?.description).toContain("Rain");
    expect(track?.geometry?.type).toBe("LineString");
    expect([start?.properties?.name, end?.properties?.name]).toEqual(["Ekenäs", "Hanko"]);
  });

  it("leaves a stretch that was not recorded open", async () => {
    const { features } = readKml(parse(await logKml(log(), HERE)));
    expect(features[0]?.geometry).toMatchObject({
      type: "GeometryCollection",
      geometries: [{ type: "LineString" }, { type: "LineString" }],
    });
  });

  it("puts each of several logs into its own folder", async () => {
    const text = await logsKml([log(), log({ id: 8, name: "Back" })], HERE);
    const folders = Array.from(root(text).getElementsByTagName("Folder"));
    expect(folders.map((folder) => folder.getElementsByTagName("name").item(0)?.textContent)).toEqual([
      "Ekenäs to Hanko",
      "Back",
    ]);
  });

  it("has no end while the vessel is under way, and no geometry without a track", async () => {
    const text = await logKml(log({ endedAt: null, lines: [] }), HERE);
    expect(breaches(root(text), ORDER)).toEqual([]);
    expect(text).not.toContain("<end>");
    expect(text).not.toContain("coordinates");
  });

  it("cuts a line at the 180° meridian, as readers would draw it around the world", async () => {
    const lines = [[trackPoint(0, -17, 179.5), trackPoint(1, -18, -179.5), trackPoint(2, -18, -179)]];
    const text = await logKml(log({ lines }), HERE);
    expect(breaches(root(text), ORDER)).toEqual([]);
    const { features } = readKml(parse(text));
    expect(features[0]?.geometry).toEqual({
      type: "GeometryCollection",
      geometries: [
        {
          type: "LineString",
          coordinates: [
            [179.5, -17],
            [180, -17.5],
          ],
        },
        {
          type: "LineString",
          coordinates: [
            [-180, -17.5],
            [-179.5, -18],
            [-179, -18],
          ],
        },
      ],
    });
    const gpx = await logsGpx([log({ lines })], HERE);
    expect([...gpx.matchAll(/lon="([^"]*)"/g)].map(([, longitude]) => Number(longitude))).toEqual([
      179.5, -179.5, -179,
    ]);
  });

  it("shows a track of one point as that point", async () => {
    expect(await logKml(log({ lines: [[trackPoint(0, 1, 2)]] }), HERE)).toContain(
      "<coordinates>2,1</coordinates>",
    );
  });

  it("is well formed whatever people typed", async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), async (typed) => {
        expect(
          breaches(root(await logKml(log({ name: typed, notes: typed, to: typed }), HERE)), ORDER),
        ).toEqual([]);
      }),
    );
  });
});
