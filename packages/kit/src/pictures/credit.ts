/** Whose data a picture's coast is, in its lower right corner: without this it may not be passed on (ODbL 1.0, 4.3). */
import { blend, type Colour, HEIGHT, type Pixels, WIDTH } from "./canvas.ts";

/** The letters, a pixel each sign: a font would weigh more than the picture. */
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
/** `--map-ink` of the dashboard's light map, and how much of it, so that it is read after the track. */
const INK: Colour = [36, 64, 95];
const STRENGTH = 0.7;
/** Pixels to the edges; the track keeps further away. */
const [RIGHT, BELOW] = [6, 4];

/** Writes it. */
export function drawCredit(pixels: Pixels): void {
  const shares = new Float32Array(WIDTH * HEIGHT);
  for (const [row, signs] of CREDIT.entries()) {
    const from = (HEIGHT - BELOW - CREDIT.length + row) * WIDTH + WIDTH - RIGHT - signs.length;
    for (let i = 0; i < signs.length; i++) if (signs[i] === "#") shares[from + i] = STRENGTH;
  }
  blend(pixels, shares, INK);
}
