/**
 * Finds a boat's usual values under unusual keys: Signal K lets each boat name its batteries, cabins and tanks. The
 * owner's choice takes precedence.
 */
import type { JsonObject } from "@wakelog/kit/json/json.ts";

/** Keys by setting of `metadata.configuration`: `{ voltageKey: "electrical.batteries.1.voltage" }`; null for the usual key. */
export type FoundKeys = Readonly<Record<string, string | null>>;

interface Findable {
  readonly usual: string;
  /** Alternative keys, most likely first: a whole key, or a prefix and a suffix. */
  readonly forms: readonly (string | readonly [start: string, end: string])[];
  /** Names that make a key more likely. */
  readonly likely?: RegExp;
  /** Names that make a key less likely. */
  readonly unlikely?: RegExp;
}

/** Prefer the house bank to a starter battery. */
const BANK = { likely: /house|service|domestic|leisure/i, unlikely: /start|engine|crank|thruster|windlass/i };

const FINDABLE: ReadonlyMap<string, Findable> = new Map<string, Findable>([
  [
    "voltageKey",
    { usual: "electrical.batteries.House.voltage", forms: [["electrical.batteries.", ".voltage"]], ...BANK },
  ],
  [
    "stateOfChargeKey",
    {
      usual: "electrical.batteries.House.capacity.stateOfCharge",
      forms: [["electrical.batteries.", ".capacity.stateOfCharge"]],
      ...BANK,
    },
  ],
  [
    "depthKey",
    {
      usual: "environment.depth.belowTransducer",
      forms: ["environment.depth.belowKeel", "environment.depth.belowSurface"],
    },
  ],
  [
    "outsidePressureKey",
    { usual: "environment.outside.pressure", forms: [["environment.outside.", ".pressure"]] },
  ],
  [
    "insidePressureKey",
    { usual: "environment.inside.pressure", forms: [["environment.inside.", ".pressure"]] },
  ],
  [
    "insideTemperatureKey",
    {
      usual: "environment.inside.temperature",
      forms: [["environment.inside.", ".temperature"]],
      likely: /cabin/i,
      unlikely: /engine|fridge|refrigerator|freezer/i,
    },
  ],
  [
    "outsideTemperatureKey",
    { usual: "environment.outside.temperature", forms: [["environment.outside.", ".temperature"]] },
  ],
  [
    "waterTemperatureKey",
    { usual: "environment.water.temperature", forms: [["environment.water.", ".temperature"]] },
  ],
  [
    "insideHumidityKey",
    {
      usual: "environment.inside.relativeHumidity",
      forms: [
        "environment.inside.humidity",
        ["environment.inside.", ".relativeHumidity"],
        ["environment.inside.", ".humidity"],
      ],
    },
  ],
  [
    "outsideHumidityKey",
    {
      usual: "environment.outside.relativeHumidity",
      forms: [
        "environment.outside.humidity",
        ["environment.outside.", ".relativeHumidity"],
        ["environment.outside.", ".humidity"],
      ],
    },
  ],
  [
    "solarPowerKey",
    { usual: "electrical.solar.Main.panelPower", forms: [["electrical.solar.", ".panelPower"]] },
  ],
  [
    "solarVoltageKey",
    { usual: "electrical.solar.Main.panelVoltage", forms: [["electrical.solar.", ".panelVoltage"]] },
  ],
  ["tankLevelKey", { usual: "tanks.fuel.0.currentLevel", forms: [["tanks.fuel.", ".currentLevel"]] }],
]);

/** Longer keys are ignored. */
const LONGEST_KEY = 200;
const STARTS = ["electrical.", "environment.", "tanks."];

/** Rank of a key: 0 for the usual one, higher for less likely ones; null if it is for another value. */
function rankOf({ usual, forms, likely, unlikely }: Findable, key: string): number | null {
  if (key === usual) return 0;
  const form = forms.findIndex((one) =>
    typeof one === "string" ? key === one : key.startsWith(one[0]) && key.endsWith(one[1]),
  );
  if (form < 0) return null;
  return 1 + 3 * form + (likely?.test(key) === true ? 0 : unlikely?.test(key) === true ? 2 : 1);
}

/**
 * Updates the keys of a boat's usual values from a row. A known key stays until a likelier one appears; ties within
 * a row go to the first in alphabetical order.
 * @returns `known` itself if nothing changed
 */
export function findKeys(known: FoundKeys, metrics: JsonObject | null): FoundKeys {
  const best = new Map<string, { readonly rank: number; readonly key: string }>();
  for (const key in metrics) {
    if (key.length > LONGEST_KEY || typeof metrics[key] !== "number") continue;
    if (!STARTS.some((start) => key.startsWith(start))) continue;
    for (const [setting, findable] of FINDABLE) {
      const rank = rankOf(findable, key);
      if (rank === null || !isLikelier(findable, rank, known[setting])) continue;
      const other = best.get(setting);
      if (other === undefined || rank < other.rank || (rank === other.rank && key < other.key)) {
        best.set(setting, { rank, key });
      }
    }
  }
  if (best.size === 0) return known;
  const found = [...best].map(([setting, { rank, key }]) => [setting, rank === 0 ? null : key]);
  return { ...known, ...Object.fromEntries(found) };
}

function isLikelier(findable: Findable, rank: number, known: string | null | undefined): boolean {
  if (known === undefined) return true;
  return known !== null && rank < (rankOf(findable, known) ?? Number.POSITIVE_INFINITY);
}
