/** Cross-origin rules: any origin may ask, without cookies, since every answer is guarded by a token. */
import type { IncomingHttpHeaders } from "node:http";
import type { HttpOutput } from "../engine/engine.ts";

const EXPOSED =
  "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit";
const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD"];
const ALWAYS_ALLOWED = "Accept, Accept-Language, Content-Language";

/** The origin of a request, if it may ask across origins: any may, or one of those allowed. */
export function allowedOrigin(
  { origin }: IncomingHttpHeaders,
  allowed: readonly string[] | null,
): string | undefined {
  if (origin === undefined || allowed === null) return origin;
  return allowed.includes(origin) ? origin : undefined;
}

/** Whether a browser asks what it may ask. */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === "OPTIONS" && preflight(headers) !== null;
}

/**
 * The preflight response; null if the request is not a preflight.
 * @see https://fetch.spec.whatwg.org/#cors-preflight-request
 */
export function preflight(headers: IncomingHttpHeaders): HttpOutput | null {
  const { origin } = headers;
  const method = headers["access-control-request-method"] ?? "";
  if (origin === undefined || !METHODS.includes(method)) return null;
  const requested = headers["access-control-request-headers"];
  const names = (requested ?? "").split(",").map((name) => name.trim());
  const allowed = ["Authorization", ...names.filter((name) => name !== ""), ALWAYS_ALLOWED].join(", ");
  return {
    status: 200,
    headers: [
      ...permission(origin),
      ["Access-Control-Allow-Methods", METHODS.join(", ")],
      ...(requested === undefined ? [] : [["Access-Control-Allow-Headers", allowed] as const]),
      ["Access-Control-Max-Age", "86400"],
    ],
    body: null,
  };
}

/** Headers of every answer to a browser's cross-origin request. An OPTIONS that is not a preflight gets none. */
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
    ["Vary", "Origin"],
  ];
}
