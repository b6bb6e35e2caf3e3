/** The map of a log: read back by a decoder of the tests' own. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
  decodedPng,
  isLand,
  isSea,
  type Picture,
  type Pixel,
} from "../../../../test/support/pictures/decoded-png.ts";
import { trackOf } from "../../../server/src/people/notifications/logs.ts";
import { openCoast } from "../../src/geo/map/coast.ts";
import { ignoreAll, type Observation, sentence } from "../../src/observe.ts";
import type { Track } from "../../src/pictures/projection.ts";
import { projection, unwrapped } from "../../src/pictures/projection.ts";
import { trackPicture } from "../../src/pictures/track-picture.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const coast = openCoast(join(ROOT, "packages/server/dist"), ignoreAll);
const noCoast = openCoast(join(ROOT, "no such folder"), ignoreAll);

const drawn = async (track: Track, on = coast): Promise<Buffer> =>
  (await trackPicture(track, on)) ?? Buffer.alloc(0);
const pictureOf = async (track: Track): Promise<Picture> => decodedPng(await drawn(track));
const isGreen = ([red = 0, green = 0, blue = 0]: Pixel) => green > red + 40 && green > blue + 40;
const isRed = ([red = 0, green = 0]: Pixel) => red > green + 80;

/** The middle of the pixels that look so. */
function middleOf(picture: Picture, looks: (pixel: Pixel) => boolean) {
  let [count, sumX, sumY] = [0, 0, 0];
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (!looks(picture.at(x, y))) continue;
      count++;
      sumX += x;
      sumY += y;
    }
  }
  return { count, x: sumX / count, y: sumY / count };
}

describe("the picture of a track", () => {
  it("shows where it begins and where it ends, north up and east right", async () => {
    const picture = await pictureOf([
      [24.9, 60.1],
      [25.1, 60.3],
    ]);
    const [start, end] = [middleOf(picture, isGreen), middleOf(picture, isRed)];
    expect(start.count).toBeGreaterThan(50);
    expect(end.count).toBeGreaterThan(50);
    expect(start.x).toBeLessThan(end.x);
    expect(start.y).toBeGreaterThan(end.y);
    // True to scale: a degree of longitude is half as long as one of latitude here.
    expect((end.x - start.x) / (start.y - end.y)).toBeCloseTo(0.5, 1);
  });

  it("goes on across 180°, the short way", async () => {
    const picture = await pictureOf([
      [179.9, -17],
      [-179.9, -17],
    ]);
    const [start, end] = [middleOf(picture, isGreen), middleOf(picture, isRed)];
    expect(end.x - start.x).toBeGreaterThan(300);
    expect(Math.abs(end.y - start.y)).toBeLessThan(2);
  });

  it("is drawn for every track, wherever it is", async () => {
    const place = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 30 }), async (track) => {
        const { width, height } = await pictureOf(track);
        expect([width, height]).toEqual([480, 300]);
      }),
      { numRuns: 20 },
    );
    expect(await trackPicture([], coast)).toBeNull();
  });
});

/** A track west of a place, whose picture includes the place and about this many degrees of latitude. */
function around(latitude: number, longitude: number, degrees: number): Track {
  const west = longitude - degrees / 3 / Math.cos((latitude * Math.PI) / 180);
  return [
    [west, latitude - degrees / 3],
    [west, latitude + degrees / 3],
  ];
}

/** The pixel at a place that is in the picture of a track. */
async function pixelAt(track: Track, latitude: number, longitude: number): Promise<Pixel> {
  const { point } = projection(unwrapped(track));
  const { x, y } = point({ x: longitude, y: latitude });
  return (await pictureOf(track)).at(Math.floor(x), Math.floor(y));
}

