/** Proves an e-mail address, and recovers an account. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { notBefore } from "@wakelog/kit/time/not-before.ts";
import {
  type Account,
  endChannels,
  markEmailValid,
  notifyPasswordChanged,
  notifyProven,
} from "./accounts.ts";
import { networkOf } from "./addresses.ts";
import { type AccountDependencies, requiredText, signedInAccount } from "./dependencies.ts";
import { enter } from "./entering/entry.ts";
import { rememberNetwork } from "./entering/known-networks.ts";
import { requestCode } from "./mailed-codes.ts";
import type { CodePurpose } from "./one-time-codes.ts";
import { hashPassword } from "./passwords.ts";
import { checkPassword } from "./sign-in.ts";

/**
 * Minimum response time of a request for a code, milliseconds. Mailing one takes about ten more than finding no
 * account, which would reveal who has one.
 */
export const MAIL_ANSWER_MS = 250;

/**
 * `POST /rpc/recover`: mails a recovery link. The response and its timing are the same whether or not the address is
 * known or has had mail already; mailed-codes.ts limits the mails.
 */
export async function recover(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  await mailCode(deps, args, context, (tx, account) => requestCode(tx, "email_reset", account));
  return true;
}

/** Has a code mailed to the address if it has an account. Takes as long either way. */
export async function mailCode(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
  request: (tx: Tx, account: Account) => Promise<void>,
): Promise<void> {
  const email = requiredText(args, "email");
  const account = await enter(deps, "recover", email, context);
  const mail = async (): Promise<void> => {
    if (account !== null) await deps.service((tx) => request(tx, account));
  };
  await notBefore(MAIL_ANSWER_MS, mail());
}

/**
 * `POST /rpc/reset`: sets a new password if the code belongs to the account. Ends all its sessions and channels, which
 * an intruder may have added. A mail lists them, and what remains valid: the boat's token.
 */
export async function reset(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  const password = requiredText(args, "pass");
  const code = requiredText(args, "token");
  const accountId = requiredText(args, "uuid");
  checkPassword(deps, "pass", password);
  const isRight = await deps.service(async (tx) => {
    await countCode(deps, tx, `reset ${accountId}`, context);
    return deps.codes.check(tx, accountId, "reset", code);
  });
  if (!isRight) return false;
  const hash = await hashPassword(password, deps.passwordCost);
  return deps.service(async (tx) => {
    if (!(await deps.codes.redeem(tx, accountId, "reset", code))) return false;
    const ended = await endChannels(tx, accountId);
    // The code came by mail or from the operator, so it proves the address.
    await notifyProven(tx, accountId);
    await tx.run(sql`
      update app.accounts
      set password_hash = ${hash}, updated_at = now(), session_version = session_version + 1,
        preferences = preferences || '{"email_valid": true}'
      where account_id = ${accountId}`);
    await notifyPasswordChanged(tx, accountId, ended);
    await rememberNetwork(tx, accountId, context.address);
    return true;
  });
}

/** `POST /rpc/email_fn`: proves an e-mail address with the mailed code. */
export async function validateEmail(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  const redeem = await redeeming(deps, "email", requiredText(args, "token"), context);
  return deps.service(async (tx) => {
    const accountId = await redeem(tx);
    if (accountId === null) return false;
    await markEmailValid(tx, accountId);
    return true;
  });
}

/**
 * Counts a guess. Returns what uses up the code and finds its account: a signed-in caller's own; without a token the
 * code identifies it.
 */
export async function redeeming(
  deps: AccountDependencies,
  purpose: CodePurpose,
  code: string,
  context: CallContext,
): Promise<(tx: Tx) => Promise<string | null>> {
  const signedIn = signedInAccount(context);
  await deps.service((tx) =>
    signedIn === null
      ? countAnonymousCode(deps, tx, context)
      : countCode(deps, tx, `${purpose} ${signedIn}`, context),
  );
  return async (tx) => {
    if (signedIn === null) return deps.codes.redeemAny(tx, purpose, code);
    return (await deps.codes.redeem(tx, signedIn, purpose, code)) ? signedIn : null;
  };
}

/** Counts a guess that tries every pending code, by the caller's network and for all callers together. */
export async function countAnonymousCode(
  deps: AccountDependencies,
  tx: Tx,
  context: CallContext,
): Promise<void> {
  await countCode(deps, tx, "anybody", context);
  await deps.limits.count(tx, "code-anybody", "anybody");
}

/** Counts a guess at this code, and at any code by the caller's network. */
async function countCode(
  { limits }: AccountDependencies,
  tx: Tx,
  of: string,
  { address }: CallContext,
): Promise<void> {
  const network = networkOf(address);
  await limits.count(tx, "code-network", network);
  await limits.count(tx, "code", `${of} ${network}`);
}
