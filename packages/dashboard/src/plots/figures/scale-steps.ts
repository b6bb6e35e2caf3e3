/** Steps of 1, 2 or 5 times a power of ten. */
const ROUND = [1, 2, 5, 10] as const;
const MOST_STEPS = 4;

/** Round values from zero up to `most` for a scale: one to four above zero. */
export function scaleSteps(most: number): readonly number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0];
  const power = 10 ** Math.floor(Math.log10(most / MOST_STEPS));
  const round = ROUND.find((one) => one * power * MOST_STEPS >= most * (1 - 1e-9)) ?? 10;
  const count = Math.floor(most / (round * power) + 1e-9);
  return Array.from({ length: count + 1 }, (_, nth) => nth * round * power);
}
