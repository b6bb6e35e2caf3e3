import { useEffect, useRef, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "./draft.ts";

/** Something that is being typed, as this device keeps it. */
export interface KeptDraft<D> {
  /** What was typed and is not saved; null if there is nothing. */
  readonly draft: D | null;
  /** The same, with what was typed since the page was drawn. */
  readonly newest: () => D | null;
  /** Changes the newest draft, if there is one. */
  readonly change: (next: (draft: D) => D) => void;
  /** Keeps what was typed from now on; null forgets it. */
  readonly put: (draft: D | null) => void;
}

/**
 * Keeps a draft at each keystroke. What was being typed when the page was left is there again, unless something else is
 * typed before it was found.
 * @param what names it, such as `stay 7`
 * @param read a draft from the text that was kept; null if nothing of it is left
 * @param write a draft as such a text
 */
export function useKeptDraft<D>(
  what: string,
  read: (text: string) => D | null,
  write: (draft: D) => string,
): KeptDraft<D> {
  const [draft, setDraft] = useState<D | null>(null);
  const newest = useRef(draft);
  newest.current = draft;
  const newestRead = useRef(read);
  newestRead.current = read;
  const isTyped = useRef(false);

  useEffect(() => {
    let isGone = false;
    void draftOf(what).then((kept) => {
      if (isGone || isTyped.current || kept === null) return;
      setDraft(newestRead.current(kept));
    });
    return () => {
      isGone = true;
    };
  }, [what]);

  function put(next: D | null): void {
    isTyped.current = true;
    newest.current = next;
    setDraft(next);
    if (next === null) forgetDraft(what);
    else keepDraft(what, write(next));
  }
  return {
    draft,
    newest: () => newest.current,
    change(next) {
      if (newest.current !== null) put(next(newest.current));
    },
    put,
  };
}
