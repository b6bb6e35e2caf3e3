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
/** What the buttons take on the right in two columns. */
const TWO_COLUMNS = 112;
/** Charts lower than the buttons in one column have them in two: `pages/log/chart/track-chart.css`. */
const ONE_COLUMN = 252;
/** Maximum padding as a share of a side: beyond it the view would be too small. */
const MOST = 0.3;
/** The same of a low chart, at either side. */
const MOST_OF_LOW = { left: 0.22, right: 0.38 } as const;

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
  const isLow = height < ONE_COLUMN;
  const most = isLow ? MOST_OF_LOW : { left: MOST, right: MOST };
  const within = (taken: number, side: number) => Math.min(taken + HALF_MARK, Math.floor(side));
  return {
    top: within(TAKEN.top, height * MOST),
    right: within(isLow ? TWO_COLUMNS : TAKEN.right, width * most.right),
    bottom: within(TAKEN.bottom, height * MOST),
    left: within(TAKEN.left, width * most.left),
  };
}
