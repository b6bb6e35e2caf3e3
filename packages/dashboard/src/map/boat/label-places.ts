/** Where around its place each label of a boat has room. */
import { type Box, meet } from "../places/box.ts";

/** A label, and the place on the screen that it belongs to, in pixels. */
export interface PlacedWords {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels between a place and its label; the farther ones where the boat herself is in the way. */
const AWAY_PX = [10, 22, 34] as const;
/** Above first: courses and names go to the sides more often. */
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
 * How far from its place the middle of each label stands, in pixels to the right and down; null if it has no room.
 * Earlier ones choose before later ones.
 * @param taken what no label may lie upon
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
