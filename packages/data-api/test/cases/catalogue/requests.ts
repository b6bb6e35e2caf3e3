/** Requests for a catalogue: every relation and function once, in the ways that all of them support. */
import type { Relation, Routine, SchemaCache } from "../../../src/engine/schema/schema-cache.ts";
import { encoded } from "../../peer/generate/query-string.ts";
import type { PeerRequest } from "../../peer/request.ts";

/** Maximum of embeds per relation. */
const MOST_EMBEDS = 4;

/** A value that a parameter of a type may well take. */
function sample(type: string): string {
  if (type.endsWith("[]")) return "{}";
  if (/^(json|jsonb)$/.test(type)) return '{"a":1}';
  if (/^(text|character|name|bytea|xml|"char")/.test(type)) return "x";
  if (/^bool/.test(type)) return "true";
  if (/^(date|time)/.test(type)) return "2024-01-01";
  return "1";
}

/** A name within a select list or before a value. */
function name(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function path(text: string): string {
  return `/${encodeURIComponent(text)}`;
}

/** All requests for a schema. */
export function requestsOf(cache: SchemaCache, schema: string): readonly PeerRequest[] {
  const inSchema = (one: { readonly schema: string }): boolean => one.schema === schema;
  const asked = [
    ...[...cache.relations.values()].filter(inSchema).flatMap((one) => ofRelation(cache, one)),
    ...[...cache.routines.values()].flat().filter(inSchema).flatMap(ofRoutine),
  ];
  return asked.map((request) => ({
    ...request,
    headers: { ...request.headers, "Accept-Profile": schema, "Content-Profile": schema },
  }));
}

function ofRelation(cache: SchemaCache, relation: Relation): PeerRequest[] {
  const at = path(relation.name);
  const columns = [...relation.columns.keys()];
  const get = (parameters: readonly (readonly [string, string])[], headers = {}): PeerRequest => ({
    method: "GET",
    target: `${at}?${encoded(parameters)}`,
    headers,
  });
  const ways = cache.relationships.from(relation.schema, relation.name);
  const targets = new Set(
    ways.map((one) => (one.kind === "computed" ? one.functionName : one.foreignRelation)),
  );
  const [first] = columns;
  return [
    get([["limit", "3"]]),
    get([["select", columns.map(name).join(",")]], { Prefer: "count=exact" }),
    get([], { Accept: "text/csv" }),
    ...(first === undefined
      ? []
      : [
          get([
            ["order", `${name(first)}.desc`],
            ["limit", "1"],
          ]),
          get([[name(first), "is.null"]]),
        ]),
    ...[...targets].slice(0, MOST_EMBEDS).map((target) => get([["select", `*,${name(target)}(*)`]])),
    { method: "OPTIONS", target: at, headers: {} },
    { method: "POST", target: at, headers: { Prefer: "return=representation" }, body: "{}" },
    {
      method: "PATCH",
      target: `${at}?${encoded(first === undefined ? [] : [[name(first), "is.null"]])}`,
      headers: { Prefer: "return=representation" },
      body: JSON.stringify(first === undefined ? {} : { [first]: null }),
    },
  ];
}

function ofRoutine(routine: Routine): PeerRequest[] {
  const at = `/rpc${path(routine.name)}`;
  const given = routine.parameters
    .filter(({ required }) => required)
    .map(({ name: of, type, variadic }) => {
      const value = sample(variadic ? type.replace(/\[\]$/, "") : type);
      return { of, value, whole: variadic ? [value] : value };
    });
  const named = given.filter(({ of }) => of !== "").map(({ of, value }) => [of, value] as const);
  const object = Object.fromEntries(given.map(({ of, whole }) => [of, whole]));
  const body = named.length < given.length ? '{"a":1}' : JSON.stringify(object);
  return [
    { method: "GET", target: `${at}?${encoded(named)}`, headers: {} },
    { method: "POST", target: at, headers: {}, body },
    { method: "POST", target: at, headers: { "Content-Type": "text/plain" }, body: "x" },
    { method: "OPTIONS", target: at, headers: {} },
  ];
}
