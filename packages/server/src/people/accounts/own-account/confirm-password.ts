/** Asking a person who is signed in for the password once more, before something that a stolen session must not do. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { type AccountDependencies, callersAccount } from "../dependencies.ts";
import { passwordMatches } from "../passwords.ts";

/** Seconds after sign-in during which the password need not be repeated. */
const FRESH_SECONDS = 600;

/** SQLSTATE by which clients know that the caller's password is missing or wrong, and that they should ask for it. */
const WRONG_PASSWORD = "28P01";

/** Refuses because the password is not the caller's. */
export function wrongPassword(): never {
  return raise(WRONG_PASSWORD, "this is not your password", { hint: "Check it and try again." });
}

/**
 * Refuses a wrong password of the caller. Guesses are counted by account, however many sessions make them.
 * @returns the stored hash that it matches
 * @throws ApiError 403 if it is wrong, 429 after too many guesses
 */
export async function checkOwnPassword(
  deps: AccountDependencies,
  password: string,
  context: CallContext,
): Promise<string> {
  const accountId = callersAccount(context);
  const [account] = await deps.service(async (tx) => {
    await deps.limits.count(tx, "password", accountId);
    return tx.query(sql`select password_hash from app.accounts where account_id = ${accountId}`);
  });
  const stored = typeof account?.password_hash === "string" ? account.password_hash : null;
  if (stored !== null && (await passwordMatches(password, stored))) return stored;
  return wrongPassword();
}

/**
 * Refuses a session that is not fresh, unless the request includes the password as `pass`; a wrong one always.
 * @throws ApiError 403, 429
 */
export async function confirmPassword(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<void> {
  if (typeof args.pass === "string" && args.pass !== "") {
    await checkOwnPassword(deps, args.pass, context);
    return;
  }
  const { auth_time: signedIn } = context.caller.claims;
  if (typeof signedIn === "number" && Date.now() / 1000 - signedIn < FRESH_SECONDS) return;
  raise(WRONG_PASSWORD, "this needs your password again", {
    hint: "Sign in again and repeat this within ten minutes, or send the password along as pass.",
  });
}
