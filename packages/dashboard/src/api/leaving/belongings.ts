import { jsonQuestion } from "../question.ts";
import { requiredRow } from "../row.ts";

/** What is deleted along with an account. */
export interface Belongings {
  /** Names of the boats owned by this account alone. */
  readonly boats: readonly string[];
  readonly logs: number;
  readonly photos: number;
  /** Number of metric rows. */
  readonly rows: number;
}

interface BelongingsJson {
  readonly vessels: readonly string[];
  readonly logs: number;
  readonly photos: number;
  readonly rows: number;
}

export const belongingsQuestion = jsonQuestion("belongings_fn", {}, (body): Belongings => {
  const told = requiredRow<BelongingsJson>(body, "belongings");
  return {
    boats: told.list("vessels").filter((name): name is string => typeof name === "string"),
    logs: told.number("logs") ?? 0,
    photos: told.number("photos") ?? 0,
    rows: told.number("rows") ?? 0,
  };
});
