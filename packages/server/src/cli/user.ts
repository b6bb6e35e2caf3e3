/** `wakelog user`: an operator's actions on users, with or without a mail server. */
import { createInterface } from "node:readline/promises";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { urlOf } from "@wakelog/data-api/http/listen.ts";
import { type Account, accountByEmail, markEmailValid } from "../people/accounts/accounts.ts";
import { type Belongings, belongings, deleteAccount } from "../people/accounts/leaving/deletion.ts";
import { CODE_MINUTES, oneTimeCodes } from "../people/accounts/one-time-codes.ts";
import { resetAddress } from "../people/notifications/words/facts.ts";
import { usageOf } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { dropForgottenLogins } from "./grafana/logins.ts";
import { asOperator, atInstallation } from "./operator.ts";

export const userCommand: Command = {
  name: "user",
  usage: "verify|reset|disable|enable|delete EMAIL, list, outbox",
  sentence:
    "Verify an e-mail address by hand, print a link for a new password, lock or delete an account, list accounts, or show the mail that has not been sent.",
  words: [1, 2],
  flags: [{ name: "--yes", value: null, sentence: "delete without asking" }],
  takesSettings: true,
  async run({ words: [action, email], flags, settings }) {
    const isAboutAll = action === "list" || action === "outbox";
    if (isAboutAll !== (email === undefined) || (flags.has("--yes") && action !== "delete"))
      throw new UsageError(usageOf(userCommand));
    if (action === "list") return list(settings);
    if (action === "outbox") return showOutbox(settings);
    if (action === "delete" && email !== undefined) return forget(settings, email, flags.has("--yes"));
    if (action === "reset" && email !== undefined) return printResetLink(settings, email);
    if (email === undefined || !["verify", "disable", "enable"].includes(action ?? "")) {
      throw new UsageError(usageOf(userCommand));
    }
    await asOperator(settings, async ({ tx }) => {
      const account = await accountOf(tx, email);
      if (action === "verify") await markEmailValid(tx, account.accountId);
      else {
        await tx.run(sql`
          update app.accounts set disabled = ${action === "disable"}::boolean, updated_at = now()
          where account_id = ${account.accountId}`);
      }
    });
    console.log(`${email}: ${action === "verify" ? "address verified" : `${action}d`}`);
  },
};

async function accountOf(tx: Tx, email: string): Promise<Account> {
  const account = await accountByEmail(tx, email);
  if (account === null) throw new Error(`no account has the e-mail address ${email}`);
  return account;
}

/** Prints the link that `recover` would mail. */
async function printResetLink(settings: ReadonlyMap<string, string>, email: string): Promise<void> {
  const link = await asOperator(settings, async ({ tx, secret, config }) => {
    const { accountId } = await accountOf(tx, email);
    const code = await oneTimeCodes(secret).issue(tx, accountId, "reset");
    return resetAddress(config.webUrl || urlOf(config.host, config.webPort), { accountId, code });
  });
  console.log(
    `${email}: sets a new password at this address, once and within ${CODE_MINUTES} minutes:\n${link}`,
  );
}

async function forget(settings: ReadonlyMap<string, string>, email: string, isSure: boolean): Promise<void> {
  if (!isSure) {
    const owned = await asOperator(settings, async ({ tx }) =>
      belongings(tx, (await accountOf(tx, email)).accountId),
    );
    const answer = await asked(
      `Delete ${email} with ${described(owned)}, for good? Type the address again: `,
    );
    if (answer.toLowerCase() !== email.toLowerCase())
      throw new Error("that is not the address, so nothing was deleted; --yes deletes without asking");
  }
  const gone = await atInstallation(settings, async (installation) => {
    const deleted = await installation.service(async (tx) => {
      const account = await accountOf(tx, email);
      return deleteAccount(tx, account.accountId, account.email);
    });
    await dropForgottenLogins(installation);
    return deleted;
  });
  console.log(`${email}: deleted, with ${described(gone)}`);
}

function described({ vessels, rows }: Belongings): string {
  if (vessels.length === 0) return "no vessel";
  const names = vessels.map(({ name, vesselId }) => `${name} (${vesselId})`).join(", ");
  return `${names} and ${rows} ${rows === 1 ? "row" : "rows"}`;
}

/** Prompts for a line; empty without a terminal. */
async function asked(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((done) => terminal.once("close", () => done("")));
  try {
    return (await Promise.race([terminal.question(question), closed])).trim();
  } finally {
    terminal.close();
  }
}

async function list(settings: ReadonlyMap<string, string>): Promise<void> {
  const rows = await asOperator(settings, ({ tx }) =>
    tx.query(sql`
      select a.email, a.disabled, coalesce((a.preferences ->> 'email_valid')::boolean, false) as valid,
        coalesce(string_agg(v.name, ', '), '-') as vessels
      from app.accounts a
      left join app.memberships m using (account_id) left join app.vessels v using (vessel_id)
      group by a.account_id order by a.created_at`),
  );
  if (rows.length === 0) console.log("there are no accounts yet");
  for (const { email, valid, disabled, vessels } of rows) {
    const state = `${valid === true ? "verified" : "not verified"}${disabled === true ? ", locked" : ""}`;
    console.log(`${email}\t${state}\t${vessels}`);
  }
}

async function showOutbox(settings: ReadonlyMap<string, string>): Promise<void> {
  const rows = await asOperator(settings, ({ tx }) =>
    tx.query(sql`
      select stored::text as stored, channel, recipient, subject, body, coalesce(failure, 'not tried: the channel is not set up') as failure
      from app.deliveries where sent is null order by id desc limit 50`),
  );
  for (const row of rows)
    console.log(
      `${row.stored} ${row.channel} to ${row.recipient}: ${row.subject} (${row.failure})\n${row.body}`,
    );
  if (rows.length === 0) console.log("the outbox is empty");
}
