/** Keys that verify tokens (RFC 7515, RFC 7518): from a shared secret, a JWK or a JWKS. */
import { createPublicKey, type KeyObject } from "node:crypto";
import { parseJson } from "@wakelog/kit/json/json.ts";
import { compactVerify, errors } from "jose";
import { z } from "zod";
import type { TokenErrors } from "../release/tokens.ts";
import { claimsOf, type WrittenClaims } from "./token-claims.ts";

/** Verifies a token's signature and returns its claims. @throws ApiError PGRST301 */
export type Verify = (token: string) => Promise<WrittenClaims>;

const MIN_SECRET_BYTES = 32;

/** Shared-secret algorithms, with their minimum key length in bytes (RFC 7518, section 3.2). */
const SHARED: ReadonlyMap<string, number> = new Map([
  ["HS256", 32],
  ["HS384", 48],
  ["HS512", 64],
]);

/** All algorithms, in the order in which errors list them. */
const KNOWN = [
  ...SHARED.keys(),
  ...["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "none", "EdDSA"],
];

/** Public-key algorithms, by type and curve. */
const PUBLIC: Readonly<Record<string, RegExp>> = {
  RSA: /^[RP]S/,
  "EC P-256": /^ES256$/,
  "EC P-384": /^ES384$/,
  "EC P-521": /^ES512$/,
  "OKP Ed25519": /^EdDSA$/,
};

const PUBLIC_MEMBERS = ["kty", "n", "e", "crv", "x", "y"];

const Jwk = z.looseObject({ kty: z.string(), kid: z.string().optional().catch(undefined) });
const Jwks = z.looseObject({ keys: z.array(Jwk) });
const Header = z.record(z.string(), z.json());

type Jwk = z.infer<typeof Jwk>;

/** A key and its algorithms: a shared secret never verifies a public-key signature, nor vice versa. */
interface Key {
  readonly key: Uint8Array | KeyObject;
  /** The name by which tokens refer to it; null if it has none. */
  readonly id: string | null;
  readonly verifies: (algorithm: string) => boolean;
}

/** Builds the verifier for the configured secret. @throws Error if the secret is too short or a key is invalid */
export function verifier(secret: string, isBase64: boolean, words: TokenErrors): Verify {
  const set = isBase64 ? null : keySet(secret);
  const keys = set === null ? [sharedSecret(secret, isBase64)] : set.map(keyOf);
  return async (token) => {
    const { algorithm, name, payload } = decoded(token, words);
    const claims = claimsOf(payload, words);
    if (keys.length === 0) throw words.noKeys();
    for (const { key, id, verifies } of keys) {
      if (!verifies(algorithm) || (words.keyByName && name !== null && name !== id)) continue;
      try {
        await compactVerify(token, key, { algorithms: [algorithm] });
        return claims;
      } catch (fault) {
        // A key too short for the algorithm raises a TypeError; it cannot have signed the token either.
        const isOtherKey =
          fault instanceof errors.JWSSignatureVerificationFailed || fault instanceof TypeError;
        if (!isOtherKey) throw fault;
      }
    }
    throw words.wrongSignature();
  };
}

function sharedSecret(secret: string, isBase64: boolean): Key {
  const key = isBase64 ? Buffer.from(secret, "base64") : new TextEncoder().encode(secret);
  if (key.length < MIN_SECRET_BYTES) {
    throw new Error(`The token secret has ${key.length} bytes; it needs at least ${MIN_SECRET_BYTES}`);
  }
  return sharedKey(key, null);
}

function sharedKey(key: Uint8Array, id: string | null): Key {
  return {
    key,
    id,
    verifies: (algorithm) => key.length >= (SHARED.get(algorithm) ?? Number.POSITIVE_INFINITY),
  };
}

/** The keys of a JWK or JWKS; null if the secret is neither. */
function keySet(secret: string): readonly Jwk[] | null {
  if (!secret.trimStart().startsWith("{")) return null;
  const value = parseJson(secret);
  const set = Jwks.safeParse(value);
  if (set.success) return set.data.keys;
  const one = Jwk.safeParse(value);
  return one.success ? [one.data] : null;
}

/** Ignores `use`: the key that verifies the signature is the right one. */
function keyOf(jwk: Jwk): Key {
  const { kid: id = null } = jwk;
  if (jwk.kty === "oct") return sharedKey(Buffer.from(z.string().parse(jwk.k), "base64url"), id);
  const members = Object.entries(jwk).filter(([name]) => PUBLIC_MEMBERS.includes(name));
  const key = createPublicKey({ key: Object.fromEntries(members), format: "jwk" });
  const kind = [jwk.kty, jwk.crv].filter((part) => part !== undefined).join(" ");
  return { key, id, verifies: (algorithm) => PUBLIC[kind]?.test(algorithm) === true };
}

/** A token in parts. */
interface Decoded {
  readonly algorithm: string;
  /** The name of its key; null if it has none. */
  readonly name: string | null;
  readonly payload: Uint8Array;
}

/** A token's payload, and what its header says. @throws ApiError PGRST301 if it is not a token */
function decoded(token: string, words: TokenErrors): Decoded {
  const parts = token.split(".");
  const count = token === "" ? 1 : parts.length;
  if (count !== 3) throw words.parts(count);
  const [head = "", body = ""] = parts;
  const isEncoded = (part: string): boolean => Buffer.from(part, "base64url").toString("base64url") === part;
  if (!parts.every(isEncoded)) throw words.unreadable("Not valid base64url");
  const header = Header.safeParse(parseJson(Buffer.from(head, "base64url").toString()));
  if (!header.success) throw words.unreadable("protected header contains invalid JSON");
  const { alg, crit, kid } = header.data;
  if (crit !== undefined) throw words.unreadable("crit key is not understood");
  if (alg === undefined) throw words.unreadable('missing required header "alg"');
  if (typeof alg !== "string" || !KNOWN.includes(alg)) {
    throw words.wrongAlgorithm(`unrecognised value; expected: ${JSON.stringify(KNOWN)}`);
  }
  if (alg === "none") throw words.unsigned();
  return {
    algorithm: alg,
    name: typeof kid === "string" ? kid : null,
    payload: Buffer.from(body, "base64url"),
  };
}
