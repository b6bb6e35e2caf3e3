/** Parses a token's claims (RFC 7519, section 4), and checks them against the clock and the audience. */
import { z } from "zod";
import { tokenFromTheFuture } from "../errors/token-errors.ts";
import type { JsonObject, JsonValue } from "../handlers.ts";
import type { TokenErrors } from "../release/tokens.ts";

/** Tolerance in seconds for times in tokens, because the clocks of boats and servers differ. */
const SKEW_SECONDS = 30;

const Json: z.ZodType<JsonValue> = z.json();
const Claims: z.ZodType<JsonObject> = z.record(z.string(), Json);

/** The registered claims: name, the type named in errors, and the required JSON kind. */
const REGISTERED = [
  ["iss", "StringOrURI", "String"],
  ["sub", "StringOrURI", "String"],
  ["aud", "StringOrURI", "String"],
  ["exp", "NumericDate", "Number"],
  ["nbf", "NumericDate", "Number"],
  ["iat", "NumericDate", "Number"],
  ["jti", "Text", "String"],
] as const;

/** The claims that are checked in every release. */
const CHECKED: ReadonlySet<string> = new Set(["aud", "exp", "nbf", "iat"]);

/** A text with a colon must be a URI (RFC 3986). */
const URI = /^[a-z][a-z0-9+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;

/** Claims, parsed and verbatim. */
export interface WrittenClaims {
  readonly claims: JsonObject;
  readonly text: string;
}

/**
 * Parses a token's payload. @throws ApiError PGRST301, PGRST303 unless it is an object and its registered claims have their types
 */
export function claimsOf(payload: Uint8Array, errors: TokenErrors): WrittenClaims {
  const text = new TextDecoder().decode(payload);
  if (text.trim() === "") throw errors.unreadableClaims("$", "not enough input");
  let value: JsonValue;
  try {
    value = Json.parse(JSON.parse(text));
  } catch {
    const why = `Failed reading: not a valid json value at '${text.trimStart()}'`;
    throw errors.unreadableClaims("$", why);
  }
  const claims = Claims.safeParse(value);
  if (!claims.success)
    throw errors.mistyped({ claim: null, type: "JWT Claims Set", expected: "Object", found: kindOf(value) });
  const checked = errors.checksTexts ? REGISTERED : REGISTERED.filter(([name]) => CHECKED.has(name));
  for (const [name, type, expected] of checked) {
    const claim = claims.data[name];
    const isFit = claim === undefined || claim === null || kindOf(claim) === expected;
    if (!isFit && !(name === "aud" && isTexts(claim)))
      throw errors.mistyped({ claim: name, type, expected, found: kindOf(claim) });
    const isBroken =
      errors.checksTexts && type === "StringOrURI" && [claim].flat().some((one) => !isTextOrUri(one));
    if (isBroken) throw errors.unreadableClaims(`$.${name}`, "failed to parse StringOrURI");
  }
  return { claims: claims.data, text };
}

/**
 * The claims plus the role as JSON text, for SQL code. Keeps the token's text: parsing would change numbers beyond
 * 2^53, which may be keys.
 */
export function withRole({ claims, text }: WrittenClaims, role: string): string {
  if (claims.role === role) return text;
  if (Object.hasOwn(claims, "role")) return JSON.stringify({ ...claims, role });
  const rest = text.trim().slice(1).trimStart();
  return `{"role":${JSON.stringify(role)}${rest === "}" ? "" : ","}${rest}`;
}

/**
 * Checks the times.
 * @param isOwn whether the tokens are our own. One from the future then means that our clock was ahead when issuing it
 * or is behind now; one without expiry is accepted anyway.
 * @throws ApiError PGRST301, PGRST303 if the token has expired or is not valid yet; 503 if our clock may be wrong
 */
export function checkTimes(
  { exp, nbf, iat }: JsonObject,
  now: number,
  errors: TokenErrors,
  isOwn = false,
): void {
  if (typeof exp === "number" && now - SKEW_SECONDS >= exp) throw errors.expired();
  if (isOwn) {
    const begins = typeof exp === "number" ? [nbf, iat] : [nbf];
    if (begins.some((time) => typeof time === "number" && now + SKEW_SECONDS < time))
      throw tokenFromTheFuture();
    return;
  }
  if (typeof nbf === "number" && now + SKEW_SECONDS < nbf) throw errors.notYetValid();
  if (typeof iat === "number" && now + SKEW_SECONDS < iat) throw errors.fromFuture();
}

/**
 * @param audience our audience; null accepts any, but not an empty `aud`, unless the release does
 * @throws ApiError PGRST301, PGRST303 if the token is meant for another audience
 */
export function checkAudience({ aud }: JsonObject, audience: string | null, errors: TokenErrors): void {
  if (aud === undefined || aud === null) return;
  const all = Array.isArray(aud) ? aud : [aud];
  if (all.length === 0 && errors.acceptsNoAudience) return;
  if (!all.some((one) => audience === null || one === audience)) throw errors.otherAudience();
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTextOrUri(value: JsonValue | undefined): boolean {
  return typeof value !== "string" || !value.includes(":") || URI.test(value);
}

function kindOf(value: JsonValue): string {
  if (value === null) return "Null";
  if (Array.isArray(value)) return "Array";
  const type = typeof value;
  return type.charAt(0).toUpperCase() + type.slice(1);
}
