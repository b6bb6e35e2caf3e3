/** A text that somebody is typing: kept at each keystroke, until it is saved or thrown away. */
import { useCallback, useEffect, useRef, useState } from "react";
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
  // A browser that keeps nothing keeps the page's own text at least.
  keep("drafts", { name: nameOf(what), text }).catch(() => {});
}

/** Forgets a text that was saved or is not wanted. */
export function forgetDraft(what: string): void {
  forget("drafts", nameOf(what)).catch(() => {});
}

/**
 * A text field's value that survives a reload and a restart.
 * @param what names the text, such as `log 7 notes`
 * @param initial what is in the field if nothing was typed before
 */
export function useDraft(what: string, initial: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(initial);
  const typed = useRef(false);
  useEffect(() => {
    let gone = false;
    void draftOf(what).then((kept) => {
      if (!gone && !typed.current && kept !== null) setText(kept);
    });
    return () => {
      gone = true;
    };
  }, [what]);
  const type = useCallback(
    (next: string) => {
      typed.current = true;
      setText(next);
      keepDraft(what, next);
    },
    [what],
  );
  return [text, type];
}
