import type { Question } from "../api/question.ts";
import type { Received } from "../api/request.ts";

/** Before the first answer. As it counts as data, a problem stays in sight while the question is asked again. */
const NOTHING: Received<undefined> = { value: undefined, total: null, storedAt: null };

/** What tells a question from others: answers belong to the person who is signed in, or to the page that is visited. */
export function queryOf<T>({ visit, path }: Question<T>, token: string | null) {
  const initialData: Received<T | undefined> = NOTHING;
  return {
    queryKey: visit === undefined ? [token, path] : [visit, path],
    initialData,
    initialDataUpdatedAt: 0,
  };
}
