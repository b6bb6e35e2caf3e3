/**
 * Cross-origin rules: any origin is allowed, without cookies where only a token grants access. The data API also allows
 * cookies, as PostgREST does.
 */
import type { IncomingMessage } from "node:http";
import type { HttpOutput } from "../engine/engine.ts";

const EXPOSED =
  "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit";
const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD"];
const ALWAYS_ALLOWED = "Accept, Accept-Language, Content-Language";

/** Longest origin: a scheme, a name of at most 253 characters, and a port. */
const MOST_OF_ORIGIN = 300;
/** Longest list of header names in a preflight; the answer to a longer one names none. */
const MOST_OF_NAMES = 4_096;

/** The origin to allow for a cross-origin request, if any; a null list allows all. */
export function allowedOrigin(origin: string, allowed: readonly string[] | null): string | undefined {
  if (origin.length > MOST_OF_ORIGIN) return undefined;
  return allowed === null || allowed.includes(origin) ? origin : undefined;
}

/**
 * The answer to a preflight; null for other requests.
 * @param credentials whether credentials such as cookies are allowed
 * @see https://fetch.spec.whatwg.org/#cors-preflight-request
 */
export function preflight({ method, headers }: IncomingMessage, credentials: boolean): HttpOutput | null {
  const { origin } = headers;
  const wanted = headers["access-control-request-method"] ?? "";
  if (method !== "OPTIONS" || origin === undefined || !METHODS.includes(wanted)) return null;
  const asked = headers["access-control-request-headers"];
  const requested = asked !== undefined && asked.length <= MOST_OF_NAMES ? asked : undefined;
  const names = (requested ?? "").split(",").map((name) => name.trim());
  const allowed = ["Authorization", ...names.filter((name) => name !== ""), ALWAYS_ALLOWED].join(", ");
  return {
    status: 200,
    headers: [
      ...permission(origin, credentials),
      ["Access-Control-Allow-Methods", METHODS.join(", ")],
      ...(requested === undefined ? [] : [["Access-Control-Allow-Headers", allowed] as const]),
      ["Access-Control-Max-Age", "86400"],
    ],
    body: null,
  };
}

/** Headers of every answer to a cross-origin request. An OPTIONS other than a preflight gets none. */
export function corsHeaders(
  origin: string | undefined,
  method: string,
  credentials: boolean,
): readonly (readonly [string, string])[] {
  if (origin === undefined || method === "OPTIONS") return [];
  return [...permission(origin, credentials), ["Access-Control-Expose-Headers", EXPOSED]];
}

function permission(origin: string, credentials: boolean): readonly (readonly [string, string])[] {
  return [
    ["Access-Control-Allow-Origin", origin],
    ...(credentials ? [["Access-Control-Allow-Credentials", "true"] as const] : []),
    ["Vary", "Origin"],
  ];
}
