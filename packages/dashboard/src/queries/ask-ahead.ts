/**
 * Starts a page's requests before its script has loaded: on a slow link or device, the script and first render take
 * as long as the response.
 */
import { hashKey, type Query } from "@tanstack/react-query";
import type { Question } from "../api/question.ts";
import { read } from "../api/request.ts";
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

/** Prefetches questions. They are parsed once translations are loaded, because values contain text. */
export function askAhead(questions: readonly Question<unknown>[], speech: Promise<Speech>): void {
  for (const question of questions) {
    const query = queryOf(question, currentToken());
    ahead.add(hashKey(query.queryKey));
    void answers.prefetchQuery({ ...query, queryFn: ({ signal }) => read(question, signal, speech) });
  }
}

/** How long a response counts as fresh for parts that mount later, in milliseconds. */
export function freshMs({ queryHash }: Pick<Query, "queryHash">): number {
  return ahead.has(queryHash) ? AHEAD_MS : 0;
}
