/**
 * Asks what a page is going to ask, before it is there: over a thin link, or with a slow processor, its script and its
 * first drawing take as long as the answer does.
 */
import { hashKey, type Query } from "@tanstack/react-query";
import type { Question } from "../api/question.ts";
import { read } from "../api/request.ts";
import type { Speech } from "../languages/speech.ts";
import { currentToken } from "../session/token.ts";
import { answers } from "./answers.ts";
import { queryOf } from "./query-of.ts";

/** A page that is not there by then asks for itself. */
const AHEAD_MS = 60_000;

/** What was asked ahead and has not been shown and left since. */
const ahead = new Set<string>();

answers.getQueryCache().subscribe(({ type, query }) => {
  if (type === "observerRemoved" || type === "removed") ahead.delete(query.queryHash);
});

/** Asks questions whose answers are read once the words of the dashboard are there, as answers hold words. */
export function askAhead(questions: readonly Question<unknown>[], speech: Promise<Speech>): void {
  for (const question of questions) {
    const query = queryOf(question, currentToken());
    ahead.add(hashKey(query.queryKey));
    void answers.prefetchQuery({ ...query, queryFn: ({ signal }) => read(question, signal, speech) });
  }
}

/** How long an answer need not be asked for again by a part of the page that comes into sight, in milliseconds. */
export function freshMs({ queryHash }: Pick<Query, "queryHash">): number {
  return ahead.has(queryHash) ? AHEAD_MS : 0;
}
