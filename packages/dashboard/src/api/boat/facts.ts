import { rowsQuestion } from "../question.ts";
import { configure } from "./configuration.ts";
import { type Retention, retentionWith } from "./retention.ts";

/** What the plugin reports about the boat, and what its owner set. Lengths in metres. */
export interface BoatFacts {
  readonly id: number;
  readonly length: number | null;
  readonly beam: number | null;
  readonly height: number | null;
  /** Name or version of the boat's plugin. */
  readonly plugin: string | null;
  readonly retention: Retention | null;
}

interface RetentionJson {
  readonly raw_months: number;
  readonly then: string;
}

/** Null until the boat's first contact, or until its owner sets something. */
export const boatFactsQuestion = rowsQuestion(
  "metadata",
  { columns: ["id", "length", "beam", "height", "plugin_version", "configuration"] },
  ([row]): BoatFacts | null => {
    if (row === undefined) return null;
    const configuration = row.row<{ retention: RetentionJson }>("configuration");
    const retention = configuration?.row<RetentionJson>("retention") ?? null;
    const rawMonths = retention?.number("raw_months") ?? null;
    return {
      id: row.id("id"),
      length: row.number("length"),
      beam: row.number("beam"),
      height: row.number("height"),
      plugin: row.text("plugin_version"),
      retention:
        rawMonths === null
          ? null
          : { rawMonths, onePer: retention?.text("then") === "1 h" ? "1 h" : "5 min" },
    };
  },
);

/** Changes how long full-resolution rows are kept. */
export function keepRows(chosen: Partial<Retention> | null): Promise<void> {
  return configure("retention", (before) => retentionWith(chosen, before));
}
