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
const MOST = { top: 0.3, right: 0.4, bottom: 0.3, left: 0.2 } as const;

/**
 * The padding for fitting places, so that no mark is under a button or a label.
 * @param container the chart's element
 * @param buttons how far the buttons reach into it from the right, pixels; they may be in two columns
 */
export function fitPadding(
  {
    clientWidth: width,
    clientHeight: height,
  }: { readonly clientWidth: number; readonly clientHeight: number },
  buttons = 0,
): FitPadding {
  const taken = { ...TAKEN, right: Math.max(TAKEN.right, buttons) };
  const padding = (edge: keyof FitPadding, side: number) =>
    Math.min(taken[edge] + HALF_MARK, Math.floor(side * MOST[edge]));
  return {
    top: padding("top", height),
    right: padding("right", width),
    bottom: padding("bottom", height),
    left: padding("left", width),
  };
}
