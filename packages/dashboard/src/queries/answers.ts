import { QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "../api/problem.ts";
import { followProblem } from "./follow-problem.ts";

/** Unused responses are kept this long, so that going back shows a page at once. */
const KEPT_MS = 10 * 60_000;

/**
 * The responses of this visit. Parts of a page with the same question share one request; everything visible is
 * refetched when the link comes back and when the page regains focus.
 */
export const answers = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => followProblem(problemOf(error)) }),
  defaultOptions: {
    queries: {
      // Offline too: the service worker then responds from its cache.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: false,
      gcTime: KEPT_MS,
    },
  },
});

/** Clears all responses and stops requests. */
export function forgetAnswers(): void {
  void answers.cancelQueries();
  answers.clear();
}

/** Refetches everything on the page, after a change that shows in several places. */
export function refetchAll(): void {
  void answers.invalidateQueries();
}
