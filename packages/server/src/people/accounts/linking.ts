/** Links a messenger or a push service to an account by a one-time code. */

import { DatabaseError, type Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { ApiError, raise } from "@wakelog/kit/errors.ts";
import { parseJson } from "@wakelog/kit/json/json.ts";
import { z } from "zod";
import { enqueue } from "../../database/jobs/queue.ts";
import { accountByEmail, accountByMessenger } from "./accounts.ts";
import { networkOf } from "./addresses.ts";
import { type AccountDependencies, callersAccount, notAllowed, requiredText } from "./dependencies.ts";
import { mailedCodes, requestCode } from "./mailed-codes.ts";
import { newCode } from "./one-time-codes.ts";
import { countAnonymousCode, mailCode, redeeming } from "./recovery.ts";
import type { TokenIssuer } from "./tokens.ts";

/** `generate_otp_fn`: a code for the caller's own messenger link; null for any other address. */
export async function generateCode(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<string | null> {
  const accountId = callersAccount(context);
  const email = requiredText(args, "email");
  return deps.service(async (tx) => {
    await deps.limits.count(tx, "code", `generate ${accountId}`);
    const account = await accountByEmail(tx, email);
    return account?.accountId === accountId ? deps.codes.issue(tx, accountId, "messenger") : null;
  });
}

/**
 * `messenger_otp_fn`: mails a code to the address if it has an account. The response holds it for the chat bot alone,
 * which compares it with what the user types; for an unknown address it is a code of no account.
 */
export async function mailMessengerCode(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  if (context.caller.role !== "messenger_role") {
    await mailCode(deps, args, context, (tx, account) => requestCode(tx, "messenger_otp", account));
    return { otp_code: null, code: null };
  }
  let code = newCode();
  await mailCode(deps, args, context, async (tx, { accountId, email }) => {
    const issued = await mailedCodes(deps)(tx, accountId, "messenger", true);
    if (issued === null) return;
    code = issued;
    await enqueue(tx, { channel: "messenger_otp", payload: email, refId: accountId, facts: { code } });
  });
  return { otp_code: null, code };
}

/** Linking a phone enables its messages, unless the user disabled them before. */
const PHONE_ON = sql`
  jsonb_build_object('phone_notifications', preferences -> 'phone_notifications' is distinct from 'false'::jsonb)`;

/**
 * `messenger_fn`: links the chat to the account that the code belongs to. Only the bot may call this, because only it
 * knows who writes in a chat. A chat linked to another account is refused with 409.
 */
export function linkMessenger(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  return linkChat(deps, args, context, (tx, accountId) =>
    notifyFirst(tx, accountId, "messenger_valid", "messenger"),
  );
}

/** @param before runs first, in the same transaction */
async function linkChat(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
  before: (tx: Tx, accountId: string) => Promise<void>,
): Promise<boolean> {
  checkBot(deps, context);
  const code = requiredText(args, "token");
  const chat = chatOf(args.messenger_obj);
  await deps.service(async (tx) => {
    await deps.limits.count(tx, "code", `messenger ${chat.from.id}`);
    if (context.caller.role !== "messenger_role") await countAnonymousCode(deps, tx, context);
  });
  return deps.service(async (tx) => {
    const accountId = await deps.codes.redeemAny(tx, "messenger", code);
    if (accountId === null) return false;
    await before(tx, accountId);
    await tx.run(sql`
      update app.accounts
      set preferences = preferences || jsonb_build_object('messenger', ${JSON.stringify(chat)}::jsonb) || ${PHONE_ON},
        updated_at = now()
      where account_id = ${accountId}`);
    return true;
  });
}

/** Sends a first message on a channel, if the preference that connects it is not set yet. */
async function notifyFirst(tx: Tx, accountId: string, channel: string, key: string): Promise<void> {
  const set = await tx.query(sql`
    select 1 from app.accounts where account_id = ${accountId} and coalesce(preferences ->> ${key}::text, '') <> ''`);
  if (set.length === 0) await enqueue(tx, { channel, payload: "", refId: accountId });
}

export type ChatLinking = "linked" | "wrong" | "taken" | "too many";

/**
 * Links chats for this service's own bot, with the limits of `messenger_fn`. The bot confirms the link in the chat
 * itself.
 */
export function chatLinking(
  deps: AccountDependencies,
): (chat: { readonly from: object; readonly chat: object }, code: string) => Promise<ChatLinking> {
  const context: CallContext = { caller: { role: "messenger_role", claims: {} }, headers: {}, address: "" };
  return async ({ from, chat }, code) => {
    try {
      const args = { token: code, messenger_obj: JSON.stringify({ from, chat }) };
      return (await linkChat(deps, args, context, async () => {})) ? "linked" : "wrong";
    } catch (error) {
      if (error instanceof DatabaseError && error.sqlstate === "23505") return "taken";
      if (error instanceof ApiError && error.status === 429) return "too many";
      throw error;
    }
  };
}

/**
 * `push_fn`: links the push service's user key to the account if the code is right. A signed-in caller needs their own
 * code; without a token (after the push service's redirect) the code identifies the account.
 */
export async function linkPush(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  const code = requiredText(args, "token");
  const userKey = requiredText(args, "push_user_key");
  if (userKey.length > PUSH_KEY_LENGTH || /\p{C}/u.test(userKey)) {
    raise("22023", `push_user_key must be one line of at most ${PUSH_KEY_LENGTH} characters`, {
      hint: "Send the key that the push service gave you.",
    });
  }
  const redeem = await redeeming(deps, "push", code, context);
  return deps.service(async (tx) => {
    const accountId = await redeem(tx);
    if (accountId === null) return false;
    await notifyFirst(tx, accountId, "push_valid", "push_user_key");
    await tx.run(sql`
      update app.accounts
      set preferences = preferences || jsonb_build_object('push_user_key', ${userKey}::text) || ${PHONE_ON},
        updated_at = now()
      where account_id = ${accountId}`);
    return true;
  });
}

/** The longest value of the preference. */
const PUSH_KEY_LENGTH = 255;

/** `push_subscribe_link_fn`: the URL of the push service's page, which redirects back with a code. */
export async function pushSubscribeLink(
  deps: AccountDependencies,
  _args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const code = await deps.service(async (tx) => {
    await deps.limits.count(tx, "code", `push ${accountId}`);
    return deps.codes.issue(tx, accountId, "push");
  });
  const success = encodeURIComponent(`${deps.webUrl}/push?token=${code}`);
  const failure = encodeURIComponent(`${deps.webUrl}/profile`);
  return { push_link: { link: `${deps.pushUrl}?success=${success}&failure=${failure}` } };
}

/** `messenger`: a user's token for the chat bot. */
export function messengerToken(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonValue> {
  return chatToken(deps, args, context, deps.tokens.chat);
}

/** `messenger` in the second generation: a token that only reads. */
export function botToken(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonValue> {
  return chatToken(deps, args, context, deps.tokens.bot);
}

async function chatToken(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
  issue: TokenIssuer["chat"],
): Promise<JsonValue> {
  checkBot(deps, context);
  const userId = args.user_id;
  if (userId === null || userId === undefined)
    return raise("P0001", "invalid input", { hint: "Check your parameter" });
  const account = await deps.service(async (tx) => {
    await deps.limits.count(tx, "messenger", `${networkOf(context.address)} ${String(userId)}`);
    return accountByMessenger(tx, String(userId));
  });
  return { token: account === null || account.disabled ? null : await issue(account) };
}

/** Refuses every caller but the chat bot. A bot without a token is accepted if the operator allows it. */
function checkBot({ messengerOpen }: AccountDependencies, context: CallContext): void {
  const { role } = context.caller;
  if (role === "messenger_role" || (messengerOpen && role === "anonymous")) return;
  throw notAllowed(
    context,
    "this needs the messenger bot's token",
    "Make one with: wakelog token messenger_role",
  );
}

/** A messenger's id of a user or chat: an integer, or one as text in canonical spelling, because text is compared. */
const messengerId = z.union([
  z.number().int().refine(Number.isSafeInteger),
  z.string().regex(/^-?[1-9][0-9]{0,18}$/),
]);
const linkedChat = z.looseObject({
  from: z.looseObject({ id: messengerId }),
  chat: z.looseObject({ id: messengerId }),
});
/** More than any bot sends about a chat. */
const CHAT_BYTES = 16_384;

/** The chat and the user writing in it; clients send JSON or JSON text. */
function chatOf(value: JsonValue | undefined): z.infer<typeof linkedChat> {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  const parsed = linkedChat.safeParse(text.length > CHAT_BYTES ? null : parseJson(text));
  if (parsed.success) return parsed.data;
  return raise("22023", "messenger_obj must be a JSON object with the ids of a person and a chat", {
    hint: "Send the bot's chat, from and date.",
  });
}
