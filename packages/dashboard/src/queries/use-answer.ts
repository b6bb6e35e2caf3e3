import { useQuery } from "@tanstack/react-query";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import type { Question } from "../api/question.ts";
import { type Received, read } from "../api/request.ts";
import { useDisplay } from "../preferences/display.tsx";
import { useToken } from "../session/token.ts";
import { freshMs } from "./ask-ahead.ts";
import { queryOf } from "./query-of.ts";

/** The answer to a question, `undefined` until there is one. A problem next to a value means that the value is old. */
interface Answer<T> extends Received<T | undefined> {
  readonly problem: ApiProblem | null;
  /** Resolves when the answer is there; never rejects. */
  readonly refetch: () => Promise<unknown>;
}

/**
 * Asks a question and keeps its answer fresh: at once, when the link comes back, when the page is looked at again
 * and, if wanted, every `refreshSeconds` while it is looked at. Answers belong to the person who is signed in.
 * @param wanted whether to ask at all
 */
export function useAnswer<T>(
  question: Question<T>,
  refreshSeconds: number | null = null,
  wanted = true,
): Answer<T> {
  const token = useToken();
  const speech = useDisplay();
  const { data, error, refetch } = useQuery<Received<T | undefined>>({
    ...queryOf(question, token),
    queryFn: ({ signal }) => read(question, signal, speech),
    staleTime: freshMs,
    enabled: wanted,
    refetchInterval: refreshSeconds === null ? false : refreshSeconds * 1000,
  });
  return {
    ...data,
    problem: error === null ? null : problemOf(error),
    refetch: () => refetch(),
  };
}
