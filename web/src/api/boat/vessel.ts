import type { Question } from "../question.ts";
import { booleanOf, instantOf, requiredRows, textOf } from "../row.ts";

/** The boat of the person who is signed in. */
export interface Vessel {
  readonly name: string;
  readonly mmsi: string | null;
  /** When the server last heard of it; null before the first time. */
  readonly lastContact: Date | null;
  /** Time of the newest row that it sent, by its own clock; null before the first one. */
  readonly newestRow: Date | null;
  /** True when it has been silent for too long; null before the first contact. */
  readonly offline: boolean | null;
}

function parse(body: unknown): Vessel | null {
  const row = requiredRows(body, "boats")[0];
  if (row === undefined) return null;
  return {
    name: textOf(row.name) ?? "Your boat",
    mmsi: row.mmsi === null || row.mmsi === undefined ? null : String(row.mmsi),
    lastContact: instantOf(row.last_contact),
    newestRow: instantOf(row.last_metric_time),
    offline: booleanOf(row.offline),
  };
}

/** The caller's boat; null in the rare moment between account and registration. */
export const vesselQuestion: Question<Vessel | null> = { path: "/vessels_view", count: false, parse };
