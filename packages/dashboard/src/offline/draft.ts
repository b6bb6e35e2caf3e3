/** A text that is being typed: kept at each keystroke, until it is saved or thrown away. */
import { useSyncExternalStore } from "react";
import { lastEmail } from "../session/token.ts";
import { forget, keep, keptThing, whenLost } from "./device-store.ts";

const nameOf = (what: string): string => `${lastEmail().toLowerCase()} ${what}`;

/** What is being typed on this page, by its name. */
const typing = new Map<string, string>();
const listeners = new Set<() => void>();
let isKept = true;

/** What was typed and not saved; null if there is nothing. */
export async function draftOf(what: string): Promise<string | null> {
  const kept = await keptThing("drafts", nameOf(what)).catch(() => null);
  return typeof kept === "object" && kept !== null && "text" in kept ? String(kept.text) : null;
}

/** Keeps what is being typed. */
export function keepDraft(what: string, text: string): void {
  const name = nameOf(what);
  typing.set(name, text);
  put(name, text);
}

function put(name: string, text: string): void {
  keep("drafts", { name, text }).then(
    () => tell(true),
    () => tell(false),
  );
}

/** Forgets a text that was saved or is not wanted. */
export function forgetDraft(what: string): void {
  const name = nameOf(what);
  typing.delete(name);
  if (typing.size === 0) tell(true);
  forget("drafts", name).catch(() => {});
}

// What is on the page is kept again where the browser has forgotten it.
whenLost(() => {
  for (const [name, text] of typing) put(name, text);
});

function tell(kept: boolean): void {
  if (kept === isKept) return;
  isKept = kept;
  for (const listener of listeners) listener();
}

/** Whether what is typed survives a reload: a browser may refuse to keep anything, or be full. */
export function useDraftsAreKept(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isKept,
  );
}
