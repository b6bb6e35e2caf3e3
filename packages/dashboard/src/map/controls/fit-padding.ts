/** Padding for fitting, so that controls cover nothing. */

/** Pixels at each edge. */
export interface FitPadding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Half of a place's mark, which is finger-sized. */
const HALF_MARK = 22;
/** Buttons on the right with their margin, latitudes on the left, longitudes and the scale below. */
const TAKEN = { top: 10, right: 58, bottom: 34, left: 50 } as const;
/** Maximum padding as a share of a side: beyond it the view would be too small. */
const MOST = 0.3;

/**
 * The padding for fitting places, so that no mark is under a button or a label.
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
