import { useEffect, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "../../../offline/draft.ts";
import { draftIn, type EntryDraft, keptText } from "./entry-draft.ts";

/** The line that is being typed on the page of a log: kept at each keystroke, and there again after a reload. */
export function useEntryDraft(log: number): readonly [EntryDraft | null, (draft: EntryDraft | null) => void] {
  const what = `log ${log} entry`;
  const [draft, setDraft] = useState<EntryDraft | null>(null);
  useEffect(() => {
    let gone = false;
    void draftOf(what).then((kept) => {
      const found = draftIn(kept);
      if (!gone && found !== null) setDraft((typed) => typed ?? found);
    });
    return () => {
      gone = true;
    };
  }, [what]);
  return [
    draft,
    (next) => {
      setDraft(next);
      if (next === null) forgetDraft(what);
      else keepDraft(what, keptText(next));
    },
  ];
}
