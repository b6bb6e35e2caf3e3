import type { Speech } from "../languages/speech.ts";
import { translated } from "../server-messages/translated.ts";

/** A server message with a capital: messages that may be part of another sentence begin in lower case. */
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** An error's message and hint, in the dashboard's language, as one text. */
export function problemWords(
  { message, hint }: { readonly message: string; readonly hint: string | null },
  speech: Speech,
): string {
  const first = sentence(translated(message, speech));
  if (hint === null) return first;
  return `${/[.!?]$/.test(first) ? first : `${first}.`} ${translated(hint, speech)}`;
}