describe("the coast in the picture", () => {
  it.each([
    ["the town of Hanko", 59.826, 22.97, 0.1, "land"],
    ["its eastern harbour", 59.8145, 22.9755, 0.1, "sea"],
    ["the middle of Helsinki", 60.172, 24.945, 0.2, "land"],
    ["the water before it", 60.1545, 24.991, 0.2, "sea"],
    ["Portsmouth", 50.797, -1.09, 0.5, "land"],
    ["the Solent", 50.766, -1.21, 0.5, "sea"],
    ["Copenhagen", 55.68, 12.56, 1, "land"],
    ["the Sound", 55.74, 12.66, 1, "sea"],
    ["Mallorca", 39.6, 3, 10, "land"],
    ["the sea before it", 39.1, 1.9, 10, "sea"],
    ["the Sahara", 25, 5, 50, "land"],
    ["the Caspian", 42, 51, 20, "sea"],
    ["mid-ocean", 33, -43, 80, "sea"],
    ["Spitsbergen", 79, 16, 4, "land"],
    ["the sea north of it", 81.3, 16.3, 4, "sea"],
    ["Antarctica", -80, 1, 4, "land"],
    ["the South Pole, where the map has no tiles", -89.51, 13, 0.4, "land"],
  ] as const)("shows %s as it is", async (_, latitude, longitude, degrees, what) => {
    const pixel = await pixelAt(around(latitude, longitude, degrees), latitude, longitude);
    expect([pixel, isLand(pixel), isSea(pixel)]).toEqual([pixel, what === "land", what === "sea"]);
  });

  it("is there in an archipelago: islands and water between them, in every part", async () => {
    const picture = await pictureOf(around(60.1, 22.3, 0.4));
    const { width, height } = picture;
    for (const [left, top] of [
      [0, 0],
      [width / 2, 0],
      [0, height / 2],
      [width / 2, height / 2],
    ] as const) {
      let [land, sea] = [0, 0];
      for (let y = top; y < top + height / 2; y++) {
        for (let x = left; x < left + width / 2; x++) {
          if (isLand(picture.at(x, y))) land++;
          if (isSea(picture.at(x, y))) sea++;
        }
      }
      expect(Math.min(land, sea)).toBeGreaterThan(200);
    }
  });

  it("has the colour of the dashboard's light map", () => {
    const [, hex = ""] =
      /--map-land: #([0-9a-f]{6});/.exec(
        readFileSync(join(ROOT, "packages/dashboard/src/tokens.css"), "utf8"),
      ) ?? [];
    expect(isLand([...Buffer.from(hex, "hex")])).toBe(true);
  });

  it("is under the track and its ends", async () => {
    // From Paris to Budapest.
    const picture = await pictureOf([
      [2.3, 48.8],
      [19, 47.5],
    ]);
    const [start, end] = [middleOf(picture, isGreen), middleOf(picture, isRed)];
    expect(Math.min(start.count, end.count)).toBeGreaterThan(50);
    const [x, y] = [Math.round((start.x + end.x) / 2), Math.round((start.y + end.y) / 2)];
    expect(picture.at(x, y)).toEqual([11, 98, 164]);
    expect(isLand(picture.at(x, y - 6))).toBe(true);
    expect(isLand(picture.at(x, y + 6))).toBe(true);
  });

  it("goes on across 180°, whichever side the track begins on, without a seam", async () => {
    const [west, east] = [
      [179.8, -16.6],
      [-179.7, -17.1],
    ] as const;
    for (const track of [
      [west, east],
      [east, west],
    ]) {
      const { point } = projection(unwrapped(track));
      const picture = await pictureOf(track);
      const first = track[0]?.[0] ?? 0;
      const at = (longitude: number, latitude: number) => {
        const near = longitude + 360 * Math.round((first - longitude) / 360);
        const { x, y } = point({ x: near, y: latitude });
        return [Math.floor(x), Math.floor(y)] as const;
      };
      // Taveuni lies on the meridian, the Koro Sea and the open sea on both sides of it.
      expect(isLand(picture.at(...at(179.99, -16.88)))).toBe(true);
      expect(isSea(picture.at(...at(179.72, -16.93)))).toBe(true);
      expect(isSea(picture.at(...at(-179.68, -16.7)))).toBe(true);
      const [meridian, row] = at(180, -16.88);
      expect(Array.from({ length: 9 }, (_, i) => isLand(picture.at(meridian - 4 + i, row)))).toEqual(
        Array.from({ length: 9 }, () => true),
      );
    }
  });

  it("has no seams where tiles meet", async () => {
    // Inland, so that all pixels are land except those of the track and the credit.
    const picture = await pictureOf(around(27, 14, 8));
    const others: Pixel[] = [];
    for (let y = 0; y < 280; y++) {
      for (let x = 300; x < picture.width; x++) if (!isLand(picture.at(x, y))) others.push([x, y]);
    }
    expect(others).toEqual([]);
  });

  it("says whose it is in the lower right corner, and nothing where it has none", async () => {
    const letters = ({ width, height, at }: Picture) => {
      let dark = 0;
      for (let y = height - 14; y < height; y++)
        for (let x = width - 100; x < width; x++) if ((at(x, y)[0] ?? 255) < 120) dark++;
      return dark;
    };
    expect(letters(await pictureOf(around(27, 14, 8)))).toBeGreaterThan(150);
    expect(letters(await pictureOf(around(-45, -120, 1)))).toBe(0);
  });

  it("leaves pictures of open water as they are, at the North Pole too", async () => {
    for (const track of [around(-45, -120, 1), around(40, -40, 10), around(89.5, 13, 0.4)]) {
      expect((await drawn(track)).equals(await drawn(track, noCoast))).toBe(true);
    }
  });
});

