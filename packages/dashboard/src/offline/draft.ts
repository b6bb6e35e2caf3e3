/** A draft, stored at each keystroke until it is saved or discarded. */
import { useSyncExternalStore } from "react";
import { lastEmail } from "../session/token.ts";
import { forget, keep, keptThing, whenLost } from "./device-store.ts";

const nameOf = (what: string): string => `${lastEmail().toLowerCase()} ${what}`;

/** The drafts on this page, by name. */
const typing = new Map<string, string>();
const listeners = new Set<() => void>();
let isKept = true;

/** The unsaved draft; null if there is none. */
export async function draftOf(what: string): Promise<string | null> {
  const kept = await keptThing("drafts", nameOf(what)).catch(() => null);
  return typeof kept === "object" && kept !== null && "text" in kept ? String(kept.text) : null;
}

/** Stores a draft. */
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

/** Removes a saved or discarded draft. */
export function forgetDraft(what: string): void {
  const name = nameOf(what);
  typing.delete(name);
  if (typing.size === 0) tell(true);
  forget("drafts", name).catch(() => {});
}

// Store the page's drafts again if the browser has lost them.
whenLost(() => {
  for (const [name, text] of typing) put(name, text);
});

function tell(kept: boolean): void {
  if (kept === isKept) return;
  isKept = kept;
  for (const listener of listeners) listener();
}

/** Whether drafts survive a reload: storage may be refused or full. */
export function useDraftsAreKept(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isKept,
  );
}
