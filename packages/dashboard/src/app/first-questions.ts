import { settingsQuestion } from "../api/account/settings.ts";
import { pastAlertsQuestion, raisedAlertsQuestion } from "../api/alerts/alerts.ts";
import { rulesQuestion } from "../api/alerts/rules.ts";
import { presentQuestion } from "../api/boat/present.ts";
import { readingsQuestion } from "../api/boat/readings.ts";
import { recentMetricsQuestion } from "../api/boat/recent-metrics.ts";
import { ALL_LOGS, findLogsQuestion, logTotalsQuestion } from "../api/logbook/find-logs.ts";
import { mooragesQuestion } from "../api/places/moorages.ts";
import { staysQuestion } from "../api/places/stays.ts";
import type { Question } from "../api/question.ts";
import { statisticsQuestion } from "../api/statistics/statistics.ts";
import { AS_SAID, type Speech } from "../languages/speech.ts";
import { askAhead } from "../queries/ask-ahead.ts";
import * as paths from "../routing/paths.ts";
import { isBoatKnown, rememberBoat } from "../session/known-boat.ts";

const FIRST_PAGE = { limit: 25, offset: 0 };

/** The first requests of pages without a filter, as far as the entry chunk has them. */
const FIRST: Readonly<Record<string, () => readonly Question<unknown>[]>> = {
  [paths.NOW_PATH]: () => [
    ...[readingsQuestion, recentMetricsQuestion, presentQuestion, raisedAlertsQuestion, rulesQuestion],
  ],
  [paths.LOGS_PATH]: () => [
    ...[findLogsQuestion(ALL_LOGS, FIRST_PAGE), logTotalsQuestion(ALL_LOGS)],
    presentQuestion,
  ],
  [paths.STAYS_PATH]: () => [staysQuestion({}, FIRST_PAGE)],
  [paths.MOORAGES_PATH]: () => [mooragesQuestion],
  [paths.ALERTS_PATH]: () => [raisedAlertsQuestion, pastAlertsQuestion],
  [paths.STATISTICS_PATH]: () => [statisticsQuestion(null)],
};

/** The first requests of a page, as far as they are known before its script has loaded. */
function firstQuestions({ pathname, search }: Pick<Location, "pathname" | "search">) {
  return search === "" ? (FIRST[pathname]?.() ?? []) : [];
}

/**
 * Asks what a page shows first while its script is on its way; before that whether there is a boat, unless this device
 * knows. Resolves once it is answered.
 */
export async function askFirstQuestions(location: Location, speech: Promise<Speech>): Promise<void> {
  if (!isBoatKnown()) {
    // Needs no translations.
    const settings = await askAhead(settingsQuestion, Promise.resolve(AS_SAID));
    if (settings?.hasVessel !== true) return;
    rememberBoat();
  }
  await Promise.all(firstQuestions(location).map((question) => askAhead(question, speech)));
}
