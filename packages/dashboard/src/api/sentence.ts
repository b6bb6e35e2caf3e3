import type { Speech } from "../languages/speech.ts";
import { translated } from "../server-messages/translated.ts";

/** A server message as a sentence of its own: messages that may be part of another sentence begin with a small letter. */
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** What the server refused something with: its message and hint, in the language of the dashboard, read in one go. */
export function problemWords(
  { message, hint }: { readonly message: string; readonly hint: string | null },
  speech: Speech,
): string {
  const first = sentence(translated(message, speech));
  if (hint === null) return first;
  return `${/[.!?]$/.test(first) ? first : `${first}.`} ${translated(hint, speech)}`;
}
