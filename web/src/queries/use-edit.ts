import { useRef, useState } from "react";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import type { Question } from "../api/question.ts";
import { type Received, read } from "../api/request.ts";
import { useToken } from "../session/token.ts";
import { answers, refetchAll } from "./answers.ts";
import { useCommand } from "./use-command.ts";

/** The status with which the server says that somebody else has changed the same thing meanwhile. */
const STALE = 409;

/** What may be written about a thing: a value for each field. */
type Words = object;

/** How words are found in the answer to a question, put into it, and sent. */
interface Editing<T, W extends Words> {
  readonly wordsOf: (value: T) => W;
  readonly send: (change: Partial<W>) => Promise<void>;
}

/** An edit of some words: what is typed, and what became of it. */
export interface Edit<W extends Words> {
  /** The words with what was typed. */
  readonly words: W;
  readonly write: (change: Partial<W>) => void;
  /** Whether something was typed that is not saved. */
  readonly changed: boolean;
  readonly save: () => Promise<void>;
  readonly saving: boolean;
  /** Whether the last thing that happened is that it was saved. */
  readonly saved: boolean;
  readonly problem: ApiProblem | null;
  /** What somebody else wrote meanwhile, of the fields that were typed into; null if nobody did. */
  readonly theirs: Partial<W> | null;
  readonly takeTheirs: () => void;
}

function namesOf<W extends Words>(words: Partial<W>): readonly (keyof W)[] {
  return Object.keys(words) as (keyof W)[];
}

/** The words that are not the same in what was saved. */
function without<W extends Words>(typed: Partial<W>, saved: Partial<W>): Partial<W> {
  const rest: Partial<W> = { ...typed };
  for (const name of namesOf(saved)) if (rest[name] === saved[name]) delete rest[name];
  return rest;
}

/**
 * Edits words of the answer to a question. They show at once wherever the answer does, and are taken back if the
 * server refuses them. If somebody wrote the same fields since typing began, nothing is sent before a person has
 * seen both.
 */
export function useEdit<T extends W, W extends Words>(
  question: Question<T | null>,
  value: T,
  { wordsOf, send }: Editing<T, W>,
): Edit<W> {
  const token = useToken();
  const [typed, setTyped] = useState<Partial<W>>({});
  /** The words as they were when typing began. */
  const [before, setBefore] = useState<W | null>(null);
  const [theirs, setTheirs] = useState<Partial<W> | null>(null);
  const [saved, setSaved] = useState(false);
  /** What is typed by now, for what goes on while a save is under way. */
  const latest = useRef(typed);
  latest.current = typed;
  const queryKey = [token, question.path];

  const { run, running, problem } = useCommand(async (change: Partial<W>) => {
    const current = await wordsNow();
    const others = namesOf(change).filter(
      (name) => before !== null && current[name] !== before[name] && current[name] !== change[name],
    );
    if (others.length > 0) {
      meet(current, others);
      return;
    }
    await answers.cancelQueries({ queryKey });
    const shown = answers.getQueryData<Received<T | null | undefined>>(queryKey);
    answers.setQueryData<Received<T | null | undefined>>(queryKey, (one) =>
      one?.value == null ? one : { ...one, value: { ...one.value, ...change } },
    );
    try {
      await send(change);
    } catch (thrown) {
      answers.setQueryData(queryKey, shown);
      if (problemOf(thrown).status !== STALE) throw thrown;
      meet(await wordsNow(), namesOf(change));
      return;
    }
    const rest = without(latest.current, change);
    const isAll = namesOf(rest).length === 0;
    setTyped(rest);
    setBefore(isAll ? null : { ...current, ...change });
    setSaved(isAll);
    refetchAll();
  });

  /** The words as the server has them now. */
  async function wordsNow(): Promise<W> {
    return wordsOf((await read(question, new AbortController().signal)).value ?? value);
  }

  function meet(words: W, names: readonly (keyof W)[]): void {
    const met: Partial<W> = {};
    for (const name of names) met[name] = words[name];
    setTheirs(met);
    // A person who saves again has seen these words.
    setBefore(words);
  }

  const words = { ...wordsOf(value), ...typed };
  return {
    words,
    changed: namesOf(typed).length > 0,
    saving: running,
    saved,
    problem,
    theirs,
    write(change) {
      setSaved(false);
      setBefore((kept) => kept ?? wordsOf(value));
      setTyped((kept) => {
        const next: Partial<W> = { ...kept, ...change };
        for (const name of namesOf(next))
          if (next[name] === (before ?? wordsOf(value))[name]) delete next[name];
        return next;
      });
    },
    async save() {
      setTheirs(null);
      if (namesOf(typed).length > 0) await run(typed);
    },
    takeTheirs() {
      setTheirs(null);
      setTyped({});
      setBefore(null);
      refetchAll();
    },
  };
}
