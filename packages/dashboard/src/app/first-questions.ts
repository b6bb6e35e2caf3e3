import { pastAlertsQuestion, raisedAlertsQuestion } from "../api/alerts/alerts.ts";
import { rulesQuestion } from "../api/alerts/rules.ts";
import { presentQuestion } from "../api/boat/present.ts";
import { readingsQuestion } from "../api/boat/readings.ts";
import { recentMetricsQuestion } from "../api/boat/recent-metrics.ts";
import { ALL_LOGS, findLogsQuestion, logTotalsQuestion } from "../api/logbook/find-logs.ts";
import { logQuestion } from "../api/logs/log.ts";
import { mooragesQuestion } from "../api/places/moorages.ts";
import { staysQuestion } from "../api/places/stays.ts";
import type { Question } from "../api/question.ts";
import { statisticsQuestion } from "../api/statistics/statistics.ts";
import * as paths from "../routing/paths.ts";
import { type PageProps, routeAt } from "./routes.ts";

const FIRST_PAGE = { limit: 25, offset: 0 };

/** The first requests of pages without a filter, by the path of their route, as far as the entry has them. */
const FIRST: Readonly<Record<string, (props: PageProps) => readonly Question<unknown>[]>> = {
  [paths.NOW_PATH]: () => [
    ...[readingsQuestion, recentMetricsQuestion, presentQuestion, raisedAlertsQuestion, rulesQuestion],
  ],
  [paths.LOGS_PATH]: () => [
    ...[findLogsQuestion(ALL_LOGS, FIRST_PAGE), logTotalsQuestion(ALL_LOGS)],
    presentQuestion,
  ],
  // Its track is larger than the rest, and comes with the chart.
  [paths.logPath("$id")]: ({ id }) => [logQuestion(id)],
  [paths.STAYS_PATH]: () => [staysQuestion({}, FIRST_PAGE)],
  [paths.MOORAGES_PATH]: () => [mooragesQuestion],
  [paths.ALERTS_PATH]: () => [raisedAlertsQuestion, pastAlertsQuestion],
  [paths.STATISTICS_PATH]: () => [statisticsQuestion(null)],
};

/** The first requests of a page, as far as they are known before its script has loaded. */
export function firstQuestions({
  pathname,
  search,
}: Pick<Location, "pathname" | "search">): readonly Question<unknown>[] {
  const found = search === "" ? routeAt(pathname) : null;
  return found === null ? [] : (FIRST[found.route.path]?.(found.props) ?? []);
}
