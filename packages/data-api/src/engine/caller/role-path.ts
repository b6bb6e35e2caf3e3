/** Where the role is in a token's claims: a path of keys and indices, or JSON Path (RFC 9535). */
import { JSONPathEnvironment, type JSONPathQuery } from "json-p3";
import { z } from "zod";
import type { JsonObject, JsonValue } from "../handlers.ts";

/** Finds the role; null if there is none. A value other than text becomes JSON, which matches no database role. */
export type RolePath = (claims: JsonObject) => string | null;

/**
 * Parses a path: `.a."b"[0]`, or JSON Path, whose first match counts.
 * @param isJsonPathKnown whether a path may begin with `$`
 * @throws Error if the path does not parse
 */
export function parseRolePath(path: string, isJsonPathKnown: boolean): RolePath {
  const find = isJsonPathKnown && path.startsWith("$") ? jsonPath(path) : plainPath(path);
  return (claims) => {
    const found = find(claims);
    return found === undefined || typeof found === "string" ? (found ?? null) : JSON.stringify(found);
  };
}

type Find = (claims: JsonObject) => unknown;

const unparsable = (path: string): Error => new Error(`The path of the role claim does not parse: ${path}`);

const Json = z.json();
/** Zod refuses deeper claims before. */
const JSON_PATH = new JSONPathEnvironment({ maxRecursionDepth: 10_000 });

function jsonPath(path: string): Find {
  let query: JSONPathQuery;
  try {
    query = JSON_PATH.compile(path);
  } catch {
    throw unparsable(path);
  }
  // The library takes no read-only lists.
  return (claims) => query.match(Json.parse(claims))?.value;
}

const STEP = /\.(?:([A-Za-z0-9_$@-]+)|"((?:[^"\\]|\\.)*)")|\[(\d+)\]/y;

function plainPath(path: string): Find {
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const [, bare, quoted, index] = STEP.exec(path) ?? [];
    const step =
      bare ?? quoted?.replace(/\\(.)/gs, "$1") ?? (index === undefined ? undefined : Number(index));
    if (step === undefined) throw unparsable(path);
    steps.push(step);
  }
  return (claims) => steps.reduce<JsonValue | undefined>(stepInto, claims);
}

function stepInto(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (isList(value)) return typeof step === "number" ? value[step] : undefined;
  if (typeof value !== "object" || value === null || typeof step !== "string") return undefined;
  return Object.hasOwn(value, step) ? value[step] : undefined;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
