/** Identifies the caller: verifies the request's bearer token (RFC 6750, RFC 7519) and chooses the database role. */
import { anonymousDisabled, jwtMissingSecret } from "../errors/token-errors.ts";
import type { Caller } from "../handlers.ts";
import type { Release } from "../release/facts.ts";
import { releaseOf } from "../release/release.ts";
import { parseRolePath } from "./role-path.ts";
import { checkAudience, checkTimes, type WrittenClaims, withRole } from "./token-claims.ts";
import { type Verify, verifier } from "./token-keys.ts";

export interface AuthenticateConfig {
  /** A secret of at least 32 bytes, a JWK or a JWKS as JSON text; null: no token is accepted. */
  readonly secret: string | null;
  /** Whether the secret is base64-encoded. */
  readonly secretIsBase64?: boolean;
  /** Required value or member of `aud`, if present; null or absent: anything. */
  readonly audience?: string | null;
  /** Path of the role in the claims: `.role`, `."https://example.org/roles"[0]`, or JSON Path if the release knows it; default: `.role`. */
  readonly roleClaimKey?: string;
  /** The protocol's release; default: the first. */
  readonly release?: Release;
  /** Role for requests without a token or a role in it; null: such requests are refused. */
  readonly anonymousRole: string | null;
  /** Whether all tokens are our own, so that one from the future indicates a clock error; default: false. */
  readonly issuesTokens?: boolean;
  /** Most verified tokens cached; default: 1000. */
  readonly cacheSize?: number;
  /** The time in milliseconds since the epoch; default: the system clock. */
  readonly now?: () => number;
}

export type Headers = Readonly<Record<string, string>>;

/**
 * Builds the function that identifies the caller. Signatures are checked once and cached; times are checked on each
 * request.
 * @throws Error if the secret is too short, a key is invalid or the role path does not parse
 */
export function createAuthenticator(config: AuthenticateConfig): (headers: Headers) => Promise<Caller> {
  const { anonymousRole, audience = null, now = Date.now, cacheSize = 1000, issuesTokens } = config;
  const { tokens: words } = config.release ?? releaseOf();
  const verify =
    config.secret === null ? null : verifier(config.secret, config.secretIsBase64 ?? false, words);
  const roleOf = parseRolePath(config.roleClaimKey ?? ".role", words.readsJsonPath);
  const remembered = new Map<string, WrittenClaims>();

  const checkedClaims = async (token: string, check: Verify): Promise<WrittenClaims> => {
    const known = remembered.get(token);
    if (known !== undefined) remembered.delete(token);
    const written = known ?? (await check(token));
    checkTimes(written.claims, now() / 1000, words, issuesTokens);
    checkAudience(written.claims, audience, words);
    // A map keeps insertion order, so its first entry is the least recently used.
    remembered.set(token, written);
    const oldest = remembered.size > cacheSize ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    return written;
  };

  return async (headers) => {
    const token = bearerToken(headers);
    const refusal = token === null && isEmptyBearer(headers) ? words.empty() : null;
    if (refusal !== null) throw refusal;
    if (token === null) {
      if (anonymousRole === null) throw anonymousDisabled();
      return { role: anonymousRole, claims: {} };
    }
    if (verify === null) throw jwtMissingSecret();
    const written = await checkedClaims(token, verify);
    const role = roleOf(written.claims) ?? anonymousRole;
    if (role === null) throw anonymousDisabled();
    return { role, claims: written.claims, claimsJson: withRole(written, role) };
  };
}

/** The token of `Authorization: Bearer …`, case-insensitive; null if absent or another scheme. */
function bearerToken({ authorization }: Headers): string | null {
  return /^bearer\s+(.*)$/is.exec(authorization ?? "")?.[1]?.trim() ?? null;
}

/** Whether the header names the scheme and no token. */
function isEmptyBearer({ authorization = "" }: Headers): boolean {
  return authorization.trim().toLowerCase() === "bearer";
}
