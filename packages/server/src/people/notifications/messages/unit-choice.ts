/** The units that a person reads. */

export const UNITS = ["nautical", "metric", "imperial"] as const;
/** Systems of units; each implies the others until a person chooses them. */
export type Units = (typeof UNITS)[number];

export const TEMPERATURES = ["celsius", "fahrenheit"] as const;
export const PRESSURES = ["hectopascal", "inches"] as const;
export const DEPTHS = ["metres", "feet"] as const;

/** The units that a person reads. */
export interface UnitChoice {
  readonly units: Units;
  readonly temperature: (typeof TEMPERATURES)[number];
  readonly pressure: (typeof PRESSURES)[number];
  readonly depth: (typeof DEPTHS)[number];
}

/** The units that a system implies, with those that were chosen. */
export function unitsWith(
  units: Units,
  chosen: { readonly [K in keyof UnitChoice]?: UnitChoice[K] | null } = {},
): UnitChoice {
  const isImperial = units === "imperial";
  return {
    units,
    temperature: chosen.temperature ?? (isImperial ? "fahrenheit" : "celsius"),
    pressure: chosen.pressure ?? (isImperial ? "inches" : "hectopascal"),
    depth: chosen.depth ?? (isImperial ? "feet" : "metres"),
  };
}
