export const UNITS = ["nautical", "metric", "imperial"] as const;
/** Unit systems; each sets the defaults of the others. */
export type Units = (typeof UNITS)[number];

export const TEMPERATURES = ["celsius", "fahrenheit"] as const;
export const PRESSURES = ["hectopascal", "inches"] as const;
export const DEPTHS = ["metres", "feet"] as const;

/** The units a user reads. */
export interface UnitChoice {
  readonly units: Units;
  readonly temperature: (typeof TEMPERATURES)[number];
  readonly pressure: (typeof PRESSURES)[number];
  readonly depth: (typeof DEPTHS)[number];
}

/** The units implied by a system, with the user's own choices. */
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
