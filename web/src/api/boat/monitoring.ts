import type { Question } from "../question.ts";
import { booleanOf, instantOf, numberOf, requiredRows } from "../row.ts";

/** The newest row that the boat sent, in SI units as it reported them; null is not measured. */
export interface Monitoring {
  readonly time: Date | null;
  readonly offline: boolean | null;
  /** Kelvin. */
  readonly waterTemperature: number | null;
  readonly insideTemperature: number | null;
  readonly outsideTemperature: number | null;
  /** Metres per second. */
  readonly windSpeed: number | null;
  /** Radians. */
  readonly windDirection: number | null;
  /** Ratios from 0 to 1. */
  readonly insideHumidity: number | null;
  readonly outsideHumidity: number | null;
  readonly batteryCharge: number | null;
  /** Pascal. */
  readonly insidePressure: number | null;
  readonly outsidePressure: number | null;
  /** Volts. */
  readonly batteryVoltage: number | null;
  /** Metres. */
  readonly depth: number | null;
}

function parse(body: unknown): Monitoring | null {
  const row = requiredRows(body, "measurements")[0];
  if (row === undefined) return null;
  return {
    time: instantOf(row.time),
    offline: booleanOf(row.offline),
    waterTemperature: numberOf(row.watertemperature),
    insideTemperature: numberOf(row.insidetemperature),
    outsideTemperature: numberOf(row.outsidetemperature),
    windSpeed: numberOf(row.windspeedoverground),
    windDirection: numberOf(row.winddirectionground) ?? numberOf(row.winddirectiontrue),
    insideHumidity: numberOf(row.insidehumidity),
    outsideHumidity: numberOf(row.outsidehumidity),
    batteryCharge: numberOf(row.batterycharge),
    insidePressure: numberOf(row.insidepressure),
    outsidePressure: numberOf(row.outsidepressure),
    batteryVoltage: numberOf(row.batteryvoltage),
    depth: numberOf(row.depth),
  };
}

/** What the boat measured last; null before its first row. */
export const monitoringQuestion: Question<Monitoring | null> = {
  path: "/monitoring_view",
  count: false,
  parse,
};
