import { useQuery } from "@tanstack/react-query";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import type { Question } from "../api/question.ts";
import { type Received, read } from "../api/request.ts";
import { useToken } from "../session/token.ts";

/** The answer to a question, `undefined` until there is one. A problem next to a value means that the value is old. */
interface Answer<T> extends Received<T | undefined> {
  readonly problem: ApiProblem | null;
  /** Resolves when the answer is there; never rejects. */
  readonly refetch: () => Promise<unknown>;
}

/** Before the first answer. As it counts as data, a problem stays in sight while the question is asked again. */
const NOTHING: Received<undefined> = { value: undefined, total: null, storedAt: null };

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
  const { data, error, refetch } = useQuery<Received<T | undefined>>({
    queryKey: question.visit === undefined ? [token, question.path] : [question.visit, question.path],
    queryFn: ({ signal }) => read(question, signal),
    initialData: NOTHING,
    initialDataUpdatedAt: 0,
    enabled: wanted,
    refetchInterval: refreshSeconds === null ? false : refreshSeconds * 1000,
  });
  return {
    ...data,
    problem: error === null ? null : problemOf(error),
    refetch: () => refetch(),
  };
}
