/** What becomes one value of the many in a slot. */

const ANGLES = [
  /(^|\.)(course|heading|bearing)\w*$/i,
  /\.(angle|direction)\w*$/i,
  /(^|\.)attitude\.(roll|pitch|yaw)$/,
  /rudderAngle$/,
  /magneticVariation$/,
];

/** Methods over the values of a slot, in order of time. */
export const METHODS = [
  "average",
  "min",
  "max",
  "first",
  "last",
  "mid",
  "middle_index",
  "sma",
  "ema",
] as const;

/** A method. */
export type Method = (typeof METHODS)[number];

/** Whether a path is in radians, so that its mean is circular. */
function isAngle(path: string): boolean {
  return ANGLES.some((pattern) => pattern.test(path));
}

/** One value of a slot's values; null if the method has none for them. `sma` and `ema` begin as averages. */
export function aggregate(method: Method, values: readonly unknown[], path: string): unknown {
  if (values.length === 0) return null;
  if (method === "first") return values[0];
  if (method === "last") return values.at(-1);
  if (method === "middle_index") return values[Math.floor(values.length / 2)];
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) return null;
  const [least, most] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
  if (method === "min") return least;
  if (method === "max") return most;
  if (method === "mid") return (least + most) / 2;
  return meanOf(numbers, path);
}

/** The mean, circular for angles. */
function meanOf(numbers: readonly number[], path: string): number | null {
  if (isAngle(path))
    return circular(
      numbers.map((angle) => [angle, 1]),
      numbers.some((angle) => angle < 0),
    );
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/** The angle of the weighted mean sine and cosine; null where they cancel. */
function circular(
  weighted: readonly (readonly [angle: number, weight: number])[],
  isSigned: boolean,
): number | null {
  const sine = weighted.reduce((sum, [angle, weight]) => sum + weight * Math.sin(angle), 0);
  const cosine = weighted.reduce((sum, [angle, weight]) => sum + weight * Math.cos(angle), 0);
  if (Math.hypot(sine, cosine) < 1e-9 * weighted.length) return null;
  const mean = Math.atan2(sine, cosine);
  return mean < 0 && !isSigned ? mean + 2 * Math.PI : mean;
}

/** The moving average over the last slots that have an average, from the first one. */
export function simpleMoving(averages: readonly unknown[], samples: number, path: string): (number | null)[] {
  const last: number[] = [];
  return averages.map((average) => {
    if (typeof average !== "number") return null;
    last.push(average);
    if (last.length > samples) last.shift();
    return meanOf(last, path);
  });
}

/** The exponential moving average of the slots' averages. */
export function exponentialMoving(
  averages: readonly unknown[],
  alpha: number,
  path: string,
): (number | null)[] {
  let before: number | null = null;
  return averages.map((average) => {
    if (typeof average !== "number") return null;
    if (before === null) before = average;
    else if (!isAngle(path)) before += alpha * (average - before);
    else {
      const weighted = [[average, alpha] as const, [before, 1 - alpha] as const];
      before = circular(weighted, average < 0 || before < 0) ?? average;
    }
    return before;
  });
}
