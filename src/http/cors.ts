/** Cross-origin rules: any origin may ask, since every answer is guarded by a token and none by a cookie. */
import type { IncomingHttpHeaders } from "node:http";
import type { HttpOutput } from "../engine/engine.ts";

const EXPOSED =
  "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit";
const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD"];
const ALWAYS_ALLOWED = "Accept, Accept-Language, Content-Language";

/** The origin of a request that may ask across origins: any, or one of the allowed. */
export function allowedOrigin(
  { origin }: IncomingHttpHeaders,
  allowed: readonly string[] | null,
): string | undefined {
  if (origin === undefined || allowed === null) return origin;
  return allowed.includes(origin) ? origin : undefined;
}

/**
 * The answer to a preflight, or null where the request is none.
 * @see https://fetch.spec.whatwg.org/#cors-preflight-request
 */
export function preflight(headers: IncomingHttpHeaders): HttpOutput | null {
  const { origin } = headers;
  const method = headers["access-control-request-method"] ?? "";
  if (origin === undefined || !METHODS.includes(method)) return null;
  const asked = headers["access-control-request-headers"];
  const names = (asked ?? "").split(",").map((name) => name.trim());
  const allowed = ["Authorization", ...names.filter((name) => name !== ""), ALWAYS_ALLOWED].join(", ");
  return {
    status: 200,
    headers: [
      ...permission(origin),
      ["Access-Control-Allow-Methods", METHODS.join(", ")],
      ...(asked === undefined ? [] : [["Access-Control-Allow-Headers", allowed] as const]),
      ["Access-Control-Max-Age", "86400"],
    ],
    body: null,
  };
}

/** Headers of every answer to a browser's cross-origin request. OPTIONS other than a preflight are none. */
export function corsHeaders(
  origin: string | undefined,
  method: string,
): readonly (readonly [string, string])[] {
  if (origin === undefined || method === "OPTIONS") return [];
  return [...permission(origin), ["Access-Control-Expose-Headers", EXPOSED]];
}

function permission(origin: string): readonly (readonly [string, string])[] {
  return [
    ["Access-Control-Allow-Origin", origin],
    ["Access-Control-Allow-Credentials", "true"],
    ["Vary", "Origin"],
  ];
}
