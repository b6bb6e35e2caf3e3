/**
 * Limits on what must not be tried often: signing in, signing up, codes, mail. Kept in the database, so that all servers
 * count together.
 *
 * How guessing passwords is bounded, and its owner never locked out: attempts at one account are counted for each
 * network by itself (`login`), so what somebody tries elsewhere costs its owner nothing. All networks where the owner
 * has never signed in also share one budget (`login-strangers`): a hundred guesses an hour, whatever number of networks
 * they come from. While somebody uses it up, the owner signs in from the usual networks as always, and from a new one
 * after recovering by mail, which makes the new one known. Addresses without an account are counted alike, so a refusal
 * says nothing about them.
 */
import { createHash } from "node:crypto";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { ApiError } from "../errors.ts";

interface Limit {
  /** How often within the window. */
  readonly most: number;
  /** Length of the window, which begins with the first attempt. */
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
  /** By mailbox, from all networks together where its owner has never signed in. */
  "login-strangers": { most: 100, seconds: HOUR, protects: true },
  "login-network": { most: 60, seconds: 5 * MINUTE, protects: false },
  "signup-network": { most: 10, seconds: HOUR, protects: false },
  "recover-network": { most: 20, seconds: HOUR, protects: false },
  /** By account: the password that a session is asked for once more. */
  password: { most: 10, seconds: 5 * MINUTE, protects: true },
  /** By account and network, or by whoever holds the code. */
  code: { most: 10, seconds: 15 * MINUTE, protects: true },
  "code-network": { most: 60, seconds: 15 * MINUTE, protects: true },
  /** Of everybody without a token together: such a guess is at all pending codes at once. */
  "code-anybody": { most: 100, seconds: 15 * MINUTE, protects: true },
  messenger: { most: 60, seconds: MINUTE, protects: false },
  /** Codes to a mailbox that nobody has proven to be theirs, whatever the code is for. */
  "mail-unproven": { most: 1, seconds: 15 * MINUTE, protects: true },
  "mail-unproven-day": { most: 3, seconds: DAY, protects: true },
  /** Codes of one purpose to a proven address. */
  "mail-proven": { most: 5, seconds: HOUR, protects: true },
} as const satisfies Readonly<Record<string, Limit>>;

export type Limited = keyof typeof LIMITS;

export interface Limits {
  /**
   * Counts an attempt.
   * @throws ApiError 429 with `Retry-After` when it is one too many
   */
  count(tx: Tx, what: Limited, who: string): Promise<void>;
  /** Takes one of what the limit allows; false, and nothing counted, when none is left. */
  take(tx: Tx, what: Limited, who: string): Promise<boolean>;
}

/** @param on whether the limits that protect no password, code or mailbox hold too */
export function attemptLimits(on: boolean): Limits {
  const holds = (what: Limited, who: string): boolean => (on || LIMITS[what].protects) && who !== "";
  return {
    async count(tx, what, who) {
      if (!holds(what, who)) return;
      const { most, seconds } = LIMITS[what];
      const [row] = await tx.query(sql`
        insert into app.attempts as a (key) values (${keyOf(what, who)})
        on conflict (key) do update set
          count = case when a.since < now() - make_interval(secs => ${seconds}::int) then 1 else a.count + 1 end,
          since = case when a.since < now() - make_interval(secs => ${seconds}::int) then now() else a.since end
        returning count, ceil(extract(epoch from since - now()) + ${seconds}::int)::int as wait`);
      if (Number(row?.count) > most) throw tooMany(Math.max(1, Number(row?.wait)));
    },
    async take(tx, what, who) {
      if (!holds(what, who)) return true;
      const { most, seconds } = LIMITS[what];
      const taken = await tx.query(sql`
        insert into app.attempts as a (key) values (${keyOf(what, who)})
        on conflict (key) do update set
          count = case when a.since < now() - make_interval(secs => ${seconds}::int) then 1 else a.count + 1 end,
          since = case when a.since < now() - make_interval(secs => ${seconds}::int) then now() else a.since end
        where a.count < ${most}::int or a.since < now() - make_interval(secs => ${seconds}::int)
        returning 1`);
      return taken.length > 0;
    },
  };
}

/** Hashed: addresses are nobody's business in a table of counters. */
function keyOf(what: Limited, who: string): string {
  return `${what} ${createHash("sha256").update(who.toLowerCase()).digest("base64url")}`;
}

function tooMany(seconds: number): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message: "Too many attempts",
    hint: `Wait ${seconds} s and try again.`,
    headers: [["Retry-After", String(seconds)]],
  });
}

/** Deletes counters whose window is over. */
export async function pruneAttempts(tx: Tx): Promise<void> {
  await tx.run(sql`delete from app.attempts where since < now() - make_interval(secs => ${DAY}::int)`);
}
