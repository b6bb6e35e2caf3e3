import { useQuery } from "@tanstack/react-query";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import type { Question } from "../api/question.ts";
import { type Received, read } from "../api/request.ts";
import { useDisplay } from "../preferences/display.tsx";
import { useToken } from "../session/use-token.ts";
import { freshMs } from "./ask-ahead.ts";
import { queryOf } from "./query-of.ts";

/**
 * The response to a question, `undefined` until it arrives. A problem next to a value means that the value is old.
 */
export interface Answer<T> extends Received<T | undefined> {
  readonly problem: ApiProblem | null;
  /** Resolves when the response has arrived; never rejects. */
  readonly refetch: () => Promise<unknown>;
}

/**
 * Asks a question and keeps the response fresh: refetches when the link comes back, when the page regains focus and,
 * if given, every `refreshSeconds` while it is visible. Responses belong to the signed-in user.
 * @param wanted whether to ask at all
 * @param inBackground whether to refetch while the page is hidden, too
 */
export function useAnswer<T>(
  question: Question<T>,
  refreshSeconds: number | null = null,
  wanted = true,
  inBackground = false,
): Answer<T> {
  const token = useToken();
  const speech = useDisplay();
  const { data, error, refetch } = useQuery<Received<T | undefined>>({
    ...queryOf(question, token),
    queryFn: ({ signal }) => read(question, signal, speech),
    staleTime: freshMs,
    enabled: wanted,
    refetchInterval: refreshSeconds === null ? false : refreshSeconds * 1000,
    refetchIntervalInBackground: inBackground,
  });
  return {
    ...data,
    problem: error === null ? null : problemOf(error),
    refetch: () => refetch(),
  };
}
