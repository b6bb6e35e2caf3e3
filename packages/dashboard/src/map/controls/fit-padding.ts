/** What a chart keeps free at its edges for what lies upon it. */

/** Pixels at each edge. */
export interface FitPadding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Half of a place's mark, which is as large as a finger. */
const HALF_MARK = 22;
/** Buttons at the right with their margin, latitudes at the left, longitudes and the scale below. */
const TAKEN = { top: 10, right: 58, bottom: 34, left: 50 } as const;
/** At most so much of a side is kept free: the rest would be too small to see anything in. */
const MOST = 0.3;

/**
 * The room to leave when places are fitted into a chart, so that the mark of none is under a button or a label.
 * @param container the chart's element
 */
export function fitPadding({
  clientWidth: width,
  clientHeight: height,
}: {
  readonly clientWidth: number;
  readonly clientHeight: number;
}): FitPadding {
  const across = (taken: number) => Math.min(taken + HALF_MARK, Math.floor(width * MOST));
  const upright = (taken: number) => Math.min(taken + HALF_MARK, Math.floor(height * MOST));
  return {
    top: upright(TAKEN.top),
    right: across(TAKEN.right),
    bottom: upright(TAKEN.bottom),
    left: across(TAKEN.left),
  };
}
