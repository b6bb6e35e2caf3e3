/** Finds room for each label around its place. */
import { type Box, meet } from "../places/box.ts";

/** A label, and its place on the screen in pixels. */
export interface PlacedWords {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels between a place and its label; the larger ones avoid the boat's mark. */
const AWAY_PX = [10, 22, 34] as const;
/** Above first: course lines and names are more often at the sides. */
const SIDES = [
  [0, -1],
  [1, 0],
  [-1, 0],
  [0, 1],
] as const;

function isWithin(box: Box, screen: { readonly width: number; readonly height: number }): boolean {
  return box.left >= 0 && box.top >= 0 && box.right <= screen.width && box.bottom <= screen.height;
}

/**
 * The offset of each label's centre from its place, in pixels right and down; null if there is no room. Earlier
 * labels choose first.
 * @param taken areas that no label may cover
 */
export function labelPlaces(
  labels: readonly PlacedWords[],
  taken: readonly Box[],
  screen: { readonly width: number; readonly height: number },
): readonly (readonly [right: number, down: number] | null)[] {
  const full = [...taken];
  return labels.map(({ x, y, width, height }) => {
    for (const away of AWAY_PX) {
      for (const [across, along] of SIDES) {
        const right = across * (away + width / 2);
        const down = along * (away + height / 2);
        const box = {
          left: x + right - width / 2,
          right: x + right + width / 2,
          top: y + down - height / 2,
          bottom: y + down + height / 2,
        };
        if (!isWithin(box, screen) || full.some((one) => meet(one, box))) continue;
        full.push(box);
        return [right, down] as const;
      }
    }
    return null;
  });
}
