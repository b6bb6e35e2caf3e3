/**
 * Password hashes: scrypt (RFC 7914), each with its own salt. The stored text includes the parameters, so they can be
 * raised later without invalidating stored hashes. Only a few are computed at a time, so that many callers cannot
 * exhaust memory and processors.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ApiError } from "@wakelog/kit/errors.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The cost of a hash: scrypt's parameters N (work and memory, a power of two), r (block size), p (parallelism). */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 80 ms on a small machine: expensive for an attacker, acceptable at sign-in. */
export const PASSWORD_COST: PasswordCost = { N: 32_768, r: 8, p: 1 };
const KEY_LENGTH = 32;
const FORM = /^\$scrypt\$n=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** Limits of hashes in progress and in the queue. */
export const MOST_PASSWORDS = { atOnce: 2, waiting: 16 } as const;
/** A full queue finishes sooner. */
const RETRY_SECONDS = 5;

/** Waits for a slot. @returns a function to release it, to be called once; null if the queue is full */
export type PasswordTurn = () => Promise<(() => void) | null>;

/** Slots of this process alone. */
function ownTurns(): PasswordTurn {
  let computing = 0;
  const queue: (() => void)[] = [];
  return async () => {
    if (computing < MOST_PASSWORDS.atOnce) computing++;
    else if (queue.length < MOST_PASSWORDS.waiting) await new Promise<void>((begin) => queue.push(begin));
    else return null;
    return () => {
      // Hand the slot to the next in the queue, so that a newcomer cannot overtake it.
      const next = queue.shift();
      if (next === undefined) computing--;
      else next();
    };
  };
}

let turn = ownTurns();

/** Makes this process use slots shared with other processes. */
export function sharePasswordTurns(shared: PasswordTurn): void {
  turn = shared;
}

/**
 * Runs the work in a slot.
 * @throws ApiError 503 with `Retry-After` if the queue is full
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

/** A hash that matches no password. Compared against for unknown accounts, so that both cases take the same time. */
const matchesNothing = (cost: PasswordCost): string =>
  stored(cost, Buffer.alloc(16), Buffer.alloc(KEY_LENGTH));

/**
 * Compares a password with a stored hash. Null stands for an unknown account and takes as long as a hash of this cost.
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
