/**
 * Passwords as they are stored: scrypt (RFC 7914) with a salt of their own, in a text that carries its
 * parameters, so that they can be raised later without breaking what is stored.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 32 MiB and about 80 ms on a small machine: dear for a guesser, bearable at a sign-in. */
const COST = { N: 32_768, r: 8, p: 1 } as const;
const KEY_LENGTH = 32;
const FORM = /^\$scrypt\$n=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** Hashes a password for storage: `$scrypt$n=…,r=…,p=…$salt$key`, salt and key in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize("NFKC"), salt, KEY_LENGTH, {
    ...COST,
    maxmem: 128 * COST.N * COST.r * 2,
  });
  return `$scrypt$n=${COST.N},r=${COST.r},p=${COST.p}$${salt.toString("base64")}$${key.toString("base64")}`;
}

/** A hash that no password has; compared against where there is no account, so that both cases take the same time. */
const NOBODY = `$scrypt$n=${COST.N},r=${COST.r},p=${COST.p}$${Buffer.alloc(16).toString("base64")}$${Buffer.alloc(KEY_LENGTH).toString("base64")}`;

/** Whether the password is the stored one; null stands for an account that does not exist. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt, key] = FORM.exec(stored ?? NOBODY) ?? [];
  if (n === undefined || r === undefined || p === undefined || salt === undefined || key === undefined) {
    throw new Error("a stored password hash is not in a known form");
  }
  const wanted = Buffer.from(key, "base64");
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const given = await derive(password.normalize("NFKC"), Buffer.from(salt, "base64"), wanted.length, {
    ...cost,
    maxmem: 128 * cost.N * cost.r * 2,
  });
  return timingSafeEqual(given, wanted) && stored !== null;
}
