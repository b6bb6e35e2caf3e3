import {
  celsiusOfKelvin,
  degreesOfRadians,
  fahrenheitOfCelsius,
  hectopascalOfPascal,
  inchesOfMercuryOfPascal,
  knotsOfMetresPerSecond,
  percentOfRatio,
} from "./convert.ts";

/** A number as it is shown, and its unit apart from it, so that each can be set in its size. */
export interface Quantity {
  readonly figure: string;
  readonly unit: string;
}

/** Units that a person may choose; speeds stay in knots and distances in nautical miles. */
export interface UnitChoice {
  readonly temperature: "celsius" | "fahrenheit";
  readonly pressure: "hectopascal" | "inches";
}

/** Shown in place of a value that is not known. */
export const UNKNOWN = "–";

function quantity(value: number | null, digits: number, unit: string): Quantity {
  return { figure: value === null ? UNKNOWN : value.toFixed(digits), unit };
}

/** Knots with one decimal. */
export function knots(value: number | null): Quantity {
  return quantity(value, 1, "kn");
}

/** Nautical miles: two decimals below 10, one above. */
export function nauticalMiles(value: number | null): Quantity {
  return quantity(value, value !== null && value >= 10 ? 1 : 2, "NM");
}

/** An angle or bearing in whole degrees. */
export function degrees(value: number | null): Quantity {
  return quantity(value === null ? null : Math.round(value), 0, "°");
}

/** Volts with two decimals. */
export function volts(value: number | null): Quantity {
  return quantity(value, 2, "V");
}

/** Metres with one decimal. */
export function metres(value: number | null): Quantity {
  return quantity(value, 1, "m");
}

/** Kelvin in the chosen unit. */
export function temperature(kelvin: number | null, choice: UnitChoice): Quantity {
  const celsius = kelvin === null ? null : celsiusOfKelvin(kelvin);
  return choice.temperature === "celsius"
    ? quantity(celsius, 1, "°C")
    : quantity(celsius === null ? null : fahrenheitOfCelsius(celsius), 1, "°F");
}

/** Pascal in the chosen unit. */
export function pressure(pascal: number | null, choice: UnitChoice): Quantity {
  return choice.pressure === "hectopascal"
    ? quantity(pascal === null ? null : hectopascalOfPascal(pascal), 0, "hPa")
    : quantity(pascal === null ? null : inchesOfMercuryOfPascal(pascal), 2, "inHg");
}

/** A ratio from 0 to 1 as percent. */
export function percent(ratio: number | null): Quantity {
  return quantity(ratio === null ? null : percentOfRatio(ratio), 0, "%");
}

/** Metres per second as knots. */
export function windSpeed(metresPerSecond: number | null): Quantity {
  return knots(metresPerSecond === null ? null : knotsOfMetresPerSecond(metresPerSecond));
}

/** Radians as a bearing in degrees. */
export function bearing(radians: number | null): Quantity {
  return degrees(radians === null ? null : degreesOfRadians(radians));
}

/** Figure and unit as one text: `5.4 kn`, `210°`. */
export function spoken({ figure, unit }: Quantity): string {
  if (figure === UNKNOWN) return "unknown";
  return unit === "°" || unit === "%" ? `${figure}${unit === "%" ? " %" : "°"}` : `${figure} ${unit}`;
}
