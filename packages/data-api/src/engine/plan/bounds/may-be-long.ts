/** Tells from a request whether building its answer may take much memory. */
import type { StatementPlan } from "../plan-types.ts";

/** An answer with so few rows is short. */
const FEW_ROWS = 100;

/**
 * Whether the answer may be long: it is neither limited to a few rows nor about one row, or a procedure produces it. A
 * write's input is bounded by its body.
 * @param query the request's query string, because a plan may be shared by requests with other values
 */
export function mayBeLong(plan: StatementPlan, query: string): boolean {
  if (plan.kind === "mutation") return plan.action !== "create" && plan.node !== null;
  if (plan.kind === "routine" || plan.node.embeds.length > 0) return true;
  const asked = new URLSearchParams(query);
  const limit = asked.get("limit") ?? "";
  const isFew = /^\d{1,6}$/.test(limit) && Number(limit) <= FEW_ROWS;
  return !isFew && !/^eq\.\d{1,20}$/.test(asked.get("id") ?? "");
}
