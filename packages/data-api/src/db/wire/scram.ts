/**
 * SCRAM-SHA-256 in PostgreSQL's variant: client side, without channel binding.
 * @see RFC 5802 (SCRAM), RFC 7677 (SHA-256), RFC 4013 (passwords)
 * @see https://www.postgresql.org/docs/current/sasl-authentication.html
 */
import { createHash, createHmac, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** No channel binding (RFC 5802, section 7: gs2-header); the startup message names the user. */
const GS2 = "n,,";
const KEY_BYTES = 32;
/** More iterations would only burn CPU: PostgreSQL's default is 4096. */
const MOST_ROUNDS = 1_000_000;

const derive = promisify(pbkdf2);

/** The server's message does not fit the exchange; the server may not know the password. */
class ScramError extends Error {}

/** The client's first message. */
export function firstMessage(nonce: string): string {
  return `${GS2}${bareOf(nonce)}`;
}

/** The client's proof, and the signature with which the server must prove itself. */
export interface FinalMessage {
  readonly text: string;
  readonly signature: Buffer;
}

/**
 * The client's final message.
 * @param nonce from the first message
 * @param challenge the server's first message
 * @throws ScramError if the challenge does not answer the first message
 */
export async function finalMessage(
  nonce: string,
  password: string,
  challenge: string,
): Promise<FinalMessage> {
  const { 1: both, 2: salt, 3: rounds } = /^r=([!-+\--~]+),s=([\w+/=]+),i=(\d{1,9})$/.exec(challenge) ?? [];
  if (both === undefined || salt === undefined || rounds === undefined)
    throw new ScramError("the server's challenge is invalid");
  if (!both.startsWith(nonce) || both.length === nonce.length)
    throw new ScramError("the server's challenge does not match ours");
  if (Number(rounds) < 1 || Number(rounds) > MOST_ROUNDS)
    throw new ScramError(`the server asks for ${rounds} rounds of hashing`);
  const salted = await derive(
    prepared(password),
    Buffer.from(salt, "base64"),
    Number(rounds),
    KEY_BYTES,
    "sha256",
  );
  const bound = `c=${Buffer.from(GS2).toString("base64")},r=${both}`;
  const message = `${bareOf(nonce)},${challenge},${bound}`;
  const clientKey = hmac(salted, "Client Key");
  const proof = xor(clientKey, hmac(createHash("sha256").update(clientKey).digest(), message));
  return {
    text: `${bound},p=${proof.toString("base64")}`,
    signature: hmac(hmac(salted, "Server Key"), message),
  };
}

/**
 * Checks the server's final message.
 * @throws ScramError if the server does not know the password
 */
export function checkServer({ signature }: FinalMessage, text: string): void {
  const given = Buffer.from(/^v=([\w+/=]+)/.exec(text)?.[1] ?? "", "base64");
  if (given.length !== signature.length || !timingSafeEqual(given, signature))
    throw new ScramError("the server did not prove that it knows the password");
}

function bareOf(nonce: string): string {
  return `n=,r=${nonce}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));
}

/** Table C.1.2 of RFC 3454: spaces other than U+0020. */
const SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/g;
/** Table B.1 of RFC 3454: mapped to nothing. */
const NOTHING = /\u00AD|\u034F|\u1806|[\u180B-\u180D]|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/g;

/** Normalizes the password. Prohibited characters pass, as in PostgreSQL. */
function prepared(password: string): string {
  return password.replace(SPACES, " ").replace(NOTHING, "").normalize("NFKC");
}
