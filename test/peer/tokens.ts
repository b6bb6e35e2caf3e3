/** Tokens of all kinds that requests of the comparison carry, by the names that the request files use. */
import { createHmac, generateKeyPairSync } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";

export const PEER_SECRET = "reallyreallyreallyreallyverysafe";

const OTHER_SECRET = "anotherveryverysecretsecretofothers";

export async function peerTokens(): Promise<ReadonlyMap<string, string>> {
  const now = Math.floor(Date.now() / 1000);
  const ada = { role: "fixture_user", email: "ada@example.org" };
  const sign = (claims: JWTPayload, secret = PEER_SECRET): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(secret));
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return new Map([
    ["ada", await sign(ada)],
    ["ben", await sign({ role: "fixture_user", email: "ben@example.org" })],
    ["expired", await sign({ ...ada, exp: now - 1000 })],
    ["skewed", await sign({ ...ada, exp: now - 5 })],
    ["early", await sign({ ...ada, nbf: now + 1000 })],
    ["future", await sign({ ...ada, iat: now + 1000 })],
    ["forged", await sign(ada, OTHER_SECRET)],
    ["roleless", await sign({ email: "ada@example.org" })],
    ["stranger", await sign({ role: "nobody_of_that_name" })],
    ["superuser", await sign({ role: "pg_read_all_data" })],
    ["audience", await sign({ ...ada, aud: "somebody else" })],
    ["texttimes", signed({ ...ada, exp: "tomorrow" })],
    ["unsigned", `${part({ alg: "none" })}.${part(ada)}.`],
    ["es256", await new SignJWT(ada).setProtectedHeader({ alg: "ES256" }).sign(privateKey)],
  ]);
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs what a library would refuse to. */
function signed(claims: unknown): string {
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${text}.${createHmac("sha256", PEER_SECRET).update(text).digest("base64url")}`;
}
