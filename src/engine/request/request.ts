/** Parses an HTTP request, before anything is known about the database. */
import { invalidPreferences } from "../errors/request-errors.ts";
import type { Action, ApiRequest, HttpInput, Payload, Query, Target } from "./api-request.ts";
import { parseCookies } from "./cookies.ts";
import { visibleHeaders } from "./headers.ts";
import { parseAccept } from "./media-type.ts";
import { parseQuery } from "./parameters/query.ts";
import { DEFAULT_DEPTHS } from "./parameters/scanner.ts";
import { type PayloadContext, parsePayload } from "./payload.ts";
import { parsePreferences } from "./preferences.ts";
import { parseProfile } from "./profile.ts";
import { ALL_ROWS, intersection, parseRangeHeader } from "./range.ts";
import { parseAction, parseTarget, type Root } from "./target.ts";

/** What parsing a request depends on. */
export interface RequestConfig {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  /** What is at `/`; the API's description when absent. */
  readonly root?: Root;
  /** Relations of the first schema whose new rows a handler judges one by one. */
  readonly judgedInserts?: ReadonlySet<string>;
  /** Whether bodies may have the protocol's own JSON media types; only `application/json` when absent. */
  readonly ownJson?: boolean;
  /** Most rows in one body; 100 000 when absent. */
  readonly maxRows?: number;
  /** Most levels of embedding; 32 when absent. */
  readonly maxEmbedDepth?: number;
  /** Most levels of `and` and `or`; 32 when absent. */
  readonly maxLogicDepth?: number;
}

const MAX_ROWS = 100_000;

/**
 * @throws ApiError PGRST1xx if the request itself is malformed, 404 if the path has no meaning, 413 if there are too many
 *   rows; never anything else
 */
export function parseRequest(input: HttpInput, config: RequestConfig): ApiRequest {
  const { method, headers } = input;
  const target = parseTarget(input.path, config.root);
  const action = parseAction(method, target);
  const { schema, profiled } = parseProfile(method, headers, config.schemas);
  const depths = {
    embeds: config.maxEmbedDepth ?? DEFAULT_DEPTHS.embeds,
    logic: config.maxLogicDepth ?? DEFAULT_DEPTHS.logic,
  };
  const parsed = parseQuery(input.query, {
    filtersOnly: action.kind !== "call" || action.by === "post",
    depths,
  });
  const query = method === "GET" ? withRangeHeader(parsed, headers.range) : parsed;
  const preferences = parsePreferences(headers.prefer);
  if (preferences.handling === "strict" && preferences.invalid.length > 0) {
    throw invalidPreferences(preferences.invalid);
  }
  return {
    action,
    target,
    schema,
    profiled,
    headersOnly: method === "HEAD",
    method,
    path: input.path,
    query,
    preferences,
    accept: parseAccept(headers.accept),
    payload: payloadOf(input, action, query, {
      maxRows: config.maxRows ?? MAX_ROWS,
      isJudged: isJudged(action, target, schema, config),
      ownJson: config.ownJson ?? false,
    }),
    headers: visibleHeaders(headers),
    cookies: parseCookies(headers.cookie),
  };
}

function isJudged(
  { kind }: Action,
  target: Target,
  schema: string,
  { schemas, judgedInserts }: RequestConfig,
): boolean {
  if (kind !== "create" || target.kind !== "relation" || schema !== schemas[0]) return false;
  return judgedInserts?.has(target.name) ?? false;
}

/** The body, if the action reads one. */
function payloadOf(
  input: HttpInput,
  action: Action,
  query: Query,
  how: Pick<PayloadContext, "maxRows" | "isJudged" | "ownJson">,
): Payload | null {
  const isCall = action.kind === "call";
  const isWrite = action.kind === "create" || action.kind === "upsert-one" || action.kind === "update";
  if (!isWrite && !(isCall && action.by === "post")) return null;
  const contentType = input.headers["content-type"];
  const columns = action.kind === "upsert-one" ? null : query.columns;
  return parsePayload({ body: input.body, contentType, isCall, columns, ...how });
}

function withRangeHeader(query: Query, header: string | undefined): Query {
  const range = parseRangeHeader(header);
  if (range === null) return query;
  const ranges = new Map(query.ranges);
  ranges.set("", intersection(query.ranges.get("") ?? ALL_ROWS, range));
  return { ...query, ranges };
}
