/** Proving an address, and getting back in. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { CallContext, JsonObject } from "../engine/handlers.ts";
import { accountByEmail, markEmailValid } from "./accounts.ts";
import { networkOf } from "./addresses.ts";
import { type AccountDependencies, callersAccount, requiredText } from "./dependencies.ts";
import { rememberNetwork } from "./known-networks.ts";
import { requestCode } from "./mailed-codes.ts";
import { hashPassword } from "./passwords.ts";
import { checkPassword } from "./sign-in.ts";

/**
 * `POST /rpc/recover`: mails a way back in. It answers the same whether the address is known or not, and however much
 * was mailed to it already: how many mails leave is decided where they are written (mailed-codes.ts).
 */
export async function recover(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  const email = requiredText(args, "email");
  await deps.service((tx) => deps.limits.count(tx, "recover-network", networkOf(context.address)));
  await deps.service(async (tx) => {
    const account = await accountByEmail(tx, email);
    if (account !== null) await requestCode(tx, "email_reset", account);
  });
  return true;
}

/** `POST /rpc/reset`: sets a new password if the code is this account's, and ends every session of the account. */
export async function reset(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  const password = requiredText(args, "pass");
  const code = requiredText(args, "token");
  const accountId = requiredText(args, "uuid");
  checkPassword(deps, password);
  const isRight = await deps.service(async (tx) => {
    await countCode(deps, tx, `reset ${accountId}`, context);
    return deps.codes.check(tx, accountId, "reset", code);
  });
  if (!isRight) return false;
  const hash = await hashPassword(password);
  return deps.service(async (tx) => {
    if (!(await deps.codes.redeem(tx, accountId, "reset", code))) return false;
    // The code came by mail, so the address is proven too.
    await tx.run(sql`
      update app.accounts
      set password_hash = ${hash}, updated_at = now(), session_version = session_version + 1,
        preferences = preferences || '{"email_valid": true}'
      where account_id = ${accountId}`);
    await rememberNetwork(tx, accountId, context.address);
    return true;
  });
}

/** `POST /rpc/email_fn`: proves the caller's e-mail address with the mailed code. */
export async function validateEmail(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  const code = requiredText(args, "token");
  const accountId = callersAccount(context);
  await deps.service((tx) => countCode(deps, tx, `email ${accountId}`, context));
  return deps.service(async (tx) => {
    if (!(await deps.codes.redeem(tx, accountId, "email", code))) return false;
    await markEmailValid(tx, accountId);
    return true;
  });
}

/** Counts a guess at a code: at this one, and of this caller's network at any. */
export async function countCode(
  { limits }: AccountDependencies,
  tx: Tx,
  of: string,
  { address }: CallContext,
): Promise<void> {
  const network = networkOf(address);
  await limits.count(tx, "code-network", network);
  await limits.count(tx, "code", `${of} ${network}`);
}
