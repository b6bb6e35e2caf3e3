/**
 * Limits on attempts to sign in, sign up, use codes, send mail and take everything along. They are kept in the database,
 * so that all servers count together.
 *
 * Guessing a password is limited without ever locking the owner out. Attempts at one account are counted per network
 * (`login`), so that attempts from elsewhere do not affect the owner. All networks from which the owner has never signed
 * in also share one budget (`login-strangers`) of a hundred guesses an hour, however many networks there are. While an
 * attacker exhausts it, the owner can still sign in from the usual networks, and from a new one after recovering by mail,
 * which makes the new network known. Addresses without an account are counted in the same way, so that a refusal reveals
 * nothing about them.
 */
import { createHash } from "node:crypto";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { ApiError } from "@wakelog/kit/errors.ts";

interface Limit {
  /** The most attempts within the window. */
  readonly most: number;
  /** Length of the window, which begins at the first attempt. */
  readonly seconds: number;
  /** Whether the limit protects a password, a code or a mailbox; such limits are never switched off. */
  readonly protects: boolean;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const LIMITS = {
  /** By mailbox and network. */
  login: { most: 10, seconds: 5 * MINUTE, protects: true },
  /** By mailbox, from all networks together from which its owner has never signed in. */
  "login-strangers": { most: 100, seconds: HOUR, protects: true },
  "login-network": { most: 60, seconds: 5 * MINUTE, protects: false },
  "signup-network": { most: 10, seconds: HOUR, protects: false },
  "recover-network": { most: 20, seconds: HOUR, protects: false },
  /** By account: the password that a session must repeat. */
  password: { most: 10, seconds: 5 * MINUTE, protects: true },
  /** By account and network, or by chat. */
  code: { most: 10, seconds: 15 * MINUTE, protects: true },
  "code-network": { most: 60, seconds: 15 * MINUTE, protects: true },
  /** All callers without a token together, because each of their guesses tries every pending code. */
  "code-anybody": { most: 100, seconds: 15 * MINUTE, protects: true },
  /** By account: files of everything, each of which takes reading all of it. */
  "whole-account": { most: 5, seconds: HOUR, protects: false },
  messenger: { most: 60, seconds: MINUTE, protects: false },
  /** Codes to a mailbox that has not been proven, whatever their purpose. */
  "mail-unproven": { most: 1, seconds: 15 * MINUTE, protects: true },
  "mail-unproven-day": { most: 3, seconds: DAY, protects: true },
  /** Codes of one purpose to a proven address. */
  "mail-proven": { most: 5, seconds: HOUR, protects: true },
} as const satisfies Readonly<Record<string, Limit>>;

export type Limited = keyof typeof LIMITS;

export interface Limits {
  /**
   * Counts an attempt.
   * @throws ApiError 429 with `Retry-After` if it exceeds the limit
   */
  count(tx: Tx, what: Limited, who: string): Promise<void>;
  /** Counts an attempt if the limit allows one more; otherwise returns false and counts nothing. */
  take(tx: Tx, what: Limited, who: string): Promise<boolean>;
}

/** @param on whether limits that do not protect a password, code or mailbox apply too */
export function attemptLimits(on: boolean): Limits {
  const holds = (what: Limited, who: string): boolean => (on || LIMITS[what].protects) && who !== "";
  return {
    async count(tx, what, who) {
      if (!holds(what, who)) return;
      const { most, seconds } = LIMITS[what];
      const [row] = await tx.query(sql`
        insert into app.attempts as a (key) values (${keyOf(what, who)})
        on conflict (key) do update set
          count = case when ${isRunning(seconds)} then a.count + 1 else 1 end,
          since = case when ${isRunning(seconds)} then a.since else now() end
        returning count, ceil(extract(epoch from since - now()) + ${seconds}::int)::int as wait`);
      if (Number(row?.count) > most) throw tooMany(Math.max(1, Number(row?.wait)));
    },
    async take(tx, what, who) {
      if (!holds(what, who)) return true;
      const { most, seconds } = LIMITS[what];
      const taken = await tx.query(sql`
        insert into app.attempts as a (key) values (${keyOf(what, who)})
        on conflict (key) do update set
          count = case when ${isRunning(seconds)} then a.count + 1 else 1 end,
          since = case when ${isRunning(seconds)} then a.since else now() end
        where a.count < ${most}::int or not (${isRunning(seconds)})
        returning 1`);
      return taken.length > 0;
    },
  };
}

/**
 * Whether a window is running. One that begins in the future was begun by a clock that was ahead, and would last for as
 * long; requests that came a moment later may have begun one.
 */
function isRunning(seconds: number): Sql {
  return sql`a.since between now() - make_interval(secs => ${seconds}::int) and now() + interval '1 min'`;
}

/** Hashed, because a table of counters should not contain addresses. */
function keyOf(what: Limited, who: string): string {
  return `${what} ${createHash("sha256").update(who.toLowerCase()).digest("base64url")}`;
}

/** 429 with `Retry-After`. */
function tooMany(seconds: number): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message: "Too many attempts",
    hint: `Wait ${seconds} s and try again.`,
    headers: [["Retry-After", String(seconds)]],
  });
}

/** Deletes counters whose window is over, or never begins. */
export async function pruneAttempts(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from app.attempts
    where since < now() - make_interval(secs => ${DAY}::int) or since > now() + interval '1 min'`);
}
