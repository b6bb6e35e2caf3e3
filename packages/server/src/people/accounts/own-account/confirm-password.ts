/** Asks a signed-in user for the password again, before actions that a stolen session must not perform. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { type AccountDependencies, callersAccount } from "../dependencies.ts";
import { passwordMatches } from "../passwords.ts";

/** Seconds after sign-in during which no confirmation is needed. */
const FRESH_SECONDS = 600;

/** SQLSTATE that tells clients to ask for the caller's password, because it is missing or wrong. */
const WRONG_PASSWORD = "28P01";

export function wrongPassword(): never {
  return raise(WRONG_PASSWORD, "this is not your password", { hint: "Check it and try again." });
}

/**
 * Checks the caller's password. Guesses are counted by account, across all its sessions.
 * @returns the stored hash
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
 * Requires a fresh session or the password as `pass`. A wrong password is always refused.
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
