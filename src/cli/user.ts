/** `wakelog user`: what an operator can do for users, with or without a mail server. */
import { accountByEmail, markEmailValid } from "../accounts/accounts.ts";
import { sql } from "../db/sql.ts";
import { usageOf } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { asOperator } from "./operator.ts";

export const userCommand: Command = {
  name: "user",
  usage: "verify|disable|enable EMAIL, list, outbox",
  sentence:
    "Verify an e-mail address by hand, lock an account, list accounts, or show the mail that has not been sent.",
  words: [1, 2],
  takesSettings: true,
  async run({ words: [action, email], settings }) {
    if (action === "list") return list(settings);
    if (action === "outbox") return showOutbox(settings);
    if (email === undefined || !["verify", "disable", "enable"].includes(action ?? "")) {
      throw new UsageError(usageOf(userCommand));
    }
    await asOperator(settings, async ({ tx }) => {
      const account = await accountByEmail(tx, email);
      if (account === null) throw new Error(`no account has the e-mail address ${email}`);
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

async function list(settings: ReadonlyMap<string, string>): Promise<void> {
  const rows = await asOperator(settings, ({ tx }) =>
    tx.query(sql`
      select a.email, coalesce((a.preferences ->> 'email_valid')::boolean, false) as valid,
        coalesce(string_agg(v.name, ', '), '-') as vessels
      from app.accounts a
      left join app.memberships m using (account_id) left join app.vessels v using (vessel_id)
      group by a.account_id order by a.created_at`),
  );
  for (const row of rows)
    console.log(`${row.email}\t${row.valid === true ? "verified" : "not verified"}\t${row.vessels}`);
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
