/** A text that somebody is typing: kept at each keystroke, until it is saved or thrown away. */
import { lastEmail } from "../session/token.ts";
import { forget, keep, keptThing } from "./device-store.ts";

const nameOf = (what: string): string => `${lastEmail().toLowerCase()} ${what}`;

/** What was typed and not saved; null if there is nothing. */
export async function draftOf(what: string): Promise<string | null> {
  const kept = await keptThing("drafts", nameOf(what)).catch(() => null);
  return typeof kept === "object" && kept !== null && "text" in kept ? String(kept.text) : null;
}

/** Keeps what is being typed. */
export function keepDraft(what: string, text: string): void {
  // If the browser stores nothing, the text on the page is still there.
  keep("drafts", { name: nameOf(what), text }).catch(() => {});
}

/** Forgets a text that was saved or is not wanted. */
export function forgetDraft(what: string): void {
  forget("drafts", nameOf(what)).catch(() => {});
}
