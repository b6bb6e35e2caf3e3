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

const ALLOWED_ORIGIN = "Access-Control-Allow-Origin";

/** Longest origin: a scheme, a name of at most 253 characters, and a port. */
const MOST_OF_ORIGIN = 300;
/** Longest list of header names in a preflight; the answer to a longer one names none. */
const MOST_OF_NAMES = 4_096;

/** How answers are shared with other origins. */
export interface Sharing {
  /** Whether credentials such as cookies are allowed; never together with {@link ANY_ORIGIN}. */
  readonly credentials: boolean;
  /** Request headers that the answer depends on, besides the origin. */
  readonly vary: readonly string[];
  /** Whether OPTIONS is shared as other requests are; otherwise with every origin, as the engine says. */
  readonly isOfOptions: boolean;
}

/** Stands for every origin. */
const ANY_ORIGIN = "*";

/**
 * The origin to allow for a cross-origin request, if any; a null list allows all.
 * @param isNamed whether each origin is named, even if all are allowed
 */
export function allowedOrigin(
  origin: string,
  allowed: readonly string[] | null,
  isNamed: boolean,
): string | undefined {
  if (allowed === null && !isNamed) return ANY_ORIGIN;
  if (origin.length > MOST_OF_ORIGIN) return undefined;
  return allowed === null || allowed.includes(origin) ? origin : undefined;
}

/**
 * The answer to a preflight; null for other requests.
 * @param origin the allowed origin
 * @see https://fetch.spec.whatwg.org/#cors-preflight-request
 */
export function preflight(
  { method, headers }: IncomingMessage,
  origin: string | undefined,
  sharing: Sharing,
): HttpOutput | null {
  const wanted = headers["access-control-request-method"] ?? "";
  if (method !== "OPTIONS" || origin === undefined || !METHODS.includes(wanted)) return null;
  const asked = headers["access-control-request-headers"];
  const requested = asked !== undefined && asked.length <= MOST_OF_NAMES ? asked : undefined;
  const names = (requested ?? "").split(",").map((name) => name.trim());
  const allowed = ["Authorization", ...names.filter((name) => name !== ""), ALWAYS_ALLOWED].join(", ");
  return {
    status: 200,
    headers: [
      ...permission(origin, sharing),
      ["Access-Control-Allow-Methods", METHODS.join(", ")],
      ...(requested === undefined ? [] : [["Access-Control-Allow-Headers", allowed] as const]),
      ["Access-Control-Max-Age", "86400"],
    ],
    body: null,
  };
}

/** Headers of every answer to a cross-origin request. */
export function corsHeaders(
  origin: string | undefined,
  method: string,
  sharing: Sharing,
): readonly (readonly [string, string])[] {
  if (origin === undefined || (method === "OPTIONS" && !sharing.isOfOptions)) return [];
  return [...permission(origin, sharing), ["Access-Control-Expose-Headers", EXPOSED]];
}

/** The engine's answer, without its own permission if it must follow the rules of others. */
export function unshared(output: HttpOutput, method: string, { isOfOptions }: Sharing): HttpOutput {
  if (method !== "OPTIONS" || !isOfOptions) return output;
  return { ...output, headers: output.headers.filter(([name]) => name !== ALLOWED_ORIGIN) };
}

function permission(origin: string, { credentials, vary }: Sharing): readonly (readonly [string, string])[] {
  return [
    [ALLOWED_ORIGIN, origin],
    ...(credentials && origin !== ANY_ORIGIN ? [["Access-Control-Allow-Credentials", "true"] as const] : []),
    ["Vary", [...vary, ...(origin === ANY_ORIGIN ? [] : ["Origin"])].join(", ")],
  ];
}
