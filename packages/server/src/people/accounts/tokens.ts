/** Issues JSON Web Tokens (RFC 7519) signed with HS256. The engine verifies them. */
import { SignJWT } from "jose";

/** The holder of a user token. */
export interface TokenHolder {
  readonly accountId: string;
  readonly email: string;
  /** The current vessel; null if there is none. */
  readonly vesselId: string | null;
  /** The account's session version; tokens with another one are refused. */
  readonly sessionVersion: number;
}

export interface TokenIssuer {
  /**
   * For a user who just entered the password; valid for one session. `auth_time` is the sign-in time (OpenID Connect
   * Core 1.0, section 2).
   */
  user(holder: TokenHolder): Promise<string>;
  /** For a chat bot acting for a user who gave it no password; valid for one session. */
  chat(holder: TokenHolder): Promise<string>;
  /** For a chat bot acting for a user; it only reads, for an hour. */
  bot(holder: TokenHolder): Promise<string>;
  /** For an assistant acting for a user; it only reads, for a year. @param issuedAt seconds since 1970-01-01 UTC */
  assistant(holder: TokenHolder, issuedAt: number): Promise<string>;
  /**
   * For a boat: never expires, because it must work unattended for years, but carries a version that can be revoked.
   */
  vessel(vessel: {
    readonly vesselId: string;
    readonly email: string;
    readonly tokenVersion: number;
  }): Promise<string>;
  /** For an operator or the chat bot, from the command line only. */
  operator(role: "admin_role" | "messenger_role", seconds: number): Promise<string>;
}

/**
 * @param secret at least 32 characters (RFC 7518, section 3.2: a key of 256 bits or more for HS256)
 * @param sessionHours how long a user stays signed in
 */
export function tokenIssuer(secret: string, sessionHours: number): TokenIssuer {
  const key = new TextEncoder().encode(secret);
  const sign = (
    claims: Record<string, string | number>,
    seconds: number | null,
    issuedAt = Math.floor(Date.now() / 1000),
  ): Promise<string> => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).setIssuedAt(issuedAt);
    return (seconds === null ? token : token.setExpirationTime(issuedAt + seconds)).sign(key);
  };
  const claimsOf = (
    role: string,
    { accountId, email, vesselId, sessionVersion }: TokenHolder,
  ): Record<string, string | number> => ({
    role,
    email: email.toLowerCase(),
    uid: accountId,
    ...(vesselId === null ? {} : { vid: vesselId }),
    ver: sessionVersion,
  });
  const session = sessionHours * HOUR;
  return {
    user: (holder) =>
      sign({ ...claimsOf("user_role", holder), auth_time: Math.floor(Date.now() / 1000) }, session),
    chat: (holder) => sign(claimsOf("user_role", holder), session),
    bot: (holder) => sign(claimsOf("bot_role", holder), HOUR),
    assistant: (holder, issuedAt) => sign(claimsOf("mcp_role", holder), YEAR, issuedAt),
    vessel: ({ vesselId, email, tokenVersion }) =>
      sign({ role: "vessel_role", email: email.toLowerCase(), vid: vesselId, ver: tokenVersion }, null),
    operator: (role, seconds) => sign({ role }, seconds),
  };
}

/** In seconds. */
const HOUR = 3600;
const YEAR = 365 * 86_400;
