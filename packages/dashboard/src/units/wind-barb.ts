/** Wind barbs as on weather charts. Pure. */

/** The strokes of a barb: 50, 10 and 5 knots each. None is calm. */
export interface Strokes {
  readonly pennants: number;
  readonly full: number;
  readonly half: number;
}

/** The strokes for a wind, to the nearest 5 knots. */
export function strokesOf(knots: number): Strokes {
  const fives = Math.max(0, Math.round(knots / 5));
  return { pennants: Math.floor(fives / 10), full: Math.floor((fives % 10) / 2), half: fives % 2 };
}

/** Whether a wind is too light for a stroke. */
export function isCalm(knots: number): boolean {
  const { pennants, full, half } = strokesOf(knots);
  return pennants + full + half === 0;
}

/** Length of a staff with few strokes. */
export const STAFF = 26;
const [LONG, SHORT, SPACING, PENNANT] = [11, 5.5, 4, 5] as const;
const CALM = "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0";

/**
 * The outline of a barb for a wind from the north: a staff from the place, at 0 0, into the wind, with strokes at its
 * end; a circle for a calm. Strokes are on the right, in the southern hemisphere on the left.
 */
export function barbPath(knots: number, isSouthern: boolean): string {
  if (isCalm(knots)) return CALM;
  const { pennants, full, half } = strokesOf(knots);
  const side = isSouthern ? -1 : 1;
  const needed = pennants * (PENNANT + 1) + (full + half) * SPACING;
  const end = -Math.max(STAFF, needed + SPACING);
  const drawn = [`M0 0L0 ${end}`];
  let at = end;
  for (let nth = 0; nth < pennants; nth++) {
    drawn.push(`M0 ${at}L${side * LONG} ${at}L0 ${at + PENNANT}Z`);
    at += PENNANT + 1;
  }
  if (pennants > 0) at += 1;
  for (let nth = 0; nth < full; nth++) {
    drawn.push(`M0 ${at}L${side * LONG} ${at - SPACING}`);
    at += SPACING;
  }
  // Alone, it stands apart from the end, so that it is not taken for a full one.
  if (half === 1) {
    const from = at === end ? at + SPACING : at;
    drawn.push(`M0 ${from}L${side * SHORT} ${from - SPACING / 2}`);
  }
  return drawn.join("");
}
