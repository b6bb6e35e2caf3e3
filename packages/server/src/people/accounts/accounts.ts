/** Reads and writes account rows. */

import { DatabaseError, type Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import { enqueue } from "../../database/jobs/queue.ts";
import { about } from "./refused-argument.ts";
import type { TokenHolder } from "./tokens.ts";

export interface Account extends TokenHolder {
  readonly passwordHash: string;
  readonly disabled: boolean;
  readonly emailValid: boolean;
}

/** Finds an account by e-mail address, ignoring case. */
export function accountByEmail(tx: Tx, email: string): Promise<Account | null> {
  return accountWhere(tx, sql`lower(email) = lower(${email.trim()}::text)`);
}

export function accountById(tx: Tx, accountId: string): Promise<Account | null> {
  return accountWhere(tx, sql`account_id = ${accountId}`);
}

/** Finds the account to which the chat bot linked this messenger user. */
export function accountByMessenger(tx: Tx, userId: string): Promise<Account | null> {
  return accountWhere(tx, sql`preferences #>> '{messenger,from,id}' = ${userId}`);
}

async function accountWhere(tx: Tx, condition: Sql): Promise<Account | null> {
  const [row] = await tx.query(sql`
    select account_id, email, password_hash, disabled, session_version,
      coalesce(lower(preferences ->> 'email_valid') = 'true', false) as email_valid,
      (select vessel_id from app.memberships m where m.account_id = a.account_id order by m.created_at limit 1) as vessel_id
    from app.accounts a
    where ${condition}`);
  if (row === undefined) return null;
  return {
    accountId: String(row.account_id),
    email: String(row.email),
    passwordHash: String(row.password_hash),
    disabled: row.disabled === true,
    emailValid: row.email_valid === true,
    vesselId: typeof row.vessel_id === "string" ? row.vessel_id : null,
    sessionVersion: Number(row.session_version),
  };
}

/**
 * Notifies the account the first time its address is proven. Earlier settings are dropped: who signed up may not
 * own the address.
 */
export async function notifyProven(tx: Tx, accountId: string): Promise<void> {
  const proven = await tx.query(sql`
    select 1 from app.accounts where account_id = ${accountId} and lower(preferences ->> 'email_valid') = 'true'`);
  if (proven.length > 0) return;
  const facts = await endChannels(tx, accountId);
  await enqueue(tx, { channel: "email_valid", payload: "", refId: accountId, facts });
}

/**
 * Notifies the owner of a changed password.
 * @param ended the channels removed with it
 */
export async function notifyPasswordChanged(tx: Tx, accountId: string, ended: Channels = []): Promise<void> {
  await enqueue(tx, { channel: "password_changed", payload: "", refId: accountId, facts: ended });
}

/** Channels other than the account's own mailbox, addresses masked, as `app.added_channels` lists them. */
export type Channels = readonly (readonly [channel: string, address: string])[];
const channels = z.array(z.tuple([z.string(), z.string()]));

/**
 * Removes every channel of the account with its pending messages: an intruder may have added them.
 * @returns the removed channels
 */
export async function endChannels(tx: Tx, accountId: string): Promise<Channels> {
  const [row] = await tx.query(sql`
    with had as (
      select account_id, app.added_channels(preferences) as ended from app.accounts
      where account_id = ${accountId} for no key update
    )
    update app.accounts a set preferences = app.without_channels(a.preferences), updated_at = now()
    from had where a.account_id = had.account_id
    returning had.ended`);
  await tx.run(sql`
    delete from app.deliveries where account_id = ${accountId} and channel <> 'email' and sent is null and not dead`);
  return channels.parse(row?.ended ?? []);
}

/** Marks the address as proven; the first time, sends a message there. */
export async function markEmailValid(tx: Tx, accountId: string): Promise<void> {
  await notifyProven(tx, accountId);
  await tx.run(sql`
    update app.accounts
    set preferences = preferences || '{"email_valid": true, "email_notifications": true}', updated_at = now()
    where account_id = ${accountId}`);
}

/** A new user, with validated fields. */
export interface NewPerson {
  readonly email: string;
  readonly hash: string;
  readonly first: string;
  readonly last: string;
}

/** Stores a new account and the events that send a greeting and a code. */
export async function insertAccount(tx: Tx, person: NewPerson): Promise<Account> {
  try {
    const [row] = await tx.query(sql`
      insert into app.accounts (email, first, last, password_hash)
      values (${person.email}, ${person.first}, ${person.last}, ${person.hash})
      returning account_id, session_version`);
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
      sessionVersion: Number(row?.session_version),
    };
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlstate === "23505") throw emailTaken();
    throw error;
  }
}

export function emailTaken(): ApiError {
  return new ApiError({
    code: "23505",
    status: 409,
    message: "this e-mail address already has an account",
    details: about("email"),
    hint: "Sign in with its password, or recover it.",
  });
}
