import { gpx as readGpx } from "@tmcw/togeojson";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../../../../test/support/laws/any-text.ts";
import { GPX_EXTENSIONS, logsGpx, mooragesGpx } from "../../../../src/boat/exports/gpx.ts";
import { breaches, log, moorage, parse, trackPoint } from "./documents.ts";

const HERE = { webUrl: "http://boat.example:8080" };
/** Content models of GPX 1.1, for the elements that logbooks use. */
const ORDER = {
  gpx: ["metadata", "wpt", "rte", "trk", "extensions"],
  metadata: ["name", "desc", "author", "copyright", "link", "time", "keywords", "bounds", "extensions"],
  link: ["text", "type"],
  trk: ["name", "cmt", "desc", "src", "link", "number", "type", "extensions", "trkseg"],
  trkseg: ["trkpt", "extensions"],
  trkpt: [
    "ele",
    "time",
    "magvar",
    "geoidheight",
    "name",
    "cmt",
    "desc",
    "src",
    "link",
    "sym",
    "type",
    "extensions",
  ],
  wpt: [
    "ele",
    "time",
    "magvar",
    "geoidheight",
    "name",
    "cmt",
    "desc",
    "src",
    "link",
    "sym",
    "type",
    "extensions",
  ],
};
const root = (xml: string) => {
  const element = parse(xml).documentElement;
  if (element === null) throw new Error("no root element");
  return element;
};

describe("GPX", () => {
  it("stands in the schema's order, with version, creator and namespace", async () => {
    const element = root(await logsGpx([log(), log({ id: 8 })], HERE));
    expect(breaches(element, ORDER)).toEqual([]);
    expect(element.getAttribute("version")).toBe("1.1");
    expect(element.namespaceURI).toBe("http://www.topografix.com/GPX/1/1");
    expect(breaches(root(mooragesGpx([moorage()], HERE)), ORDER)).toEqual([]);
  });

  it("gives an independent reader one track per log with the times in UTC", async () => {
    const { features } = readGpx(parse(await logsGpx([log(), log({ id: 8, name: "Back" })], HERE)));
    expect(features.map((feature) => feature.properties?.name)).toEqual(["Ekenäs to Hanko", "Back"]);
    const first = features[0];
    expect(first?.geometry).toEqual({
      type: "MultiLineString",
      coordinates: [
        [
          [23.5308667, 60.0776667],
          [23.5, 60.05],
        ],
        [
          [23.42, 59.95],
          [23.3657667, 59.86],
        ],
      ],
    });
    expect(first?.properties?.coordinateProperties?.times).toEqual([
      ["2026-06-01T10:00:00.250Z", "2026-06-01T10:01:00.250Z"],
      ["2026-06-01T10:20:00.250Z", "2026-06-01T10:30:00.250Z"],
    ]);
  });

  it("has speed, course and wind in its own namespace", async () => {
    const element = root(await logsGpx([log()], HERE));
    const values = ["sog", "cog", "aws", "awa", "status"].map(
      (name) => element.getElementsByTagNameNS(GPX_EXTENSIONS, name).item(0)?.textContent,
    );
    expect(values).toEqual(["5.4", "210", "12.5", "-30", "sailing"]);
  });

  it("links to the dashboard only when its address is known", async () => {
    expect(await logsGpx([log()], HERE)).toContain('href="http://boat.example:8080/log/7"');
    expect(root(await logsGpx([log()], { webUrl: null })).getElementsByTagName("link").length).toBe(0);
  });

  it("names the same log by the same guid every time", async () => {
    expect(await logsGpx([log()], HERE)).toBe(await logsGpx([log()], HERE));
    expect(await logsGpx([log()], HERE)).not.toContain(
      /guid>(.*?)</.exec(await logsGpx([log({ id: 8 })], HERE))?.[1],
    );
  });

  it("keeps longitudes below 180 and writes small numbers without exponents", async () => {
    const crossing = [[trackPoint(0, 1e-7, 179.9), trackPoint(1, -2e-9, 180), trackPoint(2, 0, -179.9)]];
    const text = await logsGpx([log({ lines: crossing })], HERE);
    expect(text).toContain('lat="0.0000001" lon="179.9"');
    expect(text).toContain('lat="0" lon="-180"');
    expect(text).not.toContain("<bounds");
  });

  it("is well formed and keeps every printable character, whatever people typed", async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), async (typed) => {
        const element = root(await logsGpx([log({ name: `«${typed}»`, notes: typed, from: typed })], HERE));
        const name = element.getElementsByTagName("trk").item(0)?.getElementsByTagName("name").item(0);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot carry
        expect(name?.textContent).toBe(`«${typed.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")}»`);
      }),
    );
  });

  it("drops half surrogates, which no encoder can write", async () => {
    expect(root(await logsGpx([log({ name: "a\ud800b\udc00c" })], HERE)).textContent).toContain("abc");
  });

  it("describes a moorage with its first visit", () => {
    const { features } = readGpx(parse(mooragesGpx([moorage()], HERE)));
    expect(features[0]?.geometry).toEqual({ type: "Point", coordinates: [22.97, 59.82] });
    expect(features[0]?.properties).toMatchObject({
      name: "Hanko",
      time: "2026-06-01T10:00:00.250Z",
      sym: "anchor",
    });
    expect(features[0]?.properties?.desc).toContain("2 visits. 1.5 hours in total");
  });
});
