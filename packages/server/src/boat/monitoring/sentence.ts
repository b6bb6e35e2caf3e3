/** An alert as a sentence for the event log; messages to users have their own words and units. */
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import type { Raised } from "./step.ts";

/** Units that sailors use. */
const UNITS: readonly (readonly [RegExp, (value: number) => string])[] = [
  [/^voltage$|voltage$/i, (value) => `${value.toFixed(1)} V`],
  [
    /^(charge|fuel|fresh_water|waste_water|inside_humidity|outside_humidity)$|(stateOfCharge|currentLevel|umidity)$/,
    (value) => `${Math.round(value * 100)} %`,
  ],
  [/^depth$|\.depth\./, (value) => `${value.toFixed(1)} m`],
  [/^(wind|speed)$|\.speed[A-Z]?[A-Za-z]*$/, (value) => `${(value / KNOT_MPS).toFixed(1)} kn`],
  [/^pressure(_change)?$|\.pressure$/, (value) => `${(value / 100).toFixed(1)} hPa`],
  [/temperature$/i, (value) => `${(value - 273.15).toFixed(1)} °C`],
];

/** A value with its unit, if the key implies one. */
function shown(key: string | null, value: number): string {
  const unit = key === null ? undefined : UNITS.find(([pattern]) => pattern.test(key));
  return unit === undefined ? String(Number(value.toPrecision(5))) : unit[1](value);
}

/** The alert as a sentence with the rule and its value. */
export function sentenceOf({ rule, value, threshold }: Raised): string {
  const { name, key } = rule;
  switch (rule.kind) {
    case "below":
    case "above":
    case "outside": {
      if (value === null || threshold === null) return `${name}.`;
      const side = value < threshold ? "below" : "above";
      return `${name}: ${shown(key, value)}, ${side} ${shown(key, threshold)}.`;
    }
    case "silent":
      return rule.reading === null
        ? `${name} for ${lengthInWords(rule.after)}.`
        : `${name}: no value of ${key} for ${lengthInWords(rule.after)}.`;
    case "drag":
      return `${name}: the boat is ${metres(value)} from its place, farther than ${metres(threshold)}.`;
    case "leave":
      return `${name}: the boat has left the area.`;
    case "enter":
      return `${name}: the boat is in the area.`;
    case "offline":
      return `${name}: no contact with the boat.`;
  }
}

function metres(value: number | null): string {
  return value === null ? "some way" : `${Math.round(value)} m`;
}

/** A duration in milliseconds, in words. */
function lengthInWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
