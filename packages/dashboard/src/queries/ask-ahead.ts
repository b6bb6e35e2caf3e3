/**
 * Starts a page's requests before its script has loaded: on a slow link or device, the script and first render take
 * as long as the response.
 */
import { hashKey, type Query } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Question } from "../api/question.ts";
import { type Received, read } from "../api/request.ts";
import type { Speech } from "../languages/speech.ts";
import { currentToken } from "../session/token.ts";
import { answers } from "./answers.ts";
import { queryOf } from "./query-of.ts";

/** A page that has not loaded by then fetches for itself. */
const AHEAD_MS = 60_000;

/** Prefetched and not yet shown and left. */
const ahead = new Set<string>();

answers.getQueryCache().subscribe(({ type, query }) => {
  if (type === "observerRemoved" || type === "removed") ahead.delete(query.queryHash);
});

/**
 * Asks a question before what shows it. It is parsed once translations are loaded, because values contain text.
 * @returns undefined if it is refused; what shows it then asks again
 */
export async function askAhead<T>(question: Question<T>, speech: Promise<Speech>): Promise<T | undefined> {
  const query = queryOf(question, currentToken());
  ahead.add(hashKey(query.queryKey));
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => read(question, signal, speech);
  try {
    return (await answers.fetchQuery<Received<T | undefined>>({ ...query, queryFn })).value;
  } catch {
    return undefined;
  }
}

let isFirstAnswered = true;
const waiting = new Set<() => void>();

/** Lets questions that can wait do so until the first ones are answered, and what shows them is there. */
export function holdOthers(first: Promise<unknown>): void {
  isFirstAnswered = false;
  const go = () => {
    isFirstAnswered = true;
    for (const listener of waiting) listener();
  };
  // Answers reach the page in a later task.
  void first.finally(() => setTimeout(go));
}

/** Whether what can wait may be asked now: on a slow link it would delay what the page shows first. */
export function useFirstAnswered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      waiting.add(listener);
      return () => waiting.delete(listener);
    },
    () => isFirstAnswered,
  );
}

/** How long a response counts as fresh for parts that mount later, in milliseconds. */
export function freshMs({ queryHash }: Pick<Query, "queryHash">): number {
  return ahead.has(queryHash) ? AHEAD_MS : 0;
}
