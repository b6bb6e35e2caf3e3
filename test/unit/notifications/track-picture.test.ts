/** The map of a log: read back by a decoder of its own. */
import { crc32, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trackOf } from "../../../src/notifications/logs.ts";
import type { Track } from "../../../src/notifications/messages/message.ts";
import { trackPicture } from "../../../src/notifications/messages/track-picture.ts";

interface Picture {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): readonly number[];
}

/** Reads a PNG of true colour without filters, and checks its sums. */
function decoded(file: Buffer): Picture {
  expect(file.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const named = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.subarray(0, 4).toString("latin1"), named.subarray(4));
    at += length + 12;
  }
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([8, 2, 0, 0, 0]);
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  expect(rows.length).toBe(height * (1 + width * 3));
  return {
    width,
    height,
    at: (x, y) => [...rows.subarray(y * (1 + width * 3) + 1 + x * 3).subarray(0, 3)],
  };
}

const pictureOf = (track: Track): Picture => decoded(trackPicture(track) ?? Buffer.alloc(0));
const isGreen = ([red = 0, green = 0, blue = 0]: readonly number[]) => green > red + 40 && green > blue + 40;
const isRed = ([red = 0, green = 0]: readonly number[]) => red > green + 80;

/** The middle of the pixels that look so. */
function middleOf(picture: Picture, looks: (pixel: readonly number[]) => boolean) {
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
  it("shows where it begins and where it ends, north up and east right", () => {
    const picture = pictureOf([
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

  it("goes on across 180°, the short way", () => {
    const picture = pictureOf([
      [179.9, -17],
      [-179.9, -17],
    ]);
    const [start, end] = [middleOf(picture, isGreen), middleOf(picture, isRed)];
    expect(end.x - start.x).toBeGreaterThan(300);
    expect(Math.abs(end.y - start.y)).toBeLessThan(2);
  });

  it("is drawn for every track, wherever it is", () => {
    const place = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (track) => {
        const { width, height } = pictureOf(track);
        expect([width, height]).toEqual([480, 300]);
      }),
      { numRuns: 20 },
    );
    expect(trackPicture([])).toBeNull();
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
