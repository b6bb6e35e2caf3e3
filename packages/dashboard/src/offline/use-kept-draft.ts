import { useEffect, useRef, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "./draft.ts";

/** A draft kept on this device. */
export interface KeptDraft<D> {
  /** The unsaved text; null if there is none. */
  readonly draft: D | null;
  /** The same, with what was typed since the last render. */
  readonly newest: () => D | null;
  /** Changes the newest draft, if there is one. */
  readonly change: (next: (draft: D) => D) => void;
  /** Stores a draft; null removes it. */
  readonly put: (draft: D | null) => void;
}

/**
 * Keeps a draft at each keystroke. A draft left earlier is restored unless something else was typed before it was
 * found.
 * @param what its name, such as `stay 7`
 * @param read parses the stored text; null if nothing of it is left
 * @param write formats the draft as text
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
