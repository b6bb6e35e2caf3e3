/** Which answers may take much memory while they are made, as far as a request tells. */
import type { StatementPlan } from "../plan-types.ts";

/** With so few rows an answer is short. */
const FEW_ROWS = 100;

/**
 * Whether the answer may be long: it has neither a small limit of rows, nor is it about one row, or it is what a procedure
 * makes. What a write takes in is bounded by its body.
 * @param query the request's query string; a plan may be shared by requests with other values
 */
export function mayBeLong(plan: StatementPlan, query: string): boolean {
  if (plan.kind === "mutation") return plan.action !== "create" && plan.node !== null;
  if (plan.kind === "routine" || plan.node.embeds.length > 0) return true;
  const asked = new URLSearchParams(query);
  const limit = asked.get("limit") ?? "";
  const isFew = /^\d{1,6}$/.test(limit) && Number(limit) <= FEW_ROWS;
  return !isFew && !/^eq\.\d{1,20}$/.test(asked.get("id") ?? "");
}
