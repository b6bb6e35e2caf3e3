import { msg } from "@lingui/core/macro";
import type { Speech } from "../languages/speech.ts";
import {
  celsiusOfKelvin,
  fahrenheitOfCelsius,
  feetOfMetres,
  hectopascalOfPascal,
  inchesOfMercuryOfPascal,
  METRES_OF_A_MILE,
  METRES_OF_A_NAUTICAL_MILE,
  percentOfRatio,
} from "./convert.ts";
import { decimal } from "./locale.ts";

/** A number and its unit apart, so that each can have its own text size. */
export interface Quantity {
  readonly figure: string;
  readonly unit: string;
  /** Spoken if the value is unknown. */
  readonly unknown?: string;
}

/** Units of speed and distance. */
export type UnitSystem = "nautical" | "metric" | "imperial";

/** Units that a user can choose. */
export interface UnitChoice {
  readonly units: UnitSystem;
  readonly temperature: "celsius" | "fahrenheit";
  readonly pressure: "hectopascal" | "inches";
  readonly depth: "metres" | "feet";
}

/** The units and language on screen. */
export type ShownUnits = UnitChoice & Speech;

/** The default units of each system. */
export const UNITS_OF: Readonly<Record<UnitSystem, UnitChoice>> = {
  nautical: { units: "nautical", temperature: "celsius", pressure: "hectopascal", depth: "metres" },
  metric: { units: "metric", temperature: "celsius", pressure: "hectopascal", depth: "metres" },
  imperial: { units: "imperial", temperature: "fahrenheit", pressure: "inches", depth: "feet" },
};

/** The symbols of knots and nautical miles, which differ by language. */
export const KNOT = msg({ id: "kn" });
export const NAUTICAL_MILE = msg({ id: "NM" });

/** Each system's units of speed and distance, per knot and nautical mile. */
const SPEED_AND_DISTANCE = {
  nautical: {
    speed: ({ i18n }: Speech) => i18n._(KNOT),
    distance: ({ i18n }: Speech) => i18n._(NAUTICAL_MILE),
    perKnot: 1,
    perNauticalMile: 1,
  },
  metric: {
    speed: () => "m/s",
    distance: () => "km",
    perKnot: METRES_OF_A_NAUTICAL_MILE / 3600,
    perNauticalMile: METRES_OF_A_NAUTICAL_MILE / 1000,
  },
  imperial: {
    speed: () => "mph",
    distance: () => "mi",
    perKnot: METRES_OF_A_NAUTICAL_MILE / METRES_OF_A_MILE,
    perNauticalMile: METRES_OF_A_NAUTICAL_MILE / METRES_OF_A_MILE,
  },
} as const;

/** Placeholder for an unknown value. */
export const UNKNOWN = "–";

/** A number with fixed decimals and its unit; null if unknown. */
export function quantity(value: number | null, digits: number, unit: string, speech: Speech): Quantity {
  return value === null
    ? { figure: UNKNOWN, unit, unknown: speech.i18n._(msg`unknown`) }
    : { figure: decimal(value, digits, speech), unit };
}

/** Converts knots to the chosen unit of speed, for scales. */
export function speedOfKnots(value: number, { units }: UnitChoice): number {
  return value * SPEED_AND_DISTANCE[units].perKnot;
}

/** The unit of speed: `kn`, `m/s`, `mph`; knots as the language writes them. */
export function speedUnit(shown: ShownUnits): string {
  return SPEED_AND_DISTANCE[shown.units].speed(shown);
}

/** Converts nautical miles to the chosen unit of distance, for scales. */
export function distanceOfNauticalMiles(value: number, { units }: UnitChoice): number {
  return value * SPEED_AND_DISTANCE[units].perNauticalMile;
}

/** The unit of distance: `NM`, `km`, `mi`; nautical miles as the language writes them. */
export function distanceUnit(shown: ShownUnits): string {
  return SPEED_AND_DISTANCE[shown.units].distance(shown);
}

/** A speed in knots, in the chosen unit with one decimal. */
export function knots(value: number | null, units: ShownUnits): Quantity {
  return quantity(value === null ? null : speedOfKnots(value, units), 1, speedUnit(units), units);
}

/** A distance in nautical miles, in the chosen unit: two decimals below 10, otherwise one. */
export function nauticalMiles(value: number | null, units: ShownUnits): Quantity {
  const distance = value === null ? null : distanceOfNauticalMiles(value, units);
  const isLong = distance !== null && Number(distance.toFixed(2)) >= 10;
  return quantity(distance, isLong ? 1 : 2, distanceUnit(units), units);
}

/** An angle or bearing in whole degrees below 360. */
export function degrees(value: number | null, speech: Speech): Quantity {
  return quantity(value === null ? null : Math.round(value) % 360, 0, "°", speech);
}

/** Volts with two decimals. */
export function volts(value: number | null, speech: Speech): Quantity {
  return quantity(value, 2, "V", speech);
}

/** Units of depths and heights. */
export const DEPTH_UNITS = {
  metres: { unit: "m", digits: 1, of: (value: number) => value },
  feet: { unit: "ft", digits: 0, of: feetOfMetres },
} as const satisfies Record<ShownUnits["depth"], object>;

/** A depth or height in metres, in the chosen unit: metres with one decimal, whole feet. */
export function metres(value: number | null, shown: Pick<ShownUnits, "depth" | keyof Speech>): Quantity {
  const { unit, digits, of } = DEPTH_UNITS[shown.depth];
  return quantity(value === null ? null : of(value), digits, unit, shown);
}

/** A temperature in kelvins, in the chosen unit. */
export function temperature(
  kelvin: number | null,
  choice: Pick<ShownUnits, "temperature" | keyof Speech>,
): Quantity {
  const celsius = kelvin === null ? null : celsiusOfKelvin(kelvin);
  return choice.temperature === "celsius"
    ? quantity(celsius, 1, "°C", choice)
    : quantity(celsius === null ? null : fahrenheitOfCelsius(celsius), 1, "°F", choice);
}

/** A pressure in pascals, in the chosen unit. */
export function pressure(
  pascal: number | null,
  choice: Pick<ShownUnits, "pressure" | keyof Speech>,
): Quantity {
  return choice.pressure === "hectopascal"
    ? quantity(pascal === null ? null : hectopascalOfPascal(pascal), 0, "hPa", choice)
    : quantity(pascal === null ? null : inchesOfMercuryOfPascal(pascal), 2, "inHg", choice);
}

/** A ratio from 0 to 1 as a percentage. */
export function percent(ratio: number | null, speech: Speech): Quantity {
  return quantity(ratio === null ? null : percentOfRatio(ratio), 0, "%", speech);
}

/** Figure and unit as one text, `5.4 kn` or `210°`; "unknown" if there is no value. */
export function spoken({ figure, unit, unknown }: Quantity): string {
  return unknown ?? (unit === "°" ? `${figure}°` : `${figure} ${unit}`);
}
