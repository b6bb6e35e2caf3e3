/** Tokens that the service issues: JSON Web Tokens (RFC 7519) signed with HS256. The engine verifies them. */
import { SignJWT } from "jose";

/** Issues tokens with one secret. */
export interface TokenIssuer {
  /** For a person: as long as a session lasts. `vesselId` is the current vessel, where there is one. */
  user(account: {
    readonly accountId: string;
    readonly email: string;
    readonly vesselId: string | null;
  }): Promise<string>;
  /** For a boat: no expiry, since it must work for years unattended, but of a version that can be refused. */
  vessel(vessel: {
    readonly vesselId: string;
    readonly email: string;
    readonly tokenVersion: number;
  }): Promise<string>;
  /** For an operator or the chat bot, from the command line only. */
  operator(role: "admin_role" | "messenger_role", seconds: number): Promise<string>;
}

/**
 * @param secret at least 32 characters (RFC 7518, section 3.2 wants 256 bits for HS256)
 * @param sessionHours how long a person stays signed in
 */
export function tokenIssuer(secret: string, sessionHours = 1): TokenIssuer {
  const key = new TextEncoder().encode(secret);
  const sign = (claims: Record<string, string | number>, seconds: number | null): Promise<string> => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).setIssuedAt();
    return (seconds === null ? token : token.setExpirationTime(`${seconds} s`)).sign(key);
  };
  return {
    user: ({ accountId, email, vesselId }) =>
      sign(
        {
          role: "user_role",
          email: email.toLowerCase(),
          uid: accountId,
          ...(vesselId === null ? {} : { vid: vesselId }),
        },
        sessionHours * 3600,
      ),
    vessel: ({ vesselId, email, tokenVersion }) =>
      sign({ role: "vessel_role", email: email.toLowerCase(), vid: vesselId, ver: tokenVersion }, null),
    operator: (role, seconds) => sign({ role }, seconds),
  };
}
