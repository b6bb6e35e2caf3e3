/** Who asks: verifies the bearer token of a request (RFC 6750, RFC 7519) and names the database role. */
import {
  compactVerify,
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from "jose";
import { z } from "zod";
import type { ApiError } from "../errors.ts";
import { anonymousDisabled, jwtInvalid, jwtMissingSecret } from "./errors.ts";
import type { Caller, JsonObject, JsonValue } from "./handlers.ts";

export interface AuthenticateConfig {
  /** A secret of at least 32 bytes, a JWK or a JWKS as JSON text; null: no token is accepted. */
  readonly secret: string | null;
  /** Whether the secret is base64 of the bytes meant. */
  readonly secretIsBase64?: boolean;
  /** What `aud` must be or contain where it is present; null or absent: anything. */
  readonly audience?: string | null;
  /** Path of the role in the claims: `.role`, `."https://example.org/roles"[0]`; `.role` when absent. */
  readonly roleClaimKey?: string;
  /** Role of requests without a token, or with one that names no role; null: such requests are refused. */
  readonly anonymousRole: string | null;
  /** Verified tokens remembered; 1000 when absent. */
  readonly cacheSize?: number;
  /** Now, in milliseconds since the epoch; the system's clock when absent. */
  readonly now?: () => number;
}

export type Headers = Readonly<Record<string, string>>;

/** Clocks of boats and servers differ: seconds by which times in a token may be off. */
const SKEW_SECONDS = 30;
const MIN_SECRET_BYTES = 32;
const SYMMETRIC = ["HS256", "HS384", "HS512"];
const ASYMMETRIC = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const Json: z.ZodType<JsonValue> = z.json();
const Claims: z.ZodType<JsonObject> = z.record(z.string(), Json);
const Times = z.object({
  exp: z.number().nullish(),
  nbf: z.number().nullish(),
  iat: z.number().nullish(),
});
const Audience = z.union([z.null(), z.undefined(), z.string(), z.array(z.string())]);
const Jwk = z.looseObject({ kty: z.string() });
const Jwks = z.looseObject({ keys: z.array(Jwk) });

type Verify = (token: string) => Promise<Uint8Array>;

/**
 * Makes the function that tells who asks. A token's signature is checked once and remembered; its times are
 * checked each time.
 * @throws Error for a secret that is too short or a role path that does not parse, at once
 */
export function createAuthenticator(config: AuthenticateConfig): (headers: Headers) => Promise<Caller> {
  const { anonymousRole, audience = null, now = Date.now, cacheSize = 1000 } = config;
  const verify = config.secret === null ? null : verifier(config.secret, config.secretIsBase64 ?? false);
  const rolePath = parseRolePath(config.roleClaimKey ?? ".role");
  const remembered = new Map<string, JsonObject>();

  const claimsOf = async (token: string, check: Verify): Promise<JsonObject> => {
    const known = remembered.get(token);
    if (known !== undefined) remembered.delete(token);
    const claims = known ?? (await verifiedClaims(token, check));
    checkTimes(claims, now() / 1000);
    checkAudience(claims, audience);
    // The map keeps the order of insertion: the first is the one that was not used for the longest time.
    remembered.set(token, claims);
    const oldest = remembered.size > cacheSize ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    return claims;
  };

  return async (headers) => {
    const token = bearerToken(headers);
    if (token === null) {
      if (anonymousRole === null) throw anonymousDisabled();
      return { role: anonymousRole, claims: {} };
    }
    if (verify === null) throw jwtMissingSecret();
    const claims = await claimsOf(token, verify);
    const role = roleOf(claims, rolePath) ?? anonymousRole;
    if (role === null) throw anonymousDisabled();
    return { role, claims };
  };
}

/** The token of `Authorization: Bearer …`; null for none, or another scheme. */
function bearerToken({ authorization }: Headers): string | null {
  return /^[Bb]earer +(.*)$/s.exec(authorization ?? "")?.[1]?.trim() ?? null;
}

function verifier(secret: string, isBase64: boolean): Verify {
  const keys = isBase64 ? null : keySet(secret);
  if (keys !== null) return keySetVerifier(keys);
  const key = isBase64 ? Buffer.from(secret, "base64") : new TextEncoder().encode(secret);
  if (key.length < MIN_SECRET_BYTES) {
    throw new Error(`The token secret has ${key.length} bytes; it needs at least ${MIN_SECRET_BYTES}`);
  }
  return async (token) => (await compactVerify(token, key, { algorithms: SYMMETRIC })).payload;
}

/** The keys that a secret in JSON names; null where it is no JSON of keys. */
function keySet(secret: string): JSONWebKeySet | null {
  if (!secret.trimStart().startsWith("{")) return null;
  let value: unknown;
  try {
    value = JSON.parse(secret);
  } catch {
    return null;
  }
  const set = Jwks.safeParse(value);
  if (set.success) return { keys: set.data.keys };
  const one = Jwk.safeParse(value);
  return one.success ? { keys: [one.data] } : null;
}

/** Symmetric keys verify HS tokens only and public keys the others only, so that neither passes for the other. */
function keySetVerifier({ keys }: JSONWebKeySet): Verify {
  const symmetric = keys.filter(({ kty }) => kty === "oct");
  const isPublic = createLocalJWKSet({ keys: keys.filter(({ kty }) => kty !== "oct") });
  return async (token) => {
    const { alg = "", kid } = decodeProtectedHeader(token);
    if (!SYMMETRIC.includes(alg)) {
      return (await compactVerify(token, isPublic, { algorithms: ASYMMETRIC })).payload;
    }
    const named = symmetric.filter((key) => kid === undefined || key.kid === undefined || key.kid === kid);
    for (const key of named) {
      const payload = await verifiedBy(token, key, alg);
      if (payload !== null) return payload;
    }
    throw new errors.JWSSignatureVerificationFailed();
  };
}

async function verifiedBy(token: string, key: JWK, alg: string): Promise<Uint8Array | null> {
  try {
    return (await compactVerify(token, await importJWK(key, alg), { algorithms: SYMMETRIC })).payload;
  } catch (fault) {
    if (fault instanceof errors.JWSSignatureVerificationFailed) return null;
    throw fault;
  }
}

/** @throws ApiError PGRST301 */
async function verifiedClaims(token: string, verify: Verify): Promise<JsonObject> {
  const parts = token === "" ? 1 : token.split(".").length;
  if (parts !== 3) {
    const told = `Invalid number of parts: Expected 3 parts; got ${parts}`;
    throw jwtInvalid(`JWSError (CompactDecodeError ${told})`);
  }
  let payload: Uint8Array;
  try {
    payload = await verify(token);
  } catch (fault) {
    throw refusal(fault);
  }
  const claims = Claims.safeParse(json(payload));
  if (!claims.success) throw jwtInvalid("JWTClaimsSetDecodeError");
  return claims.data;
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Why a token was not accepted, in the protocol's words. Says nothing of keys. */
function refusal(fault: unknown): ApiError {
  if (fault instanceof errors.JWSSignatureVerificationFailed)
    return jwtInvalid("JWSError JWSInvalidSignature");
  if (fault instanceof errors.JWKSNoMatchingKey || fault instanceof errors.JWKSMultipleMatchingKeys) {
    return jwtInvalid("JWSError JWSNoValidKeys");
  }
  if (fault instanceof errors.JOSEAlgNotAllowed || fault instanceof errors.JOSENotSupported) {
    return jwtInvalid("JWSError JWSInvalidAlgorithm");
  }
  return jwtInvalid("JWSError (CompactDecodeError Invalid token)");
}

/** @throws ApiError PGRST301 for a token whose time is over, has not come, or is no time */
function checkTimes(claims: JsonObject, now: number): void {
  const times = Times.safeParse(claims);
  if (!times.success) throw jwtInvalid("JWTClaimsSetDecodeError");
  const { exp, nbf, iat } = times.data;
  if (typeof exp === "number" && now - SKEW_SECONDS >= exp) throw jwtInvalid("JWT expired");
  if (typeof nbf === "number" && now + SKEW_SECONDS < nbf) throw jwtInvalid("JWTNotYetValid");
  if (typeof iat === "number" && now + SKEW_SECONDS < iat) throw jwtInvalid("JWTIssuedAtFuture");
}

/** @throws ApiError PGRST301 for a token that is meant for others */
function checkAudience({ aud }: JsonObject, audience: string | null): void {
  const meant = Audience.safeParse(aud);
  if (!meant.success) throw jwtInvalid("JWTClaimsSetDecodeError");
  if (audience === null || meant.data === null || meant.data === undefined) return;
  const all = typeof meant.data === "string" ? [meant.data] : meant.data;
  if (all.length > 0 && !all.includes(audience)) throw jwtInvalid("JWTNotInAudience");
}

const ROLE_STEP = /\.(?:([A-Za-z0-9_$@-]+)|"((?:[^"\\]|\\.)*)")|\[(\d+)\]/y;

/** @throws Error where the path does not parse */
function parseRolePath(path: string): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  ROLE_STEP.lastIndex = 0;
  while (ROLE_STEP.lastIndex < path.length) {
    const [, bare, quoted, index] = ROLE_STEP.exec(path) ?? [];
    const step =
      bare ?? quoted?.replace(/\\(.)/gs, "$1") ?? (index === undefined ? undefined : Number(index));
    if (step === undefined) throw new Error(`The path of the role claim does not parse: ${path}`);
    steps.push(step);
  }
  return steps;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function roleOf(claims: JsonObject, path: readonly (string | number)[]): string | null {
  let value: JsonValue = claims;
  for (const step of path) {
    let next: JsonValue | undefined;
    if (isList(value)) next = typeof step === "number" ? value[step] : undefined;
    else if (typeof value === "object" && value !== null && typeof step === "string") {
      next = Object.hasOwn(value, step) ? value[step] : undefined;
    }
    if (next === undefined) return null;
    value = next;
  }
  return typeof value === "string" ? value : null;
}
