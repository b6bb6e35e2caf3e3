/** Leaving: what an account holds, permission to export it, and its deletion. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { type AccountDependencies, callersAccount, requiredText } from "../dependencies.ts";
import { checkOwnPassword, confirmPassword } from "../own-account/confirm-password.ts";
import { about } from "../refused-argument.ts";
import { type Belongings, belongings, deleteAccount } from "./deletion.ts";

/** `GET /rpc/belongings_fn`: what deleting the caller's account would delete. */
export async function ownBelongings(
  deps: AccountDependencies,
  _args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  return summary(await deps.lengthy((tx) => belongings(tx, accountId)));
}

/**
 * The permission part of `POST /rpc/export_account_fn`: `relocation` writes the file once this succeeds. Returns empty
 * bytes.
 */
export async function allowExport(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<string> {
  callersAccount(context);
  await confirmPassword(deps, args, context);
  return "\\x";
}

/**
 * `POST /rpc/delete_account_fn`: deletes the caller's account and everything that belongs to it, irrevocably. Needs the
 * password and, against accidents, the account's own address.
 * @returns what was deleted
 */
export async function deleteOwnAccount(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const password = requiredText(args, "pass");
  const typed = requiredText(args, "email").trim();
  const [known] = await deps.service((tx) =>
    tx.query(sql`
      select email, lower(email) = lower(${typed}::text) as same from app.accounts where account_id = ${accountId}`),
  );
  if (known?.same !== true)
    return raise("22023", "this is not the e-mail address of your account, so nothing was deleted", {
      details: about("email"),
      hint: "Type the address that you signed in with.",
    });
  await checkOwnPassword(deps, password, context);
  return summary(await deps.lengthy((tx) => deleteAccount(tx, accountId, String(known.email))));
}

function summary({ vessels, logs, photos, rows }: Belongings): JsonObject {
  return { vessels: vessels.map(({ name }) => name), logs, photos, rows };
}
