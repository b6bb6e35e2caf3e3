/** Which messages a person wants, by the preferences. An unreadable value counts as not set and blocks nothing. */
import { z } from "zod";

/** How messages may reach a person. */
export interface Wishes {
  /** Whether the e-mail address has been proven to be this person's. */
  readonly isProven: boolean;
  readonly emailWanted: boolean;
  /** The user key at the push service; null if there is none or messages to the telephone are switched off. */
  readonly pushKey: string | null;
  /** The chat with the bot; null in the same cases. */
  readonly messengerChat: string | null;
  /** Keys whose values cannot be read, for the operator. */
  readonly unreadable: readonly string[];
}

const preferencesObject = z.record(z.string(), z.unknown());
/** A boolean, or the text that earlier releases stored. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]);
const chat = z.object({ chat: z.object({ id: z.union([z.number(), z.string().min(1)]) }) });

/** Reads the preferences. A linked telephone or chat gets messages unless they are switched off. */
export function wishesOf(preferences: unknown): Wishes {
  const all = preferencesObject.safeParse(preferences).data ?? {};
  const unreadable: string[] = [];
  const read = <T>(key: string, schema: z.ZodType<T>): T | null => {
    const value = all[key];
    if (value === undefined || value === null) return null;
    const parsed = schema.safeParse(value);
    if (!parsed.success) unreadable.push(key);
    return parsed.data ?? null;
  };
  const phoneWanted = read("phone_notifications", flag) ?? true;
  const pushKey = read("push_user_key", z.string());
  const messenger = read("messenger", chat);
  return {
    isProven: read("email_valid", flag) ?? false,
    emailWanted: read("email_notifications", flag) ?? false,
    pushKey: phoneWanted && pushKey !== "" ? pushKey : null,
    messengerChat: phoneWanted && messenger !== null ? String(messenger.chat.id) : null,
    unreadable,
  };
}
