import "./sparkline.css";

interface SparklineProps {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** A second, fainter line on the same scale: gusts above the mean wind. */
  readonly high?: readonly (number | null)[] | undefined;
}

const WIDTH = 120;
const HEIGHT = 28;

/** Lines through the values, broken at gaps. */
function pathOf(
  times: readonly number[],
  values: readonly (number | null)[],
  scale: readonly (number | null)[],
): string {
  const known = scale.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const [first = 0, last = 1] = [times[0], times.at(-1)];
  // Means of equal values differ by rounding.
  const flat = high - low <= Math.abs(high) * 1e-6;
  let drawing = false;
  return times
    .map((time, index) => {
      const value = values[index] ?? null;
      if (value === null) {
        drawing = false;
        return "";
      }
      const x = ((time - first) / (last - first || 1)) * WIDTH;
      const y = flat ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
      const command = drawing ? "L" : "M";
      drawing = true;
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

/** A trend without figures. Decorative, beside the value. */
export function Sparkline({ times, values, high = [] }: SparklineProps) {
  const scale = [...values, ...high];
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {high.length === 0 ? null : <path className="sparkline__high" d={pathOf(times, high, scale)} />}
      <path d={pathOf(times, values, scale)} />
    </svg>
  );
}
