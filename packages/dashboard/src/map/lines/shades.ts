/** Colours that tell the years of lines apart, in every theme. */

/** The newest year first; all before the last of them look the same. */
export const SHADES = ["--track-2", "--track-0", "--track-3", "--track-gap"] as const;

/** The shade of a year among all years that are shown. */
export function shadeOf(year: number, newest: number): number {
  return Math.min(SHADES.length - 1, Math.max(0, newest - year));
}
