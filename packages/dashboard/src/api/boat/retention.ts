import type { Json } from "../generated/api-types.ts";
import { membersOf } from "../json.ts";

/** The default number of months after which rows are thinned. */
const USUAL_MONTHS = 24;

/** What happens to rows that are older than so many months: of each span the first one stays. Null keeps all. */
export interface Retention {
  readonly rawMonths: number;
  readonly onePer: "5 min" | "1 h";
}

/**
 * A rule for old rows with what was chosen; the rest of it stays. Null keeps all rows.
 * @param before as it is configured
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
