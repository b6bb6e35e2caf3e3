/** Converts the database's result to the HTTP answer. */
import { offsetPastEnd } from "../errors/outcome-errors.ts";
import type { ExecuteSettings } from "../execute/execute-settings.ts";
import type { Executed } from "../execute/executed.ts";
import { contentType } from "../plan/media-types.ts";
import type { Answer, MutationPlan, ReadPlan, RoutinePlan, StatementPlan } from "../plan/plan-types.ts";
import type { ApiRequest } from "../request/api-request.ts";
import { encode } from "../request/query-string.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { contentRange, type Page, rangeStatus } from "./content-range.ts";
import { type Header, type HttpOutput, overlaid } from "./http-output.ts";
import { preferenceApplied } from "./preference-applied.ts";
import { headersFromSql, statusFromSql } from "./sql-headers.ts";

/** @throws ApiError PGRST103, PGRST111, PGRST112 */
export function answerOf(
  request: ApiRequest,
  plan: StatementPlan,
  executed: Executed,
  cache: SchemaCache,
  settings: ExecuteSettings,
): HttpOutput {
  // An execution plan does nothing, so no preference was applied.
  const isDone = plan.answer.explain === null;
  const applied = isDone ? preferenceApplied(request, plan, cache, settings) : null;
  const appliedHeader = applied === null ? [] : [["Preference-Applied", applied] as const];
  const profile = request.profiled ? [["Content-Profile", request.schema] as const] : [];
  const status = statusFromSql(executed.status);
  const fromSql = headersFromSql(executed.headers);
  if (plan.kind !== "mutation") {
    checkRange(plan, request, executed, status, [...profile, ...appliedHeader, ...fromSql]);
  }
  const base =
    plan.kind === "mutation" ? mutationAnswer(plan, request, executed) : rowsAnswer(plan, request, executed);
  const headers: readonly Header[] = [
    ...base.headers,
    // The schema describes the body, so an answer without one does not name it.
    ...(base.body === null ? [] : profile),
    ...appliedHeader,
    ...(plan.warnings.length === 0 ? [] : [["Warning", plan.warnings.join(", ")] as const]),
  ];
  return {
    status: status ?? base.status,
    headers: overlaid(headers, fromSql),
    body: request.headersOnly ? null : base.body,
  };
}

function isVoid(plan: ReadPlan | RoutinePlan): boolean {
  return plan.kind === "routine" && plan.call.routine.result.kind === "void";
}

function pageOf(plan: ReadPlan | RoutinePlan, executed: Executed): Page {
  return { offset: plan.node.range.offset, rows: executed.page, total: executed.total };
}

/**
 * @param status set by SQL code
 * @throws ApiError PGRST103, with the headers that the rows would have had
 */
function checkRange(
  plan: ReadPlan | RoutinePlan,
  request: ApiRequest,
  executed: Executed,
  status: number | null,
  headers: readonly Header[],
): void {
  const page = pageOf(plan, executed);
  const { offset, total } = page;
  if (total === null || offset <= total || isVoid(plan)) return;
  const location: readonly Header[] =
    plan.kind === "read" ? [["Content-Location", contentLocation(request)]] : [];
  // A planned total may be too low, so a page past the total can still have rows.
  const all = [["Content-Range", contentRange(page)] as const, ...location, ...headers];
  throw offsetPastEnd(offset, total, all, status);
}

function rowsAnswer(plan: ReadPlan | RoutinePlan, request: ApiRequest, executed: Executed): HttpOutput {
  const { answer } = plan;
  if (answer.explain !== null) return { status: 200, headers: [typeOf(answer)], body: executed.body };
  const page = pageOf(plan, executed);
  const status = rangeStatus(page);
  const range: Header = ["Content-Range", contentRange(page)];
  if (isVoid(plan)) return { status: 204, headers: [range], body: null };
  const headers: Header[] = [range];
  if (plan.kind === "read") headers.push(["Content-Location", contentLocation(request)]);
  headers.push(typeOf(answer));
  return { status, headers, body: bodyOf(answer, executed.body) };
}

function contentLocation({ target, canonical }: ApiRequest): string {
  const path = target.kind === "root" ? "/" : `/${encodeURIComponent(target.name)}`;
  return canonical === "" ? path : `${path}?${canonical}`;
}

function mutationAnswer(plan: MutationPlan, request: ApiRequest, executed: Executed): HttpOutput {
  const { action, node, answer } = plan;
  if (answer.explain !== null) return { status: 200, headers: [typeOf(answer)], body: executed.body };
  const isFull = node !== null;
  const { count } = request.preferences;
  const total = count === "exact" || count === "estimated" ? executed.page : null;
  const headers: Header[] = [];
  const location = locationOf(request, plan, executed);
  if (location !== null) headers.push(["Location", location]);
  if (action !== "upsert-one") {
    const rows = action === "update" ? executed.page : 0;
    headers.push(["Content-Range", contentRange({ offset: 0, rows, total })]);
  }
  if (isFull) headers.push(typeOf(answer));
  const body = isFull ? bodyOf(answer, executed.body) : null;
  return { status: writtenStatus(action, isFull, executed), headers, body };
}

/** @param isFull whether the rows are returned */
function writtenStatus(action: MutationPlan["action"], isFull: boolean, { inserted }: Executed): number {
  if (action === "create") return inserted === false ? 200 : 201;
  if (!isFull) return 204;
  return action === "upsert-one" && inserted === true ? 201 : 200;
}

/** The URL of the created row, by its whole key; null unless there is exactly one. */
function locationOf({ target }: ApiRequest, plan: MutationPlan, { location, page }: Executed): string | null {
  if (location === null || page !== 1 || target.kind !== "relation") return null;
  const key = plan.location.map((name, i) => {
    const value = location[i] ?? null;
    return `${encode(name)}=${value === null ? "is.null" : encode(`eq.${value}`)}`;
  });
  return `/${encodeURIComponent(target.name)}?${key.join("&")}`;
}

function typeOf({ mediaType }: Answer): Header {
  return ["Content-Type", contentType(mediaType)];
}

/** Types whose values are never bytes, whatever they look like. */
const TEXTS: readonly string[] = ["text", "character varying", "json", "jsonb", "xml"];

/** The body; PostgreSQL returns bytes as hexadecimal digits. */
function bodyOf({ body }: Answer, made: string | Buffer | null): string | Buffer {
  const mayBeBytes = body.kind === "handler" || (body.kind === "value" && !TEXTS.includes(body.type ?? ""));
  if (!mayBeBytes || made === null) return made ?? "";
  const shown = made.toString();
  return /^\\x(?:[0-9a-f]{2})*$/.test(shown) ? Buffer.from(shown.slice(2), "hex") : made;
}
