import { useState } from "react";
import type { ApiProblem } from "../api/problem.ts";
import type { Question } from "../api/question.ts";
import type { Received } from "../api/request.ts";
import type { Written } from "../api/write.ts";
import type { Schema } from "../forms/schema.ts";
import { useFaults } from "../forms/use-form.ts";
import { useKeptDraft } from "../offline/use-kept-draft.ts";
import { useToken } from "../session/use-token.ts";
import { answers, refetchAll } from "./answers.ts";
import { draftIn, draftText, type EditDraft, namesOf, type Words, without } from "./edit-draft.ts";
import { useCommand } from "./use-command.ts";

/** How to find, replace and send the editable words of a response. */
interface Editing<T, W extends Words> {
  /** The draft's name on this device, such as `stay 7`. */
  readonly name: string;
  readonly wordsOf: (value: T) => W;
  /** Checks the edited words. */
  readonly schema: Schema<Partial<W>, Partial<W>>;
  /** The value with new words. */
  readonly withWords: (value: T, words: Partial<W>) => T;
  /** @param version of the value when the edit began: newer changes of others are not overwritten. */
  readonly send: (change: Partial<W>, version: string | null) => Promise<Written>;
}

/** An edit of some words, and its state. */
export interface Edit<W extends Words> {
  /** The words with the edits. */
  readonly words: W;
  /** The error of a field. */
  readonly faultOf: (word: keyof W & string) => string | null;
  readonly write: (change: Partial<W>) => void;
  /** Whether there are unsaved edits. */
  readonly changed: boolean;
  /** @returns whether nothing is left to save */
  readonly save: () => Promise<boolean>;
  /** Discards the edits. */
  readonly drop: () => void;
  readonly saving: boolean;
  /** Whether the last action was a successful save. */
  readonly saved: boolean;
  readonly problem: ApiProblem | null;
}

/**
 * Edits words of a response. Edits are stored at each keystroke and survive a reload. Saved words show at once
 * wherever the response does, and are reverted if the server refuses them.
 */
export function useEdit<T extends { readonly version: string | null }, W extends Words>(
  question: Question<T | null>,
  value: T,
  { name, wordsOf, schema, withWords, send }: Editing<T, W>,
): Edit<W> {
  const token = useToken();
  const [saved, setSaved] = useState(false);
  const { draft, newest, put } = useKeptDraft<EditDraft<W>>(
    name,
    (kept) => draftIn(kept, wordsOf(value)),
    draftText,
  );
  const { faultOf, take } = useFaults(schema, draft?.typed ?? {});
  const queryKey = [token, question.path];

  const { run, running, problem } = useCommand(async ({ typed, version }: EditDraft<W>, sent: Partial<W>) => {
    await answers.cancelQueries({ queryKey });
    const shown = answers.getQueryData<Received<T | null | undefined>>(queryKey);
    answers.setQueryData<Received<T | null | undefined>>(queryKey, (one) =>
      one?.value == null ? one : { ...one, value: withWords(one.value, sent) },
    );
    let written: Written;
    try {
      written = await send(sent, version);
    } catch (thrown) {
      answers.setQueryData(queryKey, shown);
      throw thrown;
    }
    // The user may have typed on in the meantime.
    const rest = without<W>(newest()?.typed ?? {}, typed);
    const isAll = namesOf(rest).length === 0;
    put(isAll ? null : { typed: rest, version });
    setSaved(isAll && written === "done");
    refetchAll();
    // To the notice that shows both texts.
    if (written === "stale") window.scrollTo({ top: 0 });
  });

  return {
    words: { ...wordsOf(value), ...draft?.typed },
    faultOf,
    changed: draft !== null,
    saving: running,
    saved,
    problem,
    write(change) {
      setSaved(false);
      const { typed, version } = newest() ?? { typed: {}, version: value.version };
      const next = without<W>({ ...typed, ...change }, wordsOf(value));
      put(namesOf(next).length === 0 ? null : { typed: next, version });
    },
    async save() {
      if (draft === null) return true;
      const sent = take();
      return sent !== null && (await run(draft, sent)) && newest() === null;
    },
    drop: () => put(null),
  };
}
