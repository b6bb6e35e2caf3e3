/** How a request's transaction runs, and the settings in its preamble. */
import type { TransactionOptions, Turn } from "../../db/database.ts";
import type { Caller, Handlers } from "../handlers.ts";
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
  const zone = timezone === undefined ? null : timezoneSetting(cache, timezone, settings.release.rules);
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

/** What decides how a request's transaction runs. */
interface Running {
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly cache: SchemaCache;
  readonly settings: ExecuteSettings;
  /** The handlers of the request's schema. */
  readonly handlers: Handlers;
}

/** How the transaction runs, besides its turn. */
export function transactionOptions(
  plan: StatementPlan,
  { request, caller, cache }: Running,
): TransactionOptions {
  const level = isolation(plan, caller.role, cache);
  return { readOnly: isReadOnly(request, plan), ...(level === undefined ? {} : { isolation: level }) };
}

/** What the transaction waits for: the caller's share, and the resource that the plan's handler needs exclusively. */
export function turnOf(plan: StatementPlan, context: Running): Turn {
  const { share } = context.settings.limits(context.caller);
  const held = heldBy(plan, context);
  return { ...(share === null ? {} : { share }), ...(held === null ? {} : { alone: held }) };
}

/** Null without such a resource, or without a handler. */
function heldBy(plan: StatementPlan, { handlers, caller }: Running): string | null {
  if (plan.kind === "routine") return handlers.holds?.(plan.call.routine.name, caller) ?? null;
  if (plan.kind !== "mutation" || plan.write.kind !== "insert") return null;
  return handlers.holds?.(plan.write.relation, caller) ?? null;
}

/** Whether the request's transaction is rolled back in the end. */
export function isRolledBack({ preferences }: ApiRequest, { txEnd }: ExecuteSettings): boolean {
  const isUsual = txEnd.startsWith("rollback");
  if (!txEnd.endsWith("allow-override") || preferences.transaction === undefined) return isUsual;
  return preferences.transaction === "rollback";
}
