/** Tokens for assistants, which read for a user. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { accountById } from "./accounts.ts";
import { type AccountDependencies, callersAccount } from "./dependencies.ts";

/** `register_mcp`: a token for an assistant; the one before ends. */
export async function assistantToken(
  deps: AccountDependencies,
  _args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const { vid } = context.caller.claims;
  const { account, issuedAt } = await deps.service(async (tx) => {
    // Never the same second twice, or the token before would not end.
    const [row] = await tx.query(sql`
      insert into app.assistant_tokens as t (account_id, issued_at)
      values (${accountId}, extract(epoch from now())::bigint)
      on conflict (account_id) do update set issued_at = greatest(excluded.issued_at, t.issued_at + 1)
      returning issued_at`);
    return { account: await accountById(tx, accountId), issuedAt: Number(row?.issued_at) };
  });
  const holder = typeof vid === "string" && account !== null ? { ...account, vesselId: vid } : account;
  return { token: holder === null ? null : await deps.tokens.assistant(holder, issuedAt) };
}
