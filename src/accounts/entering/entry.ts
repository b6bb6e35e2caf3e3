/** Coming in without a token: by signing in, signing up or recovering, here or in another cell of the fleet. */
import type { Tx } from "../../db/database.ts";
import type { CallContext } from "../../engine/handlers.ts";
import { type Account, accountByEmail } from "../accounts.ts";
import { ADDRESS_MOST, mailboxOf, networkOf } from "../addresses.ts";
import type { Limits } from "../attempts.ts";
import type { AccountDependencies } from "../dependencies.ts";
import { misdirected, movedTo } from "../leaving/moved.ts";
import { isKnownNetwork } from "./known-networks.ts";

/** A way to come in. */
export const ENTRIES = ["login", "signup", "recover"] as const;
export type Entry = (typeof ENTRIES)[number];

/** Who wants to come in, and how. */
export interface Entering {
  readonly entry: Entry;
  readonly email: string;
  /** Null if there is none here. */
  readonly account: Account | null;
  /** The cell that the signpost for this address names, if there is no account here; otherwise null. */
  readonly signpost: string | null;
}

/**
 * Begins an attempt to come in: counts it, unless another cell had it counted here before it passed the request on.
 * @throws ApiError 429 if there were too many
 */
export async function enter(
  { service, limits, directory }: Pick<AccountDependencies, "service" | "limits" | "directory">,
  entry: Entry,
  email: string,
  context: CallContext,
): Promise<Entering> {
  const isCounted = directory !== null && (await directory.hasAsked(context));
  return service(async (tx) => {
    const account = isCounted
      ? await accountByEmail(tx, email)
      : await countEntry(limits, tx, entry, email, context.address);
    const signpost = account === null ? await movedTo(tx, email) : null;
    return { entry, email, account, signpost };
  });
}

/**
 * Counts an attempt to come in; attempts.ts explains the limits. If other cells are asked about it, it counts in them too,
 * whether or not they have the account.
 * @returns the account, or null
 * @throws ApiError 429 if there were too many
 */
export async function countEntry(
  limits: Limits,
  tx: Tx,
  entry: Entry,
  email: string,
  address: string,
): Promise<Account | null> {
  await limits.count(tx, `${entry}-network`, networkOf(address));
  const account = await accountByEmail(tx, email);
  const isGuess = entry === "login" || (entry === "signup" && account !== null);
  if (isGuess) await countGuess(limits, tx, email, account, address);
  return account;
}

/** Counts a guess at a password before it is checked. */
async function countGuess(
  limits: Limits,
  tx: Tx,
  email: string,
  account: Account | null,
  address: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  await limits.count(tx, "login", `${mailbox} ${networkOf(address)}`);
  const isKnown = account !== null && (await isKnownNetwork(tx, account.accountId, address));
  if (!isKnown) await limits.count(tx, "login-strangers", mailbox);
}

/**
 * Asks the other cells before somebody is not let in, or told that there is a mail, and refuses what is for one of them. They are
 * asked for an account that is here as well: a cell that does not answer, or has counted enough, must not tell who has one.
 * @throws ApiError 421 if the account is in another cell; 503 if that is not known; 429 if they have counted too many attempts
 */
export async function refuseElsewhere(
  { directory }: Pick<AccountDependencies, "directory">,
  { entry, email, account, signpost }: Entering,
  context: CallContext,
): Promise<void> {
  const mayBeElsewhere = directory !== null && email.trim().length <= ADDRESS_MOST;
  const asked = mayBeElsewhere ? await directory.placeOf(email, entry, context) : null;
  const cell = asked ?? signpost;
  if (account === null && cell !== null) throw misdirected(cell);
}
