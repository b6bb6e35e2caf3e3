/** Linking a messenger or a push service to an account by a one-time code. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { HandlerContext, JsonObject, JsonValue } from "../engine/handlers.ts";
import { raise } from "../errors.ts";
import { enqueue } from "../jobs/queue.ts";
import { isRecord, parseJson } from "../json/json.ts";
import { accountByEmail } from "./accounts.ts";
import type { CodePurpose } from "./one-time-codes.ts";
import { type AccountsService, callersAccount, notAllowed, requiredText } from "./service.ts";

/** `generate_otp_fn`: a code for the caller's own messenger link; null for any other address. */
export async function generateCode(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<string | null> {
  const accountId = callersAccount(context);
  const email = requiredText(args, "email");
  return own.service(async (tx) => {
    await own.countAttempt(tx, "code", `generate ${accountId}`);
    const account = await accountByEmail(tx, email);
    return account?.accountId === accountId ? own.codes.issue(tx, accountId, "messenger") : null;
  });
}

/** `messenger_otp_fn`: mails a code to the address, if it has an account; never shows it. */
export async function mailMessengerCode(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<JsonObject> {
  const email = requiredText(args, "email");
  await own.service(async (tx) => {
    await own.countAttempt(tx, "recover", `messenger ${email}`);
    await own.countAttempt(tx, "recover-address", context.address);
  });
  await own.service(async (tx) => {
    const account = await accountByEmail(tx, email);
    if (account !== null)
      await enqueue(tx, { channel: "messenger_otp", payload: account.email, refId: account.accountId });
  });
  return { otp_code: null };
}

/** Anybody who links a telephone wants messages there, unless they once said that they do not. */
const PHONE_ON = sql`
  jsonb_build_object('phone_notifications', preferences -> 'phone_notifications' is distinct from 'false'::jsonb)`;

/** `messenger_fn`: stores the messenger's chat as the account's, if the code is right. */
export async function linkMessenger(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<boolean> {
  const code = requiredText(args, "token");
  const chat = jsonObject(args.messenger_obj);
  return redeemForLink(own, context, "messenger", code, (tx, accountId) =>
    tx.run(sql`
      update app.accounts
      set preferences = preferences || jsonb_build_object('messenger', ${JSON.stringify(chat)}::jsonb) || ${PHONE_ON},
        updated_at = now()
      where account_id = ${accountId}`),
  );
}

/** `push_fn`: stores the push service's user key as the account's, if the code is right. */
export async function linkPush(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<boolean> {
  const code = requiredText(args, "token");
  const userKey = requiredText(args, "push_user_key");
  return redeemForLink(own, context, "push", code, (tx, accountId) =>
    tx.run(sql`
      update app.accounts
      set preferences = preferences || jsonb_build_object('push_user_key', ${userKey}::text) || ${PHONE_ON},
        updated_at = now()
      where account_id = ${accountId}`),
  );
}

/** `push_subscribe_link_fn`: the push service's page, which sends the person back with a code. */
export async function pushSubscribeLink(
  own: AccountsService,
  _args: JsonObject,
  context: HandlerContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const code = await own.service(async (tx) => {
    await own.countAttempt(tx, "code", `push ${accountId}`);
    return own.codes.issue(tx, accountId, "push");
  });
  const success = encodeURIComponent(`${own.webUrl}/push?token=${code}`);
  const failure = encodeURIComponent(`${own.webUrl}/profile`);
  return { push_link: { link: `${own.pushUrl}?success=${success}&failure=${failure}` } };
}

/** `messenger`: a user's token for the chat bot. */
export async function messengerToken(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<JsonValue> {
  if (context.caller.role !== "messenger_role" && !own.messengerOpen) {
    throw notAllowed(
      context,
      "this needs the messenger bot's token",
      "Make one with: wakelog token messenger_role",
    );
  }
  const userId = args.user_id;
  if (userId === null || userId === undefined)
    return raise("P0001", "invalid input", { hint: "Check your parameter" });
  const found = await own.service(async (tx) => {
    await own.countAttempt(tx, "messenger", `${context.address} ${String(userId)}`);
    const [row] = await tx.query(sql`
      select a.account_id, a.email,
        (select vessel_id from app.memberships m where m.account_id = a.account_id order by m.created_at limit 1) as vessel_id
      from app.accounts a
      where a.preferences #>> '{messenger,from,id}' = ${String(userId)} and not a.disabled`);
    return row ?? null;
  });
  if (found === null) return { token: null };
  return {
    token: await own.tokens.user({
      accountId: String(found.account_id),
      email: String(found.email),
      vesselId: typeof found.vessel_id === "string" ? found.vessel_id : null,
    }),
  };
}

/**
 * Redeems a code for the signed-in caller; without one (the bot, the push service's redirect) for whichever account
 * it belongs to. The second way is limited by address, since a wrong guess is nobody's.
 */
async function redeemForLink(
  own: AccountsService,
  context: HandlerContext,
  purpose: CodePurpose,
  code: string,
  link: (tx: Tx, accountId: string) => Promise<unknown>,
): Promise<boolean> {
  const { uid } = context.caller.claims;
  const signedIn = context.caller.role === "user_role" && typeof uid === "string" ? uid : null;
  await own.service((tx) => own.countAttempt(tx, "code", `${purpose} ${signedIn ?? context.address}`));
  return own.service(async (tx) => {
    const accountId =
      signedIn === null
        ? await own.codes.redeemAny(tx, purpose, code)
        : (await own.codes.redeem(tx, signedIn, purpose, code))
          ? signedIn
          : null;
    if (accountId === null) return false;
    await link(tx, accountId);
    return true;
  });
}

/** An object sent as JSON or as JSON text; clients do both. */
function jsonObject(value: JsonValue | undefined): JsonObject {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (isRecord(parsed)) return parsed;
  return raise("22023", "messenger_obj must be a JSON object", {
    hint: "Send the bot's chat, from and date.",
  });
}
