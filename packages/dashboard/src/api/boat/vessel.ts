import { rowsQuestion } from "../question.ts";

/** The signed-in user's boat. */
export interface Vessel {
  readonly name: string;
  /** Nine digits. */
  readonly mmsi: string | null;
  /** When the boat last sent something; null if it was never heard: imports and the sample voyage do not count. */
  readonly lastContact: Date | null;
  /** Time of the newest row, by the boat's clock, imported ones too; null if there is none. */
  readonly newestRow: Date | null;
}

/** The caller's boat; null between sign-up and the boat's registration. */
export const vesselQuestion = rowsQuestion(
  "vessels_view",
  { columns: ["name", "mmsi", "last_contact", "last_metric_time"] },
  ([row]): Vessel | null =>
    row === undefined
      ? null
      : {
          name: row.text("name") ?? "Your boat",
          mmsi: row.number("mmsi")?.toString().padStart(9, "0") ?? null,
          lastContact: row.instant("last_contact"),
          newestRow: row.instant("last_metric_time"),
        },
);
