/** Sign-up and sign-in. All cheap checks run before the first password is hashed. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { ApiError, raise } from "@wakelog/kit/errors.ts";
import { enqueue } from "../../database/jobs/queue.ts";
import { type Account, emailTaken, insertAccount } from "./accounts.ts";
import { ADDRESS_MOST } from "./addresses.ts";
import { type AccountDependencies, requiredText } from "./dependencies.ts";
import { enter } from "./entering/entry.ts";
import { rememberNetwork } from "./entering/known-networks.ts";
import { checkName } from "./names.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { about } from "./refused-argument.ts";

/** `POST /rpc/login`: a token for the right e-mail and password, otherwise the same 401 in all cases. */
export async function login(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const email = requiredText(args, "email");
  const password = requiredText(args, "pass");
  const account = await enter(deps, "login", email, context);
  const matches = await passwordMatches(password, account?.passwordHash ?? null, deps.passwordCost);
  if (account === null || !matches) throw wrongLogin();
  return { token: await signIn(deps, account, context) };
}

/**
 * `POST /rpc/signup`: creates the account and signs in. With the e-mail and password of an existing account, just signs
 * in.
 */
export async function signup(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const email = requiredText(args, "email").trim();
  const password = requiredText(args, "pass");
  const known = await enter(deps, "signup", email, context);
  if (known !== null) {
    if (await passwordMatches(password, known.passwordHash)) {
      return { token: await signIn(deps, known, context) };
    }
    throw emailTaken();
  }
  await deps.service((tx) => checkOpen(deps, tx));
  const first = requiredText(args, "firstname").trim();
  const last = requiredText(args, "lastname").trim();
  checkAddress(email);
  checkPassword(deps, "pass", password);
  await deps.service(async (tx) => {
    await checkName(tx, "firstname", first);
    await checkName(tx, "lastname", last);
  });
  const hash = await hashPassword(password, deps.passwordCost);
  // Account and first sign-in commit together, so that their two requests for a code send one mail.
  const account = await deps.service(async (tx) => {
    await checkOpen(deps, tx);
    const stored = await insertAccount(tx, { email, hash, first, last });
    await noteSignIn(tx, stored, context);
    return stored;
  });
  return { token: await deps.tokens.user(account) };
}

/** `GET /rpc/sign_up_state_fn`: whether sign-up is open, and whether the next account is the first. */
export async function signUpState({ service, signUp }: AccountDependencies): Promise<JsonObject> {
  const first = await service(hasNoAccount);
  return { open: signUp === "on" || (signUp === "first" && first), first };
}

async function hasNoAccount(tx: Tx): Promise<boolean> {
  return (await tx.query(sql`select 1 from app.accounts limit 1`)).length === 0;
}

/** Refuses new accounts if the operator closed sign-up. Of two simultaneous first users, one waits. */
async function checkOpen({ signUp }: AccountDependencies, tx: Tx): Promise<void> {
  if (signUp === "on") return;
  if (signUp === "first") {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('wakelog: the first account'))`);
    if (await hasNoAccount(tx)) return;
  }
  raise("PT403", "New accounts are closed here", { hint: "Ask the operator of this service." });
}

async function signIn(deps: AccountDependencies, account: Account, context: CallContext): Promise<string> {
  if (account.disabled) raise("PT402", "account disabled", { hint: "Ask the operator of this service." });
  await deps.service((tx) => noteSignIn(tx, account, context));
  return deps.tokens.user(account);
}

/** Records a sign-in, and requests a code if the address is unproven. */
async function noteSignIn(tx: Tx, account: Account, { address }: CallContext): Promise<void> {
  await tx.run(sql`update app.accounts set connected_at = now() where account_id = ${account.accountId}`);
  await rememberNetwork(tx, account.accountId, address);
  if (account.emailValid) return;
  await enqueue(tx, { channel: "email_otp", payload: account.email, refId: account.accountId });
}

/**
 * Refuses text that is not a single plain address: no delimiters of mail addresses (RFC 5322, section 3.2.3), spaces or
 * invisible characters. Form and length match the table's.
 */
function checkAddress(email: string): void {
  if (email.length >= 6 && email.length <= ADDRESS_MOST && isPlain(email) && NAME_AT_DOMAIN.test(email))
    return;
  raise(
    "23514",
    "This is not an e-mail address: one looks like name@example.org and has 6 to 254 characters.",
    { details: about("email"), hint: "Give one address, without a name or brackets." },
  );
}

/** A single "@", and a dot inside the domain. */
const NAME_AT_DOMAIN = /^[^@]+@[^@][^@.]*\.[^@]+$/;

function isPlain(email: string): boolean {
  return !/[<>()[\],;:\\"]|[\p{Z}\p{C}]/u.test(email);
}

/** Longer passwords are no safer and slow to process. */
const PASSWORD_MOST = 1024;

/** Refuses a new password that is too short or absurdly long. */
export function checkPassword(
  { passwordMinLength }: AccountDependencies,
  argument: "pass" | "new_pass",
  password: string,
): void {
  const { length } = [...password];
  if (length > PASSWORD_MOST) {
    raise("23514", "the password is too long", {
      details: about(argument),
      hint: `Choose a password of at most ${PASSWORD_MOST} characters.`,
    });
  }
  if (length >= passwordMinLength) return;
  raise("23514", "the password is too short", {
    details: about(argument),
    hint: `Choose a password of at least ${passwordMinLength} characters.`,
  });
}

function wrongLogin(): ApiError {
  return new ApiError({
    code: "42501",
    status: 401,
    message: "invalid user or password",
    hint: "Check the e-mail address and the password, or recover the account.",
  });
}
