/**
 * One-time codes: eight digits for one account and purpose, stored hashed, valid for 15 minutes, five wrong guesses and
 * a single use.
 */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";

export type CodePurpose = "email" | "reset" | "messenger" | "push";

/** How long a code is valid, minutes. */
export const CODE_MINUTES = 15;
const WRONG_GUESSES_ALLOWED = 5;

/** Eight random digits. */
export function newCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, "0");
}

/** Creates and checks codes. Their hashes are keyed, so that a copy of the table reveals none. */
export interface OneTimeCodes {
  /** Creates a code. It replaces the account's earlier one for this purpose and resets the wrong guesses. */
  issue(tx: Tx, accountId: string, purpose: CodePurpose): Promise<string>;
  /** Whether the account has a usable code for this purpose that is younger than `minutes`. */
  isPending(tx: Tx, accountId: string, purpose: CodePurpose, minutes: number): Promise<boolean>;
  /** Checks a code without using it up. Counts a wrong one. */
  check(tx: Tx, accountId: string, purpose: CodePurpose, code: string): Promise<boolean>;
  /** Checks a code and uses it up. Counts a wrong one. */
  redeem(tx: Tx, accountId: string, purpose: CodePurpose, code: string): Promise<boolean>;
  /** Uses up a code and returns its account, or null. Does not count wrong guesses, so the caller must limit them. */
  redeemAny(tx: Tx, purpose: CodePurpose, code: string): Promise<string | null>;
}

/** @param secret any server secret; the codes' key is derived from it */
export function oneTimeCodes(secret: string): OneTimeCodes {
  const key = createHmac("sha256", secret).update("one-time codes").digest();
  const hash = (accountId: string, purpose: CodePurpose, code: string): string =>
    createHmac("sha256", key).update(`${accountId}\n${purpose}\n${code}`).digest("base64");
  const check: OneTimeCodes["check"] = async (tx, accountId, purpose, code) => {
    const [stored] = await tx.query(sql`
      select code_hash from app.one_time_codes
      where account_id = ${accountId} and purpose = ${purpose}
        and issued_at > now() - make_interval(mins => ${CODE_MINUTES}::int)
        and wrong_guesses < ${WRONG_GUESSES_ALLOWED}::int
      for update`);
    if (stored === undefined) return false;
    if (sameText(String(stored.code_hash), hash(accountId, purpose, code))) return true;
    await tx.run(sql`
      update app.one_time_codes set wrong_guesses = wrong_guesses + 1
      where account_id = ${accountId} and purpose = ${purpose}`);
    return false;
  };
  const spend = (tx: Tx, accountId: string, purpose: CodePurpose): Promise<unknown> =>
    tx.run(sql`delete from app.one_time_codes where account_id = ${accountId} and purpose = ${purpose}`);
  return {
    async issue(tx, accountId, purpose) {
      const code = newCode();
      await tx.run(sql`
        insert into app.one_time_codes (account_id, purpose, code_hash)
        values (${accountId}, ${purpose}, ${hash(accountId, purpose, code)})
        on conflict (account_id, purpose) do update
          set code_hash = excluded.code_hash, issued_at = now(), wrong_guesses = 0`);
      return code;
    },
    async isPending(tx, accountId, purpose, minutes) {
      const rows = await tx.query(sql`
        select 1 from app.one_time_codes
        where account_id = ${accountId} and purpose = ${purpose}
          and issued_at > now() - make_interval(mins => ${minutes}::int)
          and wrong_guesses < ${WRONG_GUESSES_ALLOWED}::int`);
      return rows.length > 0;
    },
    check,
    async redeem(tx, accountId, purpose, code) {
      if (!(await check(tx, accountId, purpose, code))) return false;
      await spend(tx, accountId, purpose);
      return true;
    },
    async redeemAny(tx, purpose, code) {
      const pending = await tx.query(sql`
        select account_id, code_hash from app.one_time_codes
        where purpose = ${purpose} and issued_at > now() - make_interval(mins => ${CODE_MINUTES}::int)
          and wrong_guesses < ${WRONG_GUESSES_ALLOWED}::int`);
      let owner: string | null = null;
      for (const row of pending) {
        const accountId = String(row.account_id);
        if (sameText(String(row.code_hash), hash(accountId, purpose, code))) owner = accountId;
      }
      if (owner === null) return null;
      await spend(tx, owner, purpose);
      return owner;
    },
  };
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Deletes expired codes. */
export async function pruneCodes(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from app.one_time_codes where issued_at < now() - make_interval(mins => ${CODE_MINUTES}::int)`);
}
