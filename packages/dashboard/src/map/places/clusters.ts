/** Clusters marks that are close together, and finds room for names. */

import { type Box, meet } from "./box.ts";

/** A mark's place on the screen, in pixels. */
export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly name: string;
  /** Never part of a cluster. */
  readonly alone: boolean;
}

/** One mark, or several behind one. */
export interface Cluster {
  readonly spots: readonly Spot[];
  /** The side with room for the name; null if there is none. */
  readonly side: "left" | "right" | null;
}

/** Marks nearer than this are hard to tell apart with a finger. */
const APART_PX = 38;
/** Size of a name: widths of letters, of digits and capitals, and of its margins; height of a line, distance from the mark. */
const LETTER_PX = 7.4;
const WIDE_PX = 9;
const MARGINS_PX = 8;
const LINE_PX = 20;
const BESIDE_PX = 14;

function around({ x, y }: Spot): Box {
  return { left: x - BESIDE_PX, right: x + BESIDE_PX, top: y - BESIDE_PX, bottom: y + BESIDE_PX };
}

function beside({ x, y, name }: Spot, side: "left" | "right"): Box {
  const wide = name.match(/[\p{Lu}\d]/gu)?.length ?? 0;
  const width = (name.length - wide) * LETTER_PX + wide * WIDE_PX + MARGINS_PX;
  const left = side === "right" ? x + BESIDE_PX : x - BESIDE_PX - width;
  return { left, right: left + width, top: y - LINE_PX / 2, bottom: y + LINE_PX / 2 };
}

/**
 * Clusters marks on a screen of this width. Earlier marks and names take precedence.
 * @param covered boxes over the marks, such as buttons, where no name may stand
 */
export function clustersOf(
  spots: readonly Spot[],
  width: number,
  covered: readonly Box[] = [],
): readonly Cluster[] {
  const groups: Spot[][] = [];
  for (const spot of spots) {
    const near = spot.alone
      ? undefined
      : groups.find(
          ([first]) =>
            first !== undefined && !first.alone && Math.hypot(first.x - spot.x, first.y - spot.y) < APART_PX,
        );
    if (near === undefined) groups.push([spot]);
    else near.push(spot);
  }
  const taken = [...covered, ...groups.flatMap(([first]) => (first === undefined ? [] : [around(first)]))];
  const ordered = [...groups].sort((a, b) => Number(b[0]?.alone ?? false) - Number(a[0]?.alone ?? false));
  const sides = new Map<readonly Spot[], "left" | "right">();
  for (const group of ordered) {
    const [first] = group;
    if (group.length > 1 || first === undefined) continue;
    const side = (["right", "left"] as const).find((one) => {
      const words = beside(first, one);
      return words.left >= 0 && words.right <= width && !taken.some((box) => meet(box, words));
    });
    if (side === undefined) continue;
    taken.push(beside(first, side));
    sides.set(group, side);
  }
  return groups.map((group) => ({ spots: group, side: sides.get(group) ?? null }));
}
