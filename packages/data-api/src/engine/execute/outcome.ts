/** Checks a result before it is committed. */
import { answerTooLarge, answerTooLong } from "../errors/limit-errors.ts";
import { limitSurpassed, maxAffectedExceeded, putPayload } from "../errors/outcome-errors.ts";
import { mayExceed, rowsPerRow } from "../plan/bounds/answer-rows.ts";
import { contentType } from "../plan/media-types.ts";
import type { MutationPlan, StatementPlan } from "../plan/plan-types.ts";
import { shapeOf } from "../query/call-query.ts";
import { mostBytes } from "../query/query.ts";
import type { Release } from "../release/facts.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { Executed } from "./executed.ts";

/** The request's `max-affected`; null if it is absent or does not apply. */
function maxAffected({ preferences }: ApiRequest, plan: StatementPlan): number | null {
  if (preferences.handling !== "strict" || preferences.maxAffected === undefined) return null;
  const applies =
    plan.kind === "mutation" ? plan.action === "update" || plan.action === "delete" : plan.kind === "routine";
  return applies ? preferences.maxAffected : null;
}

function limitOf({ write }: MutationPlan): number | null {
  return write.kind === "insert" ? null : (write.limited?.range.limit ?? null);
}

/** Whether a write may have to be rolled back once its number of rows is known. */
export function mayBeRefused(request: ApiRequest, plan: StatementPlan): boolean {
  if (plan.kind === "read") return false;
  if (maxAffected(request, plan) !== null) return true;
  const isSingular = plan.answer.body.kind === "json object" && plan.answer.explain === null;
  if (mayExceed(plan)) return true;
  if (plan.kind === "routine" && plan.rowLimit !== null && !plan.readOnly && shapeOf(plan.call).set)
    return true;
  if (plan.kind === "routine") return isSingular && !plan.readOnly && shapeOf(plan.call).set;
  return limitOf(plan) !== null || isSingular;
}

/** @throws ApiError 54000, PGRST110, PGRST115, PGRST116, PGRST124 */
export function checkOutcome(
  request: ApiRequest,
  plan: StatementPlan,
  { page, within, tooLong }: Executed,
  { errors }: Release,
): void {
  const { answer, node, rowLimit } = plan;
  if (answer.explain !== null) return;
  if (tooLong) throw answerTooLong(mostBytes(plan));
  if (node !== null && rowLimit !== null && (!within || page * rowsPerRow(node) > rowLimit)) {
    throw answerTooLarge(rowLimit);
  }
  if (plan.kind === "mutation" && plan.action === "upsert-one" && page !== 1) throw putPayload();
  const most = maxAffected(request, plan);
  if (most !== null && page > most) throw maxAffectedExceeded(page);
  if (answer.body.kind === "json object" && page !== 1)
    throw errors.notSingular(page, contentType({ ...answer.mediaType, parameters: {} }));
  const limit = plan.kind === "mutation" ? limitOf(plan) : null;
  if (limit !== null && page > limit) throw limitSurpassed(page, limit);
}
