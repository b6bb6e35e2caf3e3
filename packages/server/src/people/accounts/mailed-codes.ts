/**
 * Codes by mail, and their limits. Anyone can request a code for any address, so an unproven mailbox gets one per
 * quarter of an hour and three per day, for all purposes and spellings together; a proven one gets five per hour and
 * purpose. A code with enough time left is not replaced, so a stranger's repeated requests neither flood the mailbox
 * nor lock its owner out: it always holds a valid code.
 */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { enqueue } from "../../database/jobs/queue.ts";
import type { Account } from "./accounts.ts";
import { mailboxOf } from "./addresses.ts";
import type { Limits } from "./attempts.ts";
import type { CodePurpose, OneTimeCodes } from "./one-time-codes.ts";

/** The purposes of mailed codes; `push` codes are shown in a link instead. */
export type MailedPurpose = Exclude<CodePurpose, "push">;

/** Minutes before a code may be replaced: five codes per hour, evenly spread, so that one is always valid. */
const SPACING_MINUTES = 12;

/**
 * Creates a code to mail; returns null if none may be mailed now.
 * @param replaces whether it may replace a young one, for callers that are known not to flood mailboxes
 */
export type MailedCodes = (
  tx: Tx,
  accountId: string,
  purpose: MailedPurpose,
  replaces?: boolean,
) => Promise<string | null>;

/** @param deps.codes creates and stores the codes */
export function mailedCodes(deps: { readonly codes: OneTimeCodes; readonly limits: Limits }): MailedCodes {
  const { codes, limits } = deps;
  const mayBeMailed = async (
    tx: Tx,
    account: Mailbox,
    purpose: MailedPurpose,
    replaces: boolean,
  ): Promise<boolean> => {
    const mailbox = mailboxOf(account.email);
    if (!account.isProven) {
      return (
        (await limits.take(tx, "mail-unproven", mailbox)) &&
        (await limits.take(tx, "mail-unproven-day", mailbox))
      );
    }
    if (!replaces && (await codes.isPending(tx, account.accountId, purpose, SPACING_MINUTES))) return false;
    return limits.take(tx, "mail-proven", `${mailbox} ${purpose}`);
  };
  return async (tx, accountId, purpose, replaces = false) => {
    const account = await mailboxOfAccount(tx, accountId);
    if (account === null || !(await mayBeMailed(tx, account, purpose, replaces))) return null;
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
    from app.accounts where account_id = ${accountId} and not disabled for no key update`);
  if (row === undefined) return null;
  return { accountId, email: String(row.email), isProven: row.proven === true };
}

/** Requests a code by mail. Repeated requests leave one pending. */
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
