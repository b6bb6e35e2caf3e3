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
  const sign = (claims: Record<string, string | number>, seconds: number | null): Promise<string> => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).setIssuedAt();
    return (seconds === null ? token : token.setExpirationTime(`${seconds} s`)).sign(key);
  };
  const person = (
    { accountId, email, vesselId, sessionVersion }: TokenHolder,
    more: Record<string, number>,
  ): Promise<string> =>
    sign(
      {
        role: "user_role",
        email: email.toLowerCase(),
        uid: accountId,
        ...(vesselId === null ? {} : { vid: vesselId }),
        ver: sessionVersion,
        ...more,
      },
      sessionHours * 3600,
    );
  return {
    user: (holder) => person(holder, { auth_time: Math.floor(Date.now() / 1000) }),
    chat: (holder) => person(holder, {}),
    vessel: ({ vesselId, email, tokenVersion }) =>
      sign({ role: "vessel_role", email: email.toLowerCase(), vid: vesselId, ver: tokenVersion }, null),
    operator: (role, seconds) => sign({ role }, seconds),
  };
}
