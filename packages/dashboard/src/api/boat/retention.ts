import type { Json } from "../generated/api-types.ts";
import { membersOf } from "../json.ts";

/** The default number of months after which rows are thinned. */
const USUAL_MONTHS = 24;

/** How rows older than the given months are thinned: the first row of each span is kept. Null keeps all. */
export interface Retention {
  readonly rawMonths: number;
  readonly onePer: "5 min" | "1 h";
}

/**
 * A retention rule with changes; other members are kept. Null keeps all rows.
 * @param before the current configuration
 */
export function retentionWith(chosen: Partial<Retention> | null, before: Json | undefined): Json | undefined {
  if (chosen === null) return undefined;
  const { rawMonths, onePer } = chosen;
  return {
    raw_months: USUAL_MONTHS,
    ...membersOf(before),
    ...(rawMonths === undefined ? {} : { raw_months: rawMonths }),
    // biome-ignore lint/suspicious/noThenProperty: the API's name for it, in JSON
    ...(onePer === undefined ? {} : { then: onePer }),
  };
}
