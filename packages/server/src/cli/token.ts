/** `wakelog token`: tokens that the API does not issue. */
import { tokenIssuer } from "../people/accounts/tokens.ts";
import { usageOf } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { asOperator } from "./operator.ts";

/** Long enough for a day's work; the operator renews the bot's. */
const SECONDS = { admin_role: 8 * 3600, messenger_role: 365 * 86_400 } as const;

export const tokenCommand: Command = {
  name: "token",
  usage: "admin_role|messenger_role",
  sentence: "Print a token for an operator (8 hours) or for the messenger bot (a year).",
  words: [1, 1],
  takesSettings: true,
  async run({ words: [role], settings }) {
    if (role !== "admin_role" && role !== "messenger_role") throw new UsageError(usageOf(tokenCommand));
    const token = await asOperator(settings, ({ secret, config }) =>
      tokenIssuer(secret, config.sessionHours).operator(role, SECONDS[role]),
    );
    console.log(token);
  },
};
