/** Decodes the service's pictures with an independent decoder. */
import { crc32, inflateSync } from "node:zlib";
import { expect } from "vitest";

/** Red, green and blue. */
export type Pixel = readonly number[];

export interface Picture {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): Pixel;
  /** The number of pixels that satisfy `looks`. */
  count(looks: (pixel: Pixel) => boolean): number;
}

/** Reads a true-colour PNG without filters, and checks its checksums. */
export function decodedPng(file: Buffer): Picture {
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
  const at = (x: number, y: number): Pixel => [
    ...rows.subarray(y * (1 + width * 3) + 1 + x * 3).subarray(0, 3),
  ];
  return {
    width,
    height,
    at,
    count(looks) {
      let found = 0;
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (looks(at(x, y))) found++;
      return found;
    },
  };
}

/** Whether a pixel has the land colour of the dashboard's light map. */
export function isLand([red, green, blue]: Pixel): boolean {
  return red === 243 && green === 228 && blue === 179;
}

/** Whether a pixel is open water, between grid lines. */
export function isSea([red, green, blue]: Pixel): boolean {
  return red === 222 && green === 236 && blue === 245;
}