describe("a picture without a map", () => {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-coast-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const track = around(27, 14, 8);

  it("is drawn on the sea, with no word about it", async () => {
    const observed: Observation[] = [];
    const picture = decodedPng(
      await drawn(
        track,
        openCoast(folder, (one) => observed.push(one)),
      ),
    );
    expect(picture.count(isSea)).toBeGreaterThan(120_000);
    expect(picture.count(isLand)).toBe(0);
    expect(middleOf(picture, isGreen).count).toBeGreaterThan(50);
    expect(observed).toEqual([]);
  });

  it("has the coast from the dashboard's files, where the map is published, once it is there", async () => {
    const published = join(folder, "published");
    const web = join(published, "web/assets");
    const found = openCoast(published, ignoreAll);
    expect(decodedPng(await drawn(track, found)).count(isLand)).toBe(0);
    mkdirSync(web, { recursive: true });
    writeFileSync(
      join(web, "coast-C9X_3Yg-.pmtiles"),
      readFileSync(join(ROOT, "packages/server/dist/map/coast.pmtiles")),
    );
    expect(decodedPng(await drawn(track, found)).count(isLand)).toBeGreaterThan(120_000);
  });

  it("is drawn on the sea if the map is damaged, which is reported to the operator once", async () => {
    const damaged = join(folder, "damaged");
    mkdirSync(join(damaged, "map"), { recursive: true });
    writeFileSync(join(damaged, "map/coast.pmtiles"), "not a map");
    const observed: Observation[] = [];
    const found = openCoast(damaged, (one) => observed.push(one));
    for (let i = 0; i < 3; i++)
      expect(decodedPng(await drawn(track, found)).count(isSea)).toBeGreaterThan(120_000);
    expect(observed.map((one) => sentence(one).split(":")[0])).toEqual(["fault in the map's coast"]);
  });
});

describe("the track of a log", () => {
  it("keeps its ends, has few points, and is nothing if there is no line", () => {
    const line = Array.from({ length: 5000 }, (_, i) => [20 + i / 1000, 60 + Math.sin(i / 10) / 10, 7]);
    const track = trackOf(line) ?? [];
    expect(track.length).toBeLessThanOrEqual(400);
    expect([track[0], track.at(-1)]).toEqual([
      [20, 60],
      [24.999, 60 + Math.round((Math.sin(499.9) / 10) * 1e4) / 1e4],
    ]);
    for (const none of [null, [], [[1, 2]], [["a", "b"]], {}, "x"]) expect(trackOf(none)).toBeNull();
  });
});
