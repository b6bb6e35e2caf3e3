import type { Question } from "../api/question.ts";
import type { Received } from "../api/request.ts";

/** Placeholder until the first response. Because it counts as data, errors stay visible during refetches. */
const NOTHING: Received<undefined> = { value: undefined, total: null, storedAt: null };

/** The cache key: responses belong to the signed-in user, or to the visited page. */
export function queryOf<T>({ visit, path }: Question<T>, token: string | null) {
  const initialData: Received<T | undefined> = NOTHING;
  return {
    queryKey: visit === undefined ? [token, path] : [visit, path],
    initialData,
    initialDataUpdatedAt: 0,
  };
}
