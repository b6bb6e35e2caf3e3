import type { Json } from "../generated/api-types.ts";
import { rowsQuestion } from "../question.ts";
import { changeRow } from "../write.ts";

/** What happens to rows that are older than so many months: of each span the first one stays. Null keeps all. */
export interface Retention {
  readonly rawMonths: number;
  readonly onePer: "5 min" | "1 h";
}

/** What the boat's plugin says of it, and what its owner set. Lengths in metres. */
export interface BoatFacts {
  readonly id: number;
  readonly length: number | null;
  readonly beam: number | null;
  readonly height: number | null;
  /** Name or version of what sends for it. */
  readonly plugin: string | null;
  readonly retention: Retention | null;
  /** Everything that was configured, to be written back with what changes. */
  readonly configuration: Readonly<Record<string, Json>>;
}

interface RetentionJson {
  readonly raw_months: number;
  readonly then: string;
}

/** Null until the boat was heard from, or its owner set something. */
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
      configuration: Object.fromEntries(configuration?.entries() ?? []) as Readonly<Record<string, Json>>,
    };
  },
);

/** Changes how long rows are kept whole. */
export async function keepRows({ id, configuration }: BoatFacts, retention: Retention | null): Promise<void> {
  const { retention: _before, ...others } = configuration;
  const changed =
    retention === null
      ? {}
      : // biome-ignore lint/suspicious/noThenProperty: the API's name for it, in JSON
        { retention: { raw_months: retention.rawMonths, then: retention.onePer } };
  await changeRow("metadata", id, { configuration: { ...others, ...changed } });
}
