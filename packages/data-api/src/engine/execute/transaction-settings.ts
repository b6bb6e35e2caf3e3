/** The settings in the preamble of a request's transaction. */
import type { TransactionOptions } from "../../db/database.ts";
import type { Caller } from "../handlers.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import { type Setting, searchPath } from "../query/preamble.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { timezoneSetting } from "../schema/timezones.ts";
import type { ExecuteSettings } from "./execute-settings.ts";

const ISOLATION = "default_transaction_isolation";

/** Function settings that must be in force before the statement begins; PostgreSQL applies the others itself. */
const HOISTED: ReadonlySet<string> = new Set([
  "statement_timeout",
  "plan_filter.statement_cost_limit",
  ISOLATION,
]);

/** Settings of role and function for the whole transaction; the function's come last and win. */
function declaredSettings(plan: StatementPlan | null, role: string, cache: SchemaCache): readonly Setting[] {
  const ofRole = cache.roleSettings.get(role) ?? [];
  if (plan?.kind !== "routine") return ofRole;
  return [...ofRole, ...plan.call.routine.settings.filter(([name]) => HOISTED.has(name))];
}

/** All settings of the transaction, in order. */
export function transactionSettings(
  request: ApiRequest,
  caller: Caller,
  plan: StatementPlan | null,
  cache: SchemaCache,
  settings: ExecuteSettings,
): readonly Setting[] {
  const { timezone } = request.preferences;
  const zone = timezone === undefined ? null : timezoneSetting(cache, timezone);
  const { statementMs } = settings.limits(caller);
  return [
    ["search_path", searchPath([request.schema, ...settings.extraSearchPath])],
    ["role", caller.role],
    ...(statementMs === null ? [] : [["statement_timeout", String(statementMs)] as const]),
    ...declaredSettings(plan, caller.role, cache).filter(([name]) => name !== ISOLATION),
    ["request.jwt.claims", caller.claimsJson ?? JSON.stringify({ ...caller.claims, role: caller.role })],
    ["request.method", request.method],
    ["request.path", request.path],
    ["request.headers", JSON.stringify(request.headers)],
    ["request.cookies", JSON.stringify(request.cookies)],
    ...settings.appSettings,
    ...(zone === null ? [] : [["timezone", zone] as const]),
    ...(isReadOnly(request, plan) ? [["transaction_read_only", "on"] as const] : []),
  ];
}

/** True for reads, and for calls of functions declared to change nothing. */
export function isReadOnly({ action }: ApiRequest, plan: StatementPlan | null): boolean {
  return action.kind === "read" || action.kind === "inspect" || (plan?.kind === "routine" && plan.readOnly);
}

/** The isolation level set by role or function; undefined for the default. */
export function isolation(
  plan: StatementPlan,
  role: string,
  cache: SchemaCache,
): Exclude<TransactionOptions["isolation"], "read committed"> {
  const value = declaredSettings(plan, role, cache).findLast(([name]) => name === ISOLATION)?.[1];
  return (["repeatable read", "serializable"] as const).find((one) => one === value);
}
