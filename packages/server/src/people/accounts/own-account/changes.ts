/** Changes to the caller's own account: name and password. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { accountById, notifyPasswordChanged } from "../accounts.ts";
import { type AccountDependencies, callersAccount, requiredText } from "../dependencies.ts";
import { checkName } from "../names.ts";
import { hashPassword } from "../passwords.ts";
import { checkPassword } from "../sign-in.ts";
import { checkOwnPassword, wrongPassword } from "./confirm-password.ts";

/** `POST /rpc/change_name_fn`: the caller's name in mail and beside future edits. */
export async function changeName(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  const accountId = callersAccount(context);
  const first = requiredText(args, "firstname").trim();
  const last = requiredText(args, "lastname").trim();
  return deps.service(async (tx) => {
    await checkName(tx, "firstname", first);
    await checkName(tx, "lastname", last);
    const { affected } = await tx.run(sql`
      update app.accounts set first = ${first}, last = ${last}, updated_at = now() where account_id = ${accountId}`);
    return affected > 0;
  });
}

/**
 * `POST /rpc/change_password_fn`: replaces the password, given the old one. Ends every session of the account and
 * returns a token for a new one.
 */
export async function changePassword(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const old = requiredText(args, "pass");
  const chosen = requiredText(args, "new_pass");
  checkPassword(deps, "new_pass", chosen);
  const stored = await checkOwnPassword(deps, old, context);
  const hash = await hashPassword(chosen, deps.passwordCost);
  const account = await deps.service(async (tx) => {
    const { affected } = await tx.run(sql`
      update app.accounts set password_hash = ${hash}, session_version = session_version + 1, updated_at = now()
      where account_id = ${accountId} and password_hash = ${stored}`);
    if (affected === 0) return null;
    await notifyPasswordChanged(tx, accountId);
    return accountById(tx, accountId);
  });
  // Another request changed it meanwhile.
  if (account === null) return wrongPassword();
  return { token: await deps.tokens.user(account) };
}
