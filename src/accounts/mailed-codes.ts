/**
 * Codes that go by mail, and how many may. Anybody can have one mailed to anybody, so a mailbox whose owner has not asked
 * for an account gets one in a quarter of an hour and three a day, whatever they are for and however its address is
 * written; a proven one five an hour for each purpose. A code that is still good for a while is not replaced: so
 * somebody who asks for another's codes all the time neither floods the mailbox nor keeps its owner out, who always
 * finds a good one there.
 */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { enqueue } from "../jobs/queue.ts";
import type { Account } from "./accounts.ts";
import { mailboxOf } from "./addresses.ts";
import type { Limits } from "./attempts.ts";
import type { CodePurpose, OneTimeCodes } from "./one-time-codes.ts";

/** What is asked for by mail; `push` codes travel in a link on screen. */
export type MailedPurpose = Exclude<CodePurpose, "push">;

/** Minutes that a code stays the only one: the five of an hour, evenly spread, so that a good one is always there. */
const SPACING_MINUTES = 12;

/** Makes a code to be mailed; null if none may be mailed now. */
export type MailedCodes = (tx: Tx, accountId: string, purpose: MailedPurpose) => Promise<string | null>;

/** @param deps.codes makes and stores them */
export function mailedCodes(deps: { readonly codes: OneTimeCodes; readonly limits: Limits }): MailedCodes {
  const { codes, limits } = deps;
  const mayBeMailed = async (tx: Tx, account: Mailbox, purpose: MailedPurpose): Promise<boolean> => {
    const mailbox = mailboxOf(account.email);
    if (!account.isProven) {
      return (
        (await limits.take(tx, "mail-unproven", mailbox)) &&
        (await limits.take(tx, "mail-unproven-day", mailbox))
      );
    }
    if (await codes.isPending(tx, account.accountId, purpose, SPACING_MINUTES)) return false;
    return limits.take(tx, "mail-proven", `${mailbox} ${purpose}`);
  };
  return async (tx, accountId, purpose) => {
    const account = await mailboxOfAccount(tx, accountId);
    if (account === null || !(await mayBeMailed(tx, account, purpose))) return null;
    return codes.issue(tx, accountId, purpose);
  };
}

interface Mailbox {
  readonly accountId: string;
  readonly email: string;
  readonly isProven: boolean;
}

async function mailboxOfAccount(tx: Tx, accountId: string): Promise<Mailbox | null> {
  const [row] = await tx.query(sql`
    select email, coalesce(lower(preferences ->> 'email_valid') = 'true', false) as proven
    from app.accounts where account_id = ${accountId} and not disabled for update`);
  if (row === undefined) return null;
  return { accountId, email: String(row.email), isProven: row.proven === true };
}

/** Asks for a code by mail. One request waits at a time, however often it is repeated. */
export async function requestCode(
  tx: Tx,
  channel: "email_reset" | "messenger_otp",
  { accountId, email }: Account,
): Promise<void> {
  const waiting = await tx.query(sql`
    select 1 from app.events
    where channel = ${channel} and ref_id = ${accountId} and processed is null and not dead limit 1`);
  if (waiting.length === 0) await enqueue(tx, { channel, payload: email, refId: accountId });
}
