/** `wakelog import` of an exported account. */
import { createInterface } from "node:readline/promises";
import { hashPassword } from "../../people/accounts/passwords.ts";
import { importAccount } from "../../service/account-file/import-account.ts";
import { readConfig } from "../../settings/config.ts";
import { UsageError } from "../command.ts";
import { atInstallation } from "../operator.ts";

/** @param asksPassword whether the new password is the first line of standard input */
export async function importAccountFile(
  path: string,
  settings: ReadonlyMap<string, string>,
  asksPassword: boolean,
): Promise<void> {
  const { passwordMinLength: least, sogLimit } = readConfig(process.env, settings);
  const password = asksPassword ? await firstLine() : null;
  if (password !== null && password.length < least)
    throw new UsageError(`the password must have at least ${least} characters`);
  const hash = password === null ? null : await hashPassword(password);
  const { email, vessels, rows, refused, isNew } = await atInstallation(
    settings,
    (installation) => importAccount(installation, path, hash, sogLimit),
    true,
  );
  console.log(`${email}: ${vessels} ${vessels === 1 ? "vessel" : "vessels"}, ${rows} rows`);
  if (refused > 0)
    console.log(`${refused} rows were refused: metrics_rejected_view has them, each with the reason.`);
  if (isNew && hash === null) console.log("A new password is asked for by mail.");
  if (isNew && hash !== null)
    console.log(`No news is mailed until the address is proven: "wakelog user verify ${email}" does that.`);
  if (!isNew && hash !== null) console.log("The account was there already, and keeps its password.");
  console.log("Each boat needs a new token: its owner finds one in the dashboard.");
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return "";
}
