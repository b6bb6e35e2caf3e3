/** Which messages a person's preferences ask for. What cannot be read counts as not set, and holds up nobody's news. */
import { z } from "zod";

/** How a person wants messages to reach them. */
export interface Wishes {
  /** Whether the e-mail address is known to be this person's. */
  readonly isProven: boolean;
  readonly emailWanted: boolean;
  /** At the push service; null if there is none, or if messages to the telephone are switched off. */
  readonly pushKey: string | null;
  /** With the bot; null likewise. */
  readonly messengerChat: string | null;
  /** Keys whose values cannot be read, for the operator. */
  readonly unreadable: readonly string[];
}

const preferencesObject = z.record(z.string(), z.unknown());
/** As the service stores it, or as the text that earlier releases stored. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]);
const chat = z.object({ chat: z.object({ id: z.union([z.number(), z.string().min(1)]) }) });

/** Reads the wishes. Whoever links a telephone or a chat wants messages there, unless they say otherwise. */
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
