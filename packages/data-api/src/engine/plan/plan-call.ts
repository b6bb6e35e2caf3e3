/** Plans calls: function and arguments. */
import { routineAmbiguous, routineNotFound } from "../errors/catalogue-errors.ts";
import type { ApiRequest, Payload } from "../request/api-request.ts";
import { parseMediaType } from "../request/media-type.ts";
import { findRoutine, type RawBody, type RoutineCall } from "../schema/find-routine.ts";
import { type Parameter, qualified, type Routine, type SchemaCache } from "../schema/schema-cache.ts";
import type { PlanSettings } from "./plan-settings.ts";
import type { CallArguments, CallPlan } from "./plan-types.ts";

const RAW_BODIES: Readonly<Record<string, RawBody>> = {
  "text/plain": "text",
  "text/xml": "xml",
  "application/octet-stream": "bytes",
};

/** @throws ApiError PGRST202, PGRST203 if not exactly one function matches */
export function planCall(
  request: ApiRequest,
  name: string,
  cache: SchemaCache,
  { release, schemas, standIns }: PlanSettings,
): CallPlan {
  const payload = request.payload ?? { kind: "parameters", parameters: request.query.arguments };
  const [first = request.schema] = schemas;
  const found = findRoutine(cache, {
    ...routineCall(request, name, payload),
    shownSchema: standIns.includes(request.schema) ? first : request.schema,
    suggestedFrom: release.rules.suggestedFrom,
  });
  if (found.kind === "none") throw routineNotFound(found);
  if (found.kind === "ambiguous") throw routineAmbiguous(found);
  const { routine, passing } = found;
  return {
    kind: "call",
    routine,
    arguments:
      passing === "whole" ? wholeArgument(request, routine, payload) : named(request, routine, payload),
  };
}

function routineCall(request: ApiRequest, name: string, payload: Payload): RoutineCall {
  return {
    schema: request.schema,
    name,
    arguments: argumentNames(request, payload),
    body: rawBody(request, payload),
    singleObject: request.preferences.parameters === "single-object",
  };
}

function argumentNames(request: ApiRequest, payload: Payload): readonly string[] {
  if (payload.kind === "json") return keysOf(request, payload);
  return payload.kind === "raw" ? [] : payload.parameters.map(([name]) => name);
}

/** `columns=` selects keys of a JSON body, but not of CSV, whose first line names the columns. */
function keysOf(request: ApiRequest, { keys }: Extract<Payload, { kind: "json" }>): readonly string[] {
  return isTable(request) ? keys : (request.query.columns ?? keys);
}

/** Whether the body was CSV: it has become JSON, so a function cannot get the original text. */
function isTable({ headers }: ApiRequest): boolean {
  return parseMediaType(headers["content-type"] ?? "")?.type === "text/csv";
}

function rawBody(request: ApiRequest, payload: Payload): RawBody | undefined {
  if (payload.kind === "json") return isTable(request) ? undefined : "json";
  return payload.kind === "raw" ? RAW_BODIES[payload.mediaType] : undefined;
}

function wholeArgument({ preferences }: ApiRequest, routine: Routine, payload: Payload): CallArguments {
  const parameter = routine.parameters[0];
  if (parameter === undefined) return { kind: "none" };
  const { name, type } = parameter;
  const isObject = preferences.parameters === "single-object";
  // A missing parameter gets its default.
  if (payload.kind === "parameters" && payload.parameters.length === 0 && !isObject) return { kind: "none" };
  if (payload.kind === "json") return { kind: "raw", name, type, value: payload.text };
  if (payload.kind === "parameters") {
    return { kind: "raw", name, type, value: JSON.stringify(Object.fromEntries(payload.parameters)) };
  }
  return {
    kind: "raw",
    name,
    type,
    value: type === "bytea" ? payload.bytes : payload.bytes.toString("utf8"),
  };
}

function named(request: ApiRequest, routine: Routine, payload: Payload): CallArguments {
  const among = (names: readonly string[]): readonly Parameter[] =>
    routine.parameters.filter((parameter) => names.includes(parameter.name));
  if (payload.kind === "json") {
    const { text, isArray } = payload;
    return { kind: "named", text, isArray, given: among(keysOf(request, payload)) };
  }
  if (payload.kind === "raw") return { kind: "none" };
  const given = among(payload.parameters.map(([name]) => name));
  if (given.length === 0) return { kind: "none" };
  const members = given.map((parameter) => {
    const all = payload.parameters.filter(([one]) => one === parameter.name).map(([, value]) => value);
    return `${JSON.stringify(parameter.name)}:${memberText(parameter, all)}`;
  });
  return { kind: "named", text: `{${members.join(",")}}`, isArray: false, given };
}

/**
 * A parameter's value in the object of arguments, as text that PostgreSQL parses as the declared type. The last of
 * several values counts, unless the parameter is variadic.
 */
function memberText({ variadic }: Parameter, values: readonly string[]): string {
  return JSON.stringify(variadic ? values : (values.at(-1) ?? ""));
}

/**
 * The methods of a function: GET and HEAD only if an overload changes nothing.
 * @throws ApiError PGRST202 if no function has the name
 */
export function methodsOf(
  cache: SchemaCache,
  schema: string,
  name: string,
  suggestedFrom: number,
): readonly string[] {
  const overloads = cache.routines.get(qualified(schema, name)) ?? [];
  const found = findRoutine(cache, { schema, name, arguments: [], suggestedFrom });
  if (overloads.length === 0 && found.kind === "none") throw routineNotFound(found);
  return overloads.some(({ volatility }) => volatility !== "volatile")
    ? ["OPTIONS", "GET", "HEAD", "POST"]
    : ["OPTIONS", "POST"];
}
