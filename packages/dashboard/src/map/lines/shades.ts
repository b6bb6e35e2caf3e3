/** Line colours by year, in every theme. */

/** The newest year first; the last colour is shared by all earlier years. */
export const SHADES = ["--track-2", "--track-0", "--track-3", "--track-gap"] as const;

/** The colour index of a year. */
export function shadeOf(year: number, newest: number): number {
  return Math.min(SHADES.length - 1, Math.max(0, newest - year));
}
