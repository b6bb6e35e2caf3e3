import { rowsQuestion } from "../question.ts";

/** The newest row that the boat sent, in SI units as it reported them; null is not measured. */
export interface Monitoring {
  readonly time: Date | null;
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

/** What the boat measured last; null before its first row. */
export const monitoringQuestion = rowsQuestion(
  "monitoring_view",
  {
    columns: [
      "time",
      "watertemperature",
      "insidetemperature",
      "outsidetemperature",
      "windspeedoverground",
      "winddirectionground",
      "insidehumidity",
      "outsidehumidity",
      "batterycharge",
      "insidepressure",
      "outsidepressure",
      "batteryvoltage",
      "depth",
    ],
  },
  ([row]): Monitoring | null =>
    row === undefined
      ? null
      : {
          time: row.instant("time"),
          waterTemperature: row.number("watertemperature"),
          insideTemperature: row.number("insidetemperature"),
          outsideTemperature: row.number("outsidetemperature"),
          windSpeed: row.number("windspeedoverground"),
          windDirection: row.number("winddirectionground"),
          insideHumidity: row.number("insidehumidity"),
          outsideHumidity: row.number("outsidehumidity"),
          batteryCharge: row.number("batterycharge"),
          insidePressure: row.number("insidepressure"),
          outsidePressure: row.number("outsidepressure"),
          batteryVoltage: row.number("batteryvoltage"),
          depth: row.number("depth"),
        },
);
