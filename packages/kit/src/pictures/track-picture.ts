/** A small map of a track, drawn locally: nothing is fetched, so the position stays private. */
import type { Coast } from "../geo/map/coast.ts";
import { type Colour, HEIGHT, plain, WIDTH } from "./canvas.ts";
import { drawCredit } from "./credit.ts";
import { drawLand } from "./land.ts";
import { drawLines } from "./lines.ts";
import { pathOf } from "./path.ts";
import { encodePng } from "./png.ts";
import { projection, type Track, unwrapped } from "./projection.ts";

/** Half line widths in pixels. */
const HALF_GRID = 0.5;
const HALF_LINE = 1.6;
const HALF_DOT = 5.5;

const SEA: Colour = [222, 236, 245];
const GRID: Colour = [196, 217, 232];
const LINE: Colour = [11, 98, 164];
const START: Colour = [36, 138, 61];
const END: Colour = [196, 43, 28];

/**
 * A PNG of the track on the sea, with meridians, parallels and the coast; a green dot at its start, a red one at its
 * end. Null for an empty track.
 */
export async function trackPicture(track: Track, coast: Coast): Promise<Buffer | null> {
  const places = unwrapped(track);
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const { point, lines, box } = projection(places);
  const land = await coast.landIn(box, WIDTH);
  const pixels = plain(SEA);
  drawLines(pixels, lines, HALF_GRID, GRID);
  if (land.length > 0) {
    drawLand(pixels, land, point);
    drawCredit(pixels);
  }
  drawLines(pixels, pathOf(places.map(point)), HALF_LINE, LINE);
  drawLines(pixels, [[point(first), point(first)]], HALF_DOT, START);
  drawLines(pixels, [[point(last), point(last)]], HALF_DOT, END);
  return encodePng(pixels, WIDTH, HEIGHT);
}
