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

/** Round values above zero, the last of them at least `most`, for a scale that encloses all values: one to five. */
export function scaleRings(most: number): readonly number[] {
  const [, step = 1, ...others] = scaleSteps(most);
  const last = others.at(-1) ?? step;
  return [step, ...others, ...(last < most * (1 - 1e-9) ? [step * (others.length + 2)] : [])];
}
