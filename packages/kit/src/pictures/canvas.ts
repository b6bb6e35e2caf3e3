/** The canvas for pictures of tracks. */

export const WIDTH = 480;
export const HEIGHT = 300;

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A point on the picture, in pixels from its west and north edges. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A straight line between two points. */
export type Line = readonly [from: Point, to: Point];

/** Red, green and blue of each pixel, row by row from the top left. */
export type Pixels = Uint8Array;

/** A single-colour picture. */
export function plain(colour: Colour): Pixels {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let i = 0; i < pixels.length; i++) pixels[i] = colour[i % 3] ?? 0;
  return pixels;
}

/** Blends the colour into each pixel by its share, 0 to 1. */
export function blend(pixels: Pixels, shares: Float32Array, colour: Colour): void {
  const [red, green, blue] = colour;
  // Most pixels do not change; an iterator would take ten times as long to skip them.
  for (let i = 0; i < shares.length; i++) {
    const share = shares[i] ?? 0;
    if (share === 0) continue;
    mix(pixels, i * 3, red, share);
    mix(pixels, i * 3 + 1, green, share);
    mix(pixels, i * 3 + 2, blue, share);
  }
}

function mix(pixels: Pixels, at: number, value: number, share: number): void {
  pixels[at] = Math.round((pixels[at] ?? 0) * (1 - share) + value * share);
}
