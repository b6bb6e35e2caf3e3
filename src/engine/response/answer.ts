/** From what the database said to the HTTP answer. */
import type { ExecuteSettings } from "../execute/execute-settings.ts";
import type { Executed } from "../execute/executed.ts";
import { contentType } from "../plan/media-types.ts";
import type { Answer, MutationPlan, ReadPlan, RoutinePlan, StatementPlan } from "../plan/plan.ts";
import { shapeOf } from "../query/call-query.ts";
import type { ApiRequest } from "../request/api-request.ts";
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
  const own =
    plan.kind === "mutation" ? mutationAnswer(plan, request, executed) : rowsAnswer(plan, request, executed);
  const applied = preferenceApplied(request, plan, cache, settings);
  const headers: readonly Header[] = [
    ...own.headers,
    ...(request.profiled ? [["Content-Profile", request.schema] as const] : []),
    ...(applied === null ? [] : [["Preference-Applied", applied] as const]),
  ];
  return {
    status: statusFromSql(executed.status) ?? own.status,
    headers: overlaid(headers, headersFromSql(executed.headers)),
    body: request.headersOnly ? null : own.body,
  };
}

function rowsAnswer(plan: ReadPlan | RoutinePlan, request: ApiRequest, executed: Executed): HttpOutput {
  const { answer } = plan;
  if (answer.explain !== null) return { status: 200, headers: [typeOf(answer)], body: executed.body };
  const isSet = plan.kind === "read" || shapeOf(plan.call).set;
  const page: Page = {
    offset: plan.node?.range.offset ?? 0,
    rows: executed.page,
    total: plan.kind === "routine" && !isSet && executed.total !== null ? executed.page : executed.total,
  };
  const status = rangeStatus(page);
  const range: Header = ["Content-Range", contentRange(page)];
  if (plan.kind === "routine" && plan.node === null) return { status: 204, headers: [range], body: null };
  const headers: Header[] = [range];
  if (plan.kind === "read") headers.push(["Content-Location", contentLocation(request)]);
  headers.push(typeOf(answer));
  return { status, headers, body: bodyOf(answer, executed.body) };
}

function contentLocation({ target, query }: ApiRequest): string {
  const path = target.kind === "root" ? "/" : `/${encodeURIComponent(target.name)}`;
  return query.canonical === "" ? path : `${path}?${query.canonical}`;
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
  return { status: action === "create" ? 201 : isFull ? 200 : 204, headers, body };
}

/** The address of the only row that was made, by its whole key. */
function locationOf({ target }: ApiRequest, plan: MutationPlan, { location, page }: Executed): string | null {
  if (location === null || page !== 1 || target.kind !== "relation") return null;
  const key = plan.location.map((name, i) => {
    const value = location[i] ?? null;
    return `${form(name)}=${value === null ? "is.null" : form(`eq.${value}`)}`;
  });
  return `/${encodeURIComponent(target.name)}?${key.join("&")}`;
}

/** As forms encode: a space is `+`. */
function form(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+");
}

function typeOf({ mediaType }: Answer): Header {
  return ["Content-Type", contentType(mediaType)];
}

/** Types whose values are never bytes, whatever they look like. */
const TEXTS: readonly string[] = ["text", "character varying", "json", "jsonb", "xml"];

/** PostgreSQL writes bytes as hexadecimal digits. */
function bodyOf({ body }: Answer, text: string | null): string | Buffer {
  const shown = text ?? "";
  const mayBeBytes = body.kind === "handler" || (body.kind === "value" && !TEXTS.includes(body.type ?? ""));
  return mayBeBytes && /^\\x(?:[0-9a-f]{2})*$/.test(shown) ? Buffer.from(shown.slice(2), "hex") : shown;
}
