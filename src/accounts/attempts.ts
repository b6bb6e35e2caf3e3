/** Limits on what must not be tried often: signing in, signing up, codes. Kept in the database, so that all servers count together. */
import { createHash } from "node:crypto";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { ApiError } from "../errors.ts";

/** What is limited, how often within how many seconds, and whether the limit protects a code or password. */
const LIMITS = {
  login: { most: 10, seconds: 300, protects: true },
  "login-address": { most: 60, seconds: 300, protects: false },
  "signup-address": { most: 10, seconds: 3600, protects: false },
  recover: { most: 5, seconds: 3600, protects: true },
  "recover-address": { most: 20, seconds: 3600, protects: false },
  code: { most: 10, seconds: 900, protects: true },
  "code-address": { most: 60, seconds: 900, protects: false },
  messenger: { most: 60, seconds: 60, protects: false },
} as const;

export type Limited = keyof typeof LIMITS;

/** Counts an attempt. */
export type CountAttempt = (tx: Tx, what: Limited, who: string) => Promise<void>;

/**
 * Makes the counter.
 * @param on whether the limits that protect no code hold too
 * @returns a function that throws a 429 `ApiError` with `Retry-After` when the attempt is one too many
 */
export function attemptCounter(on: boolean): CountAttempt {
  return async (tx, what, who) => {
    const limit = LIMITS[what];
    if ((!on && !limit.protects) || who === "") return;
    // The key is hashed: e-mails and addresses are nobody's business in a table of counters.
    const key = `${what} ${createHash("sha256").update(who.toLowerCase()).digest("base64url")}`;
    const [row] = await tx.query(sql`
      insert into app.attempts as a (key) values (${key})
      on conflict (key) do update set
        count = case when a.since < now() - make_interval(secs => ${limit.seconds}::int) then 1 else a.count + 1 end,
        since = case when a.since < now() - make_interval(secs => ${limit.seconds}::int) then now() else a.since end
      returning count, ceil(extract(epoch from since - now()) + ${limit.seconds}::int)::int as wait`);
    if (Number(row?.count) <= limit.most) return;
    const wait = Math.max(1, Number(row?.wait));
    throw new ApiError({
      code: "PT429",
      status: 429,
      message: "Too many attempts",
      hint: `Wait ${wait} s and try again.`,
      headers: [["Retry-After", String(wait)]],
    });
  };
}

/** Throws away counters whose window is over. */
export async function pruneAttempts(tx: Tx): Promise<void> {
  await tx.run(sql`delete from app.attempts where since < now() - interval '1 day'`);
}
