/** Calls: which function, with which arguments. */
import { routineAmbiguous, routineNotFound } from "../errors.ts";
import type { ApiRequest, Payload } from "../request/api-request.ts";
import { findRoutine, type RawBody } from "../schema/find-routine.ts";
import { type Parameter, qualified, type Routine, type SchemaCache } from "../schema/schema-cache.ts";
import type { CallArguments, CallPlan } from "./plan.ts";

const RAW_BODIES: Readonly<Record<string, RawBody>> = {
  "text/plain": "text",
  "text/xml": "xml",
  "application/octet-stream": "bytes",
};

/** @throws ApiError PGRST202, PGRST203 when not exactly one function is meant */
export function planCall(request: ApiRequest, name: string, cache: SchemaCache): CallPlan {
  const payload: Payload = request.payload ?? { kind: "parameters", parameters: request.query.arguments };
  const found = findRoutine(cache, {
    schema: request.schema,
    name,
    arguments: argumentNames(request, payload),
    body: rawBody(payload),
    singleObject: request.preferences.parameters === "single-object",
  });
  if (found.kind === "none") throw routineNotFound(found);
  if (found.kind === "ambiguous") throw routineAmbiguous(found);
  const { routine, passing } = found;
  return {
    kind: "call",
    routine,
    arguments: passing === "whole" ? wholeArgument(routine, payload) : named(request, routine, payload),
  };
}

function argumentNames({ query }: ApiRequest, payload: Payload): readonly string[] {
  if (payload.kind === "json") return query.columns ?? payload.keys;
  return payload.kind === "raw" ? [] : payload.parameters.map(([name]) => name);
}

function rawBody(payload: Payload): RawBody | undefined {
  if (payload.kind === "json") return "json";
  return payload.kind === "raw" ? RAW_BODIES[payload.mediaType] : undefined;
}

function wholeArgument(routine: Routine, payload: Payload): CallArguments {
  const parameter = routine.parameters[0];
  if (parameter === undefined) return { kind: "none" };
  const { name, type } = parameter;
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

function named({ query }: ApiRequest, routine: Routine, payload: Payload): CallArguments {
  const among = (names: readonly string[]): readonly Parameter[] =>
    routine.parameters.filter((parameter) => names.includes(parameter.name));
  if (payload.kind === "json") {
    return { kind: "named", text: payload.text, given: among(query.columns ?? payload.keys) };
  }
  if (payload.kind === "raw") return { kind: "none" };
  const given = among(payload.parameters.map(([name]) => name));
  if (given.length === 0) return { kind: "none" };
  const values = given.map(({ name, variadic }): [string, unknown] => {
    const all = payload.parameters.filter(([one]) => one === name).map(([, value]) => value);
    return [name, variadic ? all : all.at(-1)];
  });
  return { kind: "named", text: JSON.stringify(Object.fromEntries(values)), given };
}

/** Whether any overload of a name may be called by GET and HEAD: one that changes nothing. */
export function methodsOf(cache: SchemaCache, schema: string, name: string): readonly string[] | null {
  const overloads = cache.routines.get(qualified(schema, name));
  if (overloads === undefined) return null;
  return overloads.some(({ volatility }) => volatility !== "volatile")
    ? ["OPTIONS", "GET", "HEAD", "POST"]
    : ["OPTIONS", "POST"];
}
