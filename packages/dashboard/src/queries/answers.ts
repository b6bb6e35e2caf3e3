import { QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "../api/problem.ts";
import { followProblem } from "./follow-problem.ts";

/** Answers that no page shows any more are kept this long, so that going back shows a page at once. */
const KEPT_MS = 10 * 60_000;

/**
 * The answers of this visit. Parts of a page with the same question share one request; everything on the page is
 * asked for again when the link comes back and when the page is looked at again.
 */
export const answers = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => followProblem(problemOf(error)) }),
  defaultOptions: {
    queries: {
      // Offline too: the service worker then answers with what it has kept.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: false,
      gcTime: KEPT_MS,
    },
  },
});

/** Forgets every answer, and stops asking. */
export function forgetAnswers(): void {
  void answers.cancelQueries();
  answers.clear();
}

/** Asks for everything on the page again: after a change that shows in more than one place. */
export function refetchAll(): void {
  void answers.invalidateQueries();
}
