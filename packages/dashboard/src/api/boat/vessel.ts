import { rowsQuestion } from "../question.ts";

/** The boat of the person who is signed in. */
export interface Vessel {
  readonly name: string;
  /** Nine digits. */
  readonly mmsi: string | null;
  /** When the server was last in touch with it; null before the first time. */
  readonly lastContact: Date | null;
  /** Time of the newest row that it sent, by its own clock; null before the first one. */
  readonly newestRow: Date | null;
}

/** The caller's boat; null in the rare moment between account and registration. */
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
