/**
 * Limits on sign-ins, sign-ups, codes, mail and account exports. Stored in the database, so that all servers share the
 * counts.
 *
 * Password guesses are limited without ever locking the owner out. Attempts on an account are counted per network
 * (`login`), so attempts from elsewhere do not affect the owner. All networks without an earlier sign-in of the owner
 * also share one budget (`login-strangers`) of a hundred guesses an hour. While an attacker exhausts it, the owner can
 * still sign in from known networks, or recover by mail, which makes a new network known. Unknown addresses are counted
 * in the same way, so that a refusal reveals nothing.
 */
import { createHash } from "node:crypto";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { ApiError } from "@wakelog/kit/errors.ts";

interface Limit {
  /** The most attempts within the window. */
  readonly most: number;
  /** Length of the window, which starts at the first attempt. */
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
  /** By mailbox, for all networks together that are unknown to the account. */
  "login-strangers": { most: 100, seconds: HOUR, protects: true },
  "login-network": { most: 60, seconds: 5 * MINUTE, protects: false },
  "signup-network": { most: 10, seconds: HOUR, protects: false },
  "recover-network": { most: 20, seconds: HOUR, protects: false },
  /** By account: confirming the password within a session. */
  password: { most: 10, seconds: 5 * MINUTE, protects: true },
  /** By account and network, or by chat. */
  code: { most: 10, seconds: 15 * MINUTE, protects: true },
  "code-network": { most: 60, seconds: 15 * MINUTE, protects: true },
  /** All anonymous callers together, because each of their guesses tries every pending code. */
  "code-anybody": { most: 100, seconds: 15 * MINUTE, protects: true },
  /** By account: exports, each of which reads all its data. */
  "whole-account": { most: 5, seconds: HOUR, protects: false },
  /** By network: codes that link a boat. */
  pairing: { most: 10, seconds: HOUR, protects: true },
  messenger: { most: 60, seconds: MINUTE, protects: false },
  /** Codes to an unproven mailbox, for any purpose. */
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
  /** Forgets one attempt that was counted in this transaction, because it was no guess. */
  forget(tx: Tx, what: Limited, who: string): Promise<void>;
}

/** @param on whether limits apply that protect no password, code or mailbox */
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
    async forget(tx, what, who) {
      await tx.run(sql`update app.attempts set count = count - 1 where key = ${keyOf(what, who)}`);
    },
  };
}

/**
 * Whether a window is running. Its start may be a minute ahead, from a concurrent request; a start further ahead came
 * from a wrong clock and does not count.
 */
function isRunning(seconds: number): Sql {
  return sql`a.since between now() - make_interval(secs => ${seconds}::int) and now() + interval '1 min'`;
}

/** Hashed, because the counters should not store addresses. */
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

/** Deletes counters whose window is over or can never start. */
export async function pruneAttempts(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from app.attempts
    where since < now() - make_interval(secs => ${DAY}::int) or since > now() + interval '1 min'`);
}
