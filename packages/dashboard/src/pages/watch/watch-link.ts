/** Whether the service answers what the night watch asks, although a request may hang without an error. */
import { raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import type { Question } from "../../api/question.ts";
import type { Received } from "../../api/request.ts";
import { answers } from "../../queries/answers.ts";
import { queryOf } from "../../queries/query-of.ts";

/** A request without an answer for this long is sent again: it may wait on a connection that is gone. */
const HUNG_MS = 45_000;

/** Without these two the watch is blind. */
const NEEDED: readonly Question<unknown>[] = [rulesQuestion, raisedAlertsQuestion];

/** When the service itself last answered all that the watch needs; null if it has not. */
export function lastAnswered(token: string | null): number | null {
  const times = NEEDED.map((question) => {
    const state = answers.getQueryState<Received<unknown>>(queryOf(question, token).queryKey);
    return state?.data?.storedAt === null ? state.dataUpdatedAt : 0;
  });
  const oldest = Math.min(...times);
  return oldest === 0 ? null : oldest;
}

/** Whether a request of the watch has hung since it was last settled or sent again. */
export function isHung(token: string | null, sentAgainAt: number, at: number): boolean {
  return [...NEEDED, recentMetricsQuestion].some((question) => {
    const state = answers.getQueryState(queryOf(question, token).queryKey);
    if (state === undefined || state.fetchStatus !== "fetching") return false;
    return at - Math.max(state.dataUpdatedAt, state.errorUpdatedAt, sentAgainAt) >= HUNG_MS;
  });
}
