/** Tokens of all kinds that requests of the comparison carry, by the names that the request files use. */
import { constants, createHmac, generateKeyPairSync, type KeyObject, sign as signature } from "node:crypto";

export const PEER_SECRET = "reallyreallyreallyreallyverysafe";

const OTHER_SECRET = "anotherveryverysecretsecretofothers";

const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const OTHER_RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const EC_384 = generateKeyPairSync("ec", { namedCurve: "P-384" });
const EDWARDS = generateKeyPairSync("ed25519");

/** Public keys, and the shared one, as a secret may name them (RFC 7517). */
export const PEER_KEYS = {
  rsa: jwk(RSA.publicKey),
  otherRsa: jwk(OTHER_RSA.publicKey),
  ec: jwk(EC.publicKey),
  edwards: jwk(EDWARDS.publicKey),
  shared: { kty: "oct", k: Buffer.from(PEER_SECRET).toString("base64url") },
};

function jwk(key: KeyObject): object {
  return key.export({ format: "jwk" });
}

/** Everybody's token by name. */
export function peerTokens(): ReadonlyMap<string, string> {
  const ada = { role: "fixture_user", email: "ada@example.org" };
  return new Map([
    ["ada", signed(ada)],
    ["ben", signed({ role: "fixture_user", email: "ben@example.org" })],
    ["stranger", signed({ role: "nobody_of_that_name" })],
    ["superuser", signed({ role: "pg_read_all_data" })],
    ...timed(ada),
    ...addressed(ada),
    ...roled(ada),
    ...malformed(ada),
    ...withKeys(ada),
  ]);
}

type Named = readonly (readonly [name: string, token: string])[];

function timed(ada: object): Named {
  const now = Math.floor(Date.now() / 1000);
  return [
    ["expired", signed({ ...ada, exp: now - 1000 })],
    ["skewed", signed({ ...ada, exp: now - 5 })],
    ["early", signed({ ...ada, nbf: now + 1000 })],
    ["future", signed({ ...ada, iat: now + 1000 })],
    ["exp fraction", signed({ ...ada, exp: now + 1000.5 })],
    ["exp null", signed({ ...ada, exp: null, nbf: null, iat: null })],
    ["texttimes", signed({ ...ada, exp: "tomorrow" })],
    ["nbf true", signed({ ...ada, nbf: true })],
    ["iat list", signed({ ...ada, iat: [] })],
  ];
}

function addressed(ada: object): Named {
  const audiences = { text: "x", list: ["x"], none: [], null: null, number: 5, mixed: ["x", 5], object: {} };
  return [
    ["audience", signed({ ...ada, aud: "another" })],
    ["audience us", signed({ ...ada, aud: "observatory" })],
    ["audience us too", signed({ ...ada, aud: ["x", "observatory"] })],
    ["audience no uri", signed({ ...ada, aud: "a:b c" })],
    ...Object.entries(audiences).map(([name, aud]) => [`audience ${name}`, signed({ ...ada, aud })] as const),
    ["iss number", signed({ ...ada, iss: 5 })],
    ["sub no uri", signed({ ...ada, sub: "ä:" })],
    ["jti number", signed({ ...ada, jti: 5 })],
  ];
}

function roled(ada: object): Named {
  return [
    ["roleless", signed({ email: "ada@example.org" })],
    ["role number", signed({ ...ada, role: 5 })],
    ["role null", signed({ ...ada, role: null })],
    ["role list", signed({ ...ada, role: ["fixture_user"] })],
    ["role empty", signed({ ...ada, role: "" })],
    [
      "role within",
      signed({ who: { role: "fixture_user", all: ["x", "fixture_user"] }, "a.b": "fixture_user" }),
    ],
  ];
}

function malformed(ada: object): Named {
  const good = signed(ada);
  return [
    ["unsigned", `${part({ alg: "none" })}.${part(ada)}.`],
    ["claims list", signed([1])],
    ["claims text", signed("x")],
    ["claims broken", signed("", { payload: "x" })],
    ["claims empty", signed("", { payload: "" })],
    ["header without algorithm", signed(ada, { header: { typ: "JWT" } })],
    ["header with unknown algorithm", signed(ada, { header: { alg: "X" } })],
    ["header with crit", signed(ada, { header: { alg: "HS256", crit: ["x"], x: 1 } })],
    ["header text", signed(ada, { header: "x" })],
    ["signature missing", good.replace(/[^.]*$/, "")],
    ["signature broken", good.replace(/[^.]*$/, "!!")],
    ["signature cut", good.slice(0, -4)],
    ["signature padded", `${good}=`],
    ["parts two", "a.b"],
    ["parts three", "a.b.c"],
    ["parts five", "a.b.c.d.e"],
    ["parts empty", ".."],
  ];
}

function withKeys(ada: object): Named {
  return [
    ["forged", signed(ada, { secret: OTHER_SECRET })],
    ["hs256 named", signed(ada, { header: { alg: "HS256", kid: "unknown" } })],
    ["hs512", signed(ada, { header: { alg: "HS512" }, hash: "sha512" })],
    ["hs256 by a public key", signed(ada, { secret: JSON.stringify(PEER_KEYS.rsa) })],
    ["rs256", signedBy(RSA.privateKey, { alg: "RS256" }, ada)],
    ["rs512", signedBy(RSA.privateKey, { alg: "RS512" }, ada)],
    ["ps256", signedBy(RSA.privateKey, { alg: "PS256" }, ada)],
    ["rs256 named", signedBy(RSA.privateKey, { alg: "RS256", kid: "rsa" }, ada)],
    ["rs256 misnamed", signedBy(RSA.privateKey, { alg: "RS256", kid: "unknown" }, ada)],
    ["rs256 of others", signedBy(OTHER_RSA.privateKey, { alg: "RS256" }, ada)],
    ["es256", signedBy(EC.privateKey, { alg: "ES256" }, ada)],
    ["es384", signedBy(EC_384.privateKey, { alg: "ES384" }, ada)],
    ["eddsa", signedBy(EDWARDS.privateKey, { alg: "EdDSA" }, ada)],
  ];
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs tokens that a library would refuse. */
function signed(
  claims: unknown,
  how: { header?: unknown; secret?: string; hash?: string; payload?: string } = {},
): string {
  const { header = { alg: "HS256", typ: "JWT" }, secret = PEER_SECRET, hash = "sha256", payload } = how;
  const middle = payload === undefined ? part(claims) : Buffer.from(payload).toString("base64url");
  const text = `${part(header)}.${middle}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}

/** Signs by a private key (RFC 7518, sections 3.3 to 3.5). */
function signedBy(
  key: KeyObject,
  header: { readonly alg: string; readonly kid?: string },
  claims: object,
): string {
  const text = `${part(header)}.${part(claims)}`;
  const hash = header.alg === "EdDSA" ? null : `sha${header.alg.slice(2)}`;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const options = header.alg.startsWith("PS") ? { key, ...pss } : { key, dsaEncoding: "ieee-p1363" as const };
  return `${text}.${signature(hash, Buffer.from(text), options).toString("base64url")}`;
}
