/** Clips outlines at straight lines. */
import type { Outline } from "./land-tile.ts";

/**
 * Clips an outline to the strip between two lines (Sutherland and Hodgman); may be empty. Where the outline leaves and
 * returns, it follows the line.
 * @param axis "x" for lines from north to south, "y" for lines from west to east
 */
export function clipped(outline: Outline, axis: "x" | "y", low: number, high: number): Outline {
  return beyond(beyond(outline, axis, low, 1), axis, high, -1);
}

/** The part on one side of a line: above its value if `side` is 1, below if it is -1. */
function beyond(outline: Outline, axis: "x" | "y", line: number, side: 1 | -1): Outline {
  const kept: number[] = [];
  let [beforeX, beforeY] = [outline.at(-2) ?? 0, outline.at(-1) ?? 0];
  let before = ((axis === "x" ? beforeX : beforeY) - line) * side;
  for (let i = 0; i < outline.length; i += 2) {
    const [x, y] = [outline[i] ?? 0, outline[i + 1] ?? 0];
    const here = ((axis === "x" ? x : y) - line) * side;
    if (here > 0 !== before > 0) {
      const share = before / (before - here);
      // Exactly on the line, so that the parts on both sides meet.
      if (axis === "x") kept.push(line, beforeY + share * (y - beforeY));
      else kept.push(beforeX + share * (x - beforeX), line);
    }
    if (here > 0) kept.push(x, y);
    [beforeX, beforeY, before] = [x, y, here];
  }
  return kept;
}
