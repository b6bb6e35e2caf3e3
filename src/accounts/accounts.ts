/** A person's account: signing up and in, proving an address, getting back in. */
import { DatabaseError, type Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { HandlerContext, JsonObject } from "../engine/handlers.ts";
import { ApiError, raise } from "../errors.ts";
import { enqueue } from "../jobs/queue.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { type AccountsService, callersAccount, requiredText } from "./service.ts";

interface Account {
  readonly accountId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly disabled: boolean;
  readonly emailValid: boolean;
  readonly vesselId: string | null;
}

/** `POST /rpc/login`: a token for the right e-mail and password, the same 401 for everything else. */
export async function login(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<JsonObject> {
  const email = requiredText(args, "email");
  const password = requiredText(args, "pass");
  await own.service(async (tx) => {
    await own.countAttempt(tx, "login", `${email} ${context.address}`);
    await own.countAttempt(tx, "login-address", context.address);
  });
  const account = await own.service((tx) => accountByEmail(tx, email));
  const matches = await passwordMatches(password, account?.passwordHash ?? null);
  if (account === null || !matches) throw wrongLogin();
  return { token: await signIn(own, account) };
}

/** `POST /rpc/signup`: makes the account and signs in; the same e-mail and password again just sign in. */
export async function signup(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<JsonObject> {
  const email = requiredText(args, "email").trim();
  const password = requiredText(args, "pass");
  await own.service((tx) => own.countAttempt(tx, "signup-address", context.address));
  const known = await own.service((tx) => accountByEmail(tx, email));
  if (known !== null) {
    await own.service((tx) => own.countAttempt(tx, "login", `${email} ${context.address}`));
    if (await passwordMatches(password, known.passwordHash)) return { token: await signIn(own, known) };
    throw emailTaken();
  }
  checkAddress(email);
  checkPassword(own, password);
  const hash = await hashPassword(password);
  // Account and first sign-in commit together, so that of their two requests for a code only one becomes a mail.
  const account = await own.service(async (tx) => {
    const made = await insertAccount(tx, {
      email,
      hash,
      first: requiredText(args, "firstname").trim(),
      last: requiredText(args, "lastname").trim(),
    });
    await noteSignIn(tx, made);
    return made;
  });
  return { token: await own.tokens.user(account) };
}

/** `POST /rpc/recover`: mails a way back in; answers the same whether the address is known or not. */
export async function recover(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<boolean> {
  const email = requiredText(args, "email");
  await own.service(async (tx) => {
    await own.countAttempt(tx, "recover", email);
    await own.countAttempt(tx, "recover-address", context.address);
  });
  await own.service(async (tx) => {
    const account = await accountByEmail(tx, email);
    if (account !== null)
      await enqueue(tx, { channel: "email_reset", payload: account.email, refId: account.accountId });
  });
  return true;
}

/** `POST /rpc/reset`: sets a new password if the code is this account's, and ends the sessions that began before. */
export async function reset(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<boolean> {
  const password = requiredText(args, "pass");
  const code = requiredText(args, "token");
  const accountId = requiredText(args, "uuid");
  checkPassword(own, password);
  await own.service((tx) => own.countAttempt(tx, "code", `reset ${accountId} ${context.address}`));
  const hash = await hashPassword(password);
  return own.service(async (tx) => {
    if (!(await own.codes.redeem(tx, accountId, "reset", code))) return false;
    // The code came by mail, so the address is proven too. Tokens tell in whole seconds, by this clock, when they were
    // issued: one issued this very second, for the new password, must not be refused.
    const second = Math.floor(Date.now() / 1000);
    await tx.run(sql`
      update app.accounts
      set password_hash = ${hash}, updated_at = now(), password_changed_at = to_timestamp(${second}::double precision),
        preferences = preferences || '{"email_valid": true}'
      where account_id = ${accountId}`);
    return true;
  });
}

/** `POST /rpc/email_fn`: proves the caller's e-mail address with the mailed code. */
export async function validateEmail(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<boolean> {
  const code = requiredText(args, "token");
  const accountId = callersAccount(context);
  await own.service((tx) => own.countAttempt(tx, "code", `email ${accountId}`));
  return own.service(async (tx) => {
    if (!(await own.codes.redeem(tx, accountId, "email", code))) return false;
    await markEmailValid(tx, accountId);
    return true;
  });
}

/** Records that the account's address is its owner's. */
export async function markEmailValid(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`
    update app.accounts
    set preferences = preferences || '{"email_valid": true, "email_notifications": true}', updated_at = now()
    where account_id = ${accountId}`);
}

/** The account with this e-mail in any case, or null. */
export async function accountByEmail(tx: Tx, email: string): Promise<Account | null> {
  const [row] = await tx.query(sql`
    select account_id, email, password_hash, disabled,
      coalesce(lower(preferences ->> 'email_valid') = 'true', false) as email_valid,
      (select vessel_id from app.memberships m where m.account_id = a.account_id order by m.created_at limit 1) as vessel_id
    from app.accounts a
    where lower(email) = lower(${email.trim()}::text)`);
  if (row === undefined) return null;
  return {
    accountId: String(row.account_id),
    email: String(row.email),
    passwordHash: String(row.password_hash),
    disabled: row.disabled === true,
    emailValid: row.email_valid === true,
    vesselId: typeof row.vessel_id === "string" ? row.vessel_id : null,
  };
}

async function signIn(own: AccountsService, account: Account): Promise<string> {
  if (account.disabled) {
    throw new ApiError({
      code: "PT402",
      status: 402,
      message: "account disabled",
      hint: "Ask the operator of this service.",
    });
  }
  await own.service((tx) => noteSignIn(tx, account));
  return own.tokens.user(account);
}

/** Records a sign-in; somebody whose address is not proven gets another code. */
async function noteSignIn(tx: Tx, account: Account): Promise<void> {
  await tx.run(sql`update app.accounts set connected_at = now() where account_id = ${account.accountId}`);
  if (account.emailValid) return;
  await enqueue(tx, { channel: "email_otp", payload: account.email, refId: account.accountId });
}

async function insertAccount(
  tx: Tx,
  person: { readonly email: string; readonly hash: string; readonly first: string; readonly last: string },
): Promise<Account> {
  try {
    const [row] = await tx.query(sql`
      insert into app.accounts (email, first, last, password_hash)
      values (${person.email}, ${person.first}, ${person.last}, ${person.hash})
      returning account_id`);
    const accountId = String(row?.account_id);
    await enqueue(tx, { channel: "new_account", payload: person.email, refId: accountId });
    await enqueue(tx, { channel: "email_otp", payload: person.email, refId: accountId });
    return {
      accountId,
      email: person.email,
      passwordHash: person.hash,
      disabled: false,
      emailValid: false,
      vesselId: null,
    };
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlstate === "23505") throw emailTaken();
    throw error;
  }
}

/** Refuses what stands between addresses or around them in mail (RFC 5322, section 3.2.3); the rest the database checks. */
function checkAddress(email: string): void {
  if (!/[<>()[\],;:\\"]/.test(email)) return;
  raise("23514", "this is not an e-mail address", { hint: "Give one address, without a name or brackets." });
}

function checkPassword(own: AccountsService, password: string): void {
  if ([...password].length >= own.passwordMinLength) return;
  raise("23514", "the password is too short", {
    hint: `Choose one of at least ${own.passwordMinLength} characters.`,
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

function emailTaken(): ApiError {
  return new ApiError({
    code: "23505",
    status: 409,
    message: "this e-mail address has an account already",
    hint: "Sign in with its password, or recover it.",
  });
}
