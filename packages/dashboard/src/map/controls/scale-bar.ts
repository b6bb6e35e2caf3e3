/** The text and length of a chart's scale bar. */
import { feetOfMetres, METRES_OF_A_MILE, METRES_OF_A_NAUTICAL_MILE } from "../../units/convert.ts";
import { decimal } from "../../units/locale.ts";
import { distanceUnit, type ShownUnits } from "../../units/quantity.ts";

/** A bar: its text, and its length as a part of the longest. */
interface Bar {
  readonly text: string;
  readonly part: number;
}

/** Metres of the unit of distance, and the shortest bar in it; shorter ones are in metres or feet. */
const UNITS = {
  nautical: { metres: METRES_OF_A_NAUTICAL_MILE, least: 0.1 },
  metric: { metres: 1000, least: 1 },
  imperial: { metres: METRES_OF_A_MILE, least: 1 },
} as const;

/** The longest bar of 1, 2, 3 or 5 times a power of ten that is not longer than `metres`. */
export function barOf(metres: number, shown: ShownUnits): Bar {
  const unit = UNITS[shown.units];
  const most = metres / unit.metres;
  if (most >= unit.least) return bar(most, distanceUnit(shown), shown);
  const inFeet = shown.units === "imperial" || (shown.units === "nautical" && shown.depth === "feet");
  return inFeet ? bar(feetOfMetres(metres), "ft", shown) : bar(metres, "m", shown);
}

function bar(most: number, unit: string, shown: ShownUnits): Bar {
  const power = Math.floor(Math.log10(most));
  const ten = 10 ** power;
  // A tenth is not exact in binary: what misses by rounding counts.
  const step = [5, 3, 2].find((one) => one * ten <= most * (1 + 1e-9)) ?? 1;
  return {
    text: `${decimal(step * ten, Math.max(0, -power), shown)}\u00a0${unit}`,
    part: (step * ten) / most,
  };
}
