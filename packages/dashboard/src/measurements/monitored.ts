import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Measure } from "./measure.ts";

/** A value that boats send under different keys. */
export interface Monitored {
  readonly name: string;
  readonly words: MessageDescriptor;
  readonly measure: Measure;
  /** The configuration setting that selects its key; null if there is no choice. */
  readonly setting: string | null;
}

/** All monitored values, by the names used in rules and histories. */
export const MONITORED: readonly Monitored[] = [
  { name: "voltage", words: msg`Battery voltage`, measure: "volts", setting: "voltageKey" },
  { name: "charge", words: msg`Battery charge`, measure: "ratio", setting: "stateOfChargeKey" },
  { name: "depth", words: msg`Depth`, measure: "depth", setting: "depthKey" },
  { name: "wind", words: msg`Wind`, measure: "speed", setting: "windSpeedKey" },
  { name: "speed", words: msg`Speed`, measure: "speed", setting: null },
  { name: "pressure", words: msg`Air pressure`, measure: "pressure", setting: "outsidePressureKey" },
  {
    name: "outside_temperature",
    words: msg`Temperature outside`,
    measure: "temperature",
    setting: "outsideTemperatureKey",
  },
  {
    name: "inside_temperature",
    words: msg`Temperature inside`,
    measure: "temperature",
    setting: "insideTemperatureKey",
  },
  {
    name: "water_temperature",
    words: msg`Water temperature`,
    measure: "temperature",
    setting: "waterTemperatureKey",
  },
  {
    name: "outside_humidity",
    words: msg`Humidity outside`,
    measure: "ratio",
    setting: "outsideHumidityKey",
  },
  { name: "inside_humidity", words: msg`Humidity inside`, measure: "ratio", setting: "insideHumidityKey" },
  { name: "fuel", words: msg`Fuel`, measure: "ratio", setting: null },
  { name: "fresh_water", words: msg`Fresh water`, measure: "ratio", setting: null },
  { name: "waste_water", words: msg`Waste water`, measure: "ratio", setting: null },
];

/** The monitored value of a name; undefined for a key of the boat. */
export function monitoredOf(name: string): Monitored | undefined {
  return MONITORED.find((one) => one.name === name);
}
