/** Rounds to at most this many decimals, halves up (towards positive infinity). */
export function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
