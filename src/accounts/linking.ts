/** Linking a messenger or a push service to an account by a one-time code. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { CallContext, JsonObject, JsonValue } from "../engine/handlers.ts";
import { raise } from "../errors.ts";
import { parseJson } from "../json/json.ts";
import { accountByEmail } from "./accounts.ts";
import { networkOf } from "./addresses.ts";
import {
  type AccountDependencies,
  callersAccount,
  notAllowed,
  requiredText,
  signedInAccount,
} from "./dependencies.ts";
import { requestCode } from "./mailed-codes.ts";
import { countCode } from "./recovery.ts";

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

/** `messenger_otp_fn`: mails a code to the address, if it has an account; never shows it. */
export async function mailMessengerCode(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const email = requiredText(args, "email");
  await deps.service((tx) => deps.limits.count(tx, "recover-network", networkOf(context.address)));
  await deps.service(async (tx) => {
    const account = await accountByEmail(tx, email);
    if (account !== null) await requestCode(tx, "messenger_otp", account);
  });
  return { otp_code: null };
}

/** Anybody who links a telephone wants messages there, unless they once said that they do not. */
const PHONE_ON = sql`
  jsonb_build_object('phone_notifications', preferences -> 'phone_notifications' is distinct from 'false'::jsonb)`;

/**
 * `messenger_fn`: stores the messenger's chat as that of the account whose code is given. Only the bot knows who speaks
 * in a chat, so nobody else may say so; and a chat that another account has is refused with 409.
 */
export async function linkMessenger(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<boolean> {
  checkBot(deps, context);
  const code = requiredText(args, "token");
  const chat = chatOf(args.messenger_obj);
  await deps.service(async (tx) => {
    await deps.limits.count(tx, "code", `messenger ${chat.from.id}`);
    if (context.caller.role !== "messenger_role") await countAnybodysCode(deps, tx, context);
  });
  return deps.service(async (tx) => {
    const accountId = await deps.codes.redeemAny(tx, "messenger", code);
    if (accountId === null) return false;
    await tx.run(sql`
      update app.accounts
      set preferences = preferences || jsonb_build_object('messenger', ${JSON.stringify(chat)}::jsonb) || ${PHONE_ON},
        updated_at = now()
      where account_id = ${accountId}`);
    return true;
  });
}

/**
 * `push_fn`: stores the push service's user key as the account's, if the code is right: the signed-in caller's code, or
 * without a token (the push service's redirect) the code of whichever account it belongs to.
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
      hint: "Send the key that the push service gave.",
    });
  }
  const signedIn = signedInAccount(context);
  await deps.service((tx) =>
    signedIn === null
      ? countAnybodysCode(deps, tx, context)
      : countCode(deps, tx, `push ${signedIn}`, context),
  );
  return deps.service(async (tx) => {
    const accountId = await redeemPush(deps, tx, signedIn, code);
    if (accountId === null) return false;
    await tx.run(sql`
      update app.accounts
      set preferences = preferences || jsonb_build_object('push_user_key', ${userKey}::text) || ${PHONE_ON},
        updated_at = now()
      where account_id = ${accountId}`);
    return true;
  });
}

/** As long as the preference of that name may be. */
const PUSH_KEY_LENGTH = 255;

async function redeemPush(
  { codes }: AccountDependencies,
  tx: Tx,
  signedIn: string | null,
  code: string,
): Promise<string | null> {
  if (signedIn === null) return codes.redeemAny(tx, "push", code);
  return (await codes.redeem(tx, signedIn, "push", code)) ? signedIn : null;
}

/** Counts a guess that is at every pending code at once: of the caller's network, and of everybody together. */
async function countAnybodysCode(deps: AccountDependencies, tx: Tx, context: CallContext): Promise<void> {
  await countCode(deps, tx, "anybody", context);
  await deps.limits.count(tx, "code-anybody", "anybody");
}

/** `push_subscribe_link_fn`: the push service's page, which sends the person back with a code. */
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
export async function messengerToken(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonValue> {
  checkBot(deps, context);
  const userId = args.user_id;
  if (userId === null || userId === undefined)
    return raise("P0001", "invalid input", { hint: "Check your parameter" });
  const found = await deps.service(async (tx) => {
    await deps.limits.count(tx, "messenger", `${networkOf(context.address)} ${String(userId)}`);
    const [row] = await tx.query(sql`
      select a.account_id, a.email, a.session_version,
        (select vessel_id from app.memberships m where m.account_id = a.account_id order by m.created_at limit 1) as vessel_id
      from app.accounts a
      where a.preferences #>> '{messenger,from,id}' = ${String(userId)} and not a.disabled`);
    return row ?? null;
  });
  if (found === null) return { token: null };
  return {
    token: await deps.tokens.chat({
      accountId: String(found.account_id),
      email: String(found.email),
      vesselId: typeof found.vessel_id === "string" ? found.vessel_id : null,
      sessionVersion: Number(found.session_version),
    }),
  };
}

/** Refuses everybody but the chat bot; where the operator has opened the door, a bot without a token is believed. */
function checkBot({ messengerOpen }: AccountDependencies, context: CallContext): void {
  const { role } = context.caller;
  if (role === "messenger_role" || (messengerOpen && role === "anonymous")) return;
  throw notAllowed(
    context,
    "this needs the messenger bot's token",
    "Make one with: wakelog token messenger_role",
  );
}

/** A messenger's id of a person or chat: a whole number, or one as text. Text is compared, so it has one spelling. */
const messengerId = z.union([
  z.number().int().refine(Number.isSafeInteger),
  z.string().regex(/^-?[1-9][0-9]{0,18}$/),
]);
const linkedChat = z.looseObject({
  from: z.looseObject({ id: messengerId }),
  chat: z.looseObject({ id: messengerId }),
});
/** More than any bot tells of a chat. */
const CHAT_BYTES = 16_384;

/** The chat and who speaks in it, sent as JSON or as JSON text; clients do both. */
function chatOf(value: JsonValue | undefined): z.infer<typeof linkedChat> {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  const parsed = linkedChat.safeParse(text.length > CHAT_BYTES ? null : parseJson(text));
  if (parsed.success) return parsed.data;
  return raise("22023", "messenger_obj must be a JSON object with the ids of a person and a chat", {
    hint: "Send the bot's chat, from and date.",
  });
}
