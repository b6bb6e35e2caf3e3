/** Credits the coast data in the lower right corner, as its licence requires (ODbL 1.0, 4.3). */
import { blend, type Colour, HEIGHT, type Pixels, WIDTH } from "./canvas.ts";

/** The text as a bitmap, one pixel per character: a font would be larger than the picture. */
const CREDIT = [
  "  ###       ###                     ####  #                     #   #   #            ",
  " #   #     #   #                   #      #                     #   ## ##            ",
  "#  ## #    #   # ####   ###  ####  #     #### # ##  ###   ###  #### # # #  ###  #### ",
  "# #   #    #   # #   # #   # #   #  ###   #   ##   #   # #   #  #   # # #     # #   #",
  "#  ## #    #   # #   # ##### #   #     #  #   #    ##### #####  #   #   #  #### #   #",
  " #   #     #   # #   # #     #   #     #  #   #    #     #      #   #   # #   # #   #",
  "  ###       ###  ####   ###  #   # ####    ## #     ###   ###    ## #   #  #### #### ",
  "                 #                                                              #    ",
  "                 #                                                              #    ",
];
/** `--map-ink` of the dashboard's light map, and its opacity, so that the track stands out more. */
const INK: Colour = [36, 64, 95];
const STRENGTH = 0.7;
/** Pixels to the edges; the track keeps further away. */
const [RIGHT, BELOW] = [6, 4];

/** Draws the credit. */
export function drawCredit(pixels: Pixels): void {
  const shares = new Float32Array(WIDTH * HEIGHT);
  for (const [row, signs] of CREDIT.entries()) {
    const from = (HEIGHT - BELOW - CREDIT.length + row) * WIDTH + WIDTH - RIGHT - signs.length;
    for (let i = 0; i < signs.length; i++) if (signs[i] === "#") shares[from + i] = STRENGTH;
  }
  blend(pixels, shares, INK);
}
