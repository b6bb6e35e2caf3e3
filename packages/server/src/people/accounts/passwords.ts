/**
 * Stored passwords: scrypt (RFC 7914) with a salt each, in a text that includes the parameters, so that they can be raised
 * later while stored hashes remain valid. Only a few are computed at a time, so that many callers cannot exhaust the
 * machine's memory and processors.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ApiError } from "@wakelog/kit/errors.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** What computing a hash takes: scrypt's parameters N (work and memory, a power of two), r (block size), p (lanes). */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 80 ms on a small machine: expensive for a guesser, bearable at a sign-in. */
export const PASSWORD_COST: PasswordCost = { N: 32_768, r: 8, p: 1 };
const KEY_LENGTH = 32;
const FORM = /^\$scrypt\$n=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** The most passwords that are computed at the same time, and the most that wait for it. */
export const MOST_PASSWORDS = { atOnce: 2, waiting: 16 } as const;
/** A full queue is finished in less. */
const RETRY_SECONDS = 5;

/** Waits for a turn to compute. @returns what ends it, to be called once; null if too many are waiting already */
export type PasswordTurn = () => Promise<(() => void) | null>;

/** Turns of this process alone. */
function ownTurns(): PasswordTurn {
  let computing = 0;
  const queue: (() => void)[] = [];
  return async () => {
    if (computing < MOST_PASSWORDS.atOnce) computing++;
    else if (queue.length < MOST_PASSWORDS.waiting) await new Promise<void>((begin) => queue.push(begin));
    else return null;
    return () => {
      // The turn is passed on, so that a newcomer cannot overtake the queue.
      const next = queue.shift();
      if (next === undefined) computing--;
      else next();
    };
  };
}

let turn = ownTurns();

/** Has all passwords of this process wait for turns that it shares with other processes. */
export function sharePasswordTurns(shared: PasswordTurn): void {
  turn = shared;
}

/**
 * Runs the work in turn.
 * @throws ApiError 503 with `Retry-After` if too many are waiting already
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const finish = await turn();
  if (finish === null) throw busy();
  return work().finally(finish);
}

function busy(): ApiError {
  return new ApiError({
    code: "PT503",
    status: 503,
    message: "Too many people are signing in right now",
    hint: `Wait ${RETRY_SECONDS} s and try again.`,
    headers: [["Retry-After", String(RETRY_SECONDS)]],
  });
}

function key(password: string, salt: Buffer, length: number, cost: PasswordCost) {
  const options = { ...cost, maxmem: 128 * cost.N * cost.r * 2 };
  return inTurn(() => derive(password.normalize("NFKC"), salt, length, options));
}

/** Hashes a password for storage: `$scrypt$n=…,r=…,p=…$salt$key`, salt and key in base64. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const derived = await key(password, salt, KEY_LENGTH, cost);
  return stored(cost, salt, derived);
}

function stored({ N, r, p }: PasswordCost, salt: Buffer, derived: Buffer): string {
  return `$scrypt$n=${N},r=${r},p=${p}$${salt.toString("base64")}$${derived.toString("base64")}`;
}

/** A hash that matches no password, compared against if there is no account, so that both cases take the same time. */
const matchesNothing = (cost: PasswordCost): string =>
  stored(cost, Buffer.alloc(16), Buffer.alloc(KEY_LENGTH));

/**
 * Whether the password is the one of a stored hash; null stands for an account that does not exist, which takes as long
 * as one whose hash has this cost.
 */
export async function passwordMatches(
  password: string,
  hash: string | null,
  unknownCost = PASSWORD_COST,
): Promise<boolean> {
  const [, n, r, p, salt, expected] = FORM.exec(hash ?? matchesNothing(unknownCost)) ?? [];
  if (n === undefined || r === undefined || p === undefined || salt === undefined || expected === undefined) {
    throw new Error("a stored password hash is not in a known form");
  }
  const right = Buffer.from(expected, "base64");
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const derived = await key(password, Buffer.from(salt, "base64"), right.length, cost);
  return timingSafeEqual(derived, right) && hash !== null;
}
