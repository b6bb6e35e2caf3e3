/** Entering without a token: sign-in, sign-up and recovery. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { CallContext } from "@wakelog/data-api/engine/handlers.ts";
import { type Account, accountByEmail } from "../accounts.ts";
import { mailboxOf, networkOf } from "../addresses.ts";
import type { Limits } from "../attempts.ts";
import type { AccountDependencies } from "../dependencies.ts";
import { isKnownNetwork } from "./known-networks.ts";

type Entry = "login" | "signup" | "recover";

/**
 * Counts an attempt to enter; attempts.ts explains the limits.
 * @returns the account; null if unknown
 * @throws ApiError 429 after too many attempts
 */
export function enter(
  { service, limits }: Pick<AccountDependencies, "service" | "limits">,
  entry: Entry,
  email: string,
  { address }: CallContext,
): Promise<Account | null> {
  return service(async (tx) => {
    await limits.count(tx, `${entry}-network`, networkOf(address));
    const account = await accountByEmail(tx, email);
    const isGuess = entry === "login" || (entry === "signup" && account !== null);
    if (isGuess) await countGuess(limits, tx, email, account, address);
    return account;
  });
}

/** Counts a password guess before it is checked. */
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
