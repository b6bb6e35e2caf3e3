/** Conversions from SI to nautical units. Factors by definition. */

export const METRES_OF_A_NAUTICAL_MILE = 1852;
/** A statute mile. */
export const METRES_OF_A_MILE = 1609.344;

/** Metres to feet. */
export function feetOfMetres(value: number): number {
  return value / 0.3048;
}

/** Metres per second to knots: 1 kn is 1852 m in 3600 s. */
export function knotsOfMetresPerSecond(value: number): number {
  return (value * 3600) / METRES_OF_A_NAUTICAL_MILE;
}

/** Kelvin to degrees Celsius. */
export function celsiusOfKelvin(value: number): number {
  return value - 273.15;
}

/** Degrees Celsius to degrees Fahrenheit. */
export function fahrenheitOfCelsius(value: number): number {
  return value * 1.8 + 32;
}

/** Pascal to hectopascal. */
export function hectopascalOfPascal(value: number): number {
  return value / 100;
}

/** Pascal to inches of mercury (conventional, at 0 °C). */
export function inchesOfMercuryOfPascal(value: number): number {
  return value / 3386.389;
}

/** A ratio from 0 to 1 to percent. */
export function percentOfRatio(value: number): number {
  return value * 100;
}

/** Radians to degrees in [0, 360). */
export function degreesOfRadians(value: number): number {
  const degrees = (value * 180) / Math.PI;
  return ((degrees % 360) + 360) % 360;
}
