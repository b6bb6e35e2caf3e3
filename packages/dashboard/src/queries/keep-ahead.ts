/**
 * What users read offline, as few requests: the service worker sends them and keeps the answers. To keep more, add a
 * question to `BULK`, to the rows of another if they contain it.
 */

import { nearAddress } from "../api/address.ts";
import { latestRowQuestion } from "../api/boat/latest-row.ts";
import { presentQuestion } from "../api/boat/present.ts";
import { readingsQuestion } from "../api/boat/readings.ts";
import { recentMetricsQuestion } from "../api/boat/recent-metrics.ts";
import { entriesQuestion } from "../api/entries/entries.ts";
import { photosQuestion } from "../api/entries/photos.ts";
import { ALL_LOGS, findLogsQuestion, logTotalsQuestion } from "../api/logbook/find-logs.ts";
import { logQuestion } from "../api/logs/log.ts";
import { lastLogsQuestion } from "../api/logs/logs.ts";
import { trackQuestion, tracksOfLogsQuestion } from "../api/logs/track.ts";
import { logsAtMoorageQuestion } from "../api/places/logs-beside.ts";
import { moorageQuestion, swingQuestion } from "../api/places/moorage.ts";
import { moorageNamesQuestion, mooragesQuestion } from "../api/places/moorages.ts";
import { stayQuestion } from "../api/places/stay.ts";
import { staysQuestion, visitsQuestion } from "../api/places/stays.ts";
import type { Question } from "../api/question.ts";
import { badgesQuestion } from "../api/statistics/badges.ts";
import { statisticsQuestion } from "../api/statistics/statistics.ts";
import { windsQuestion } from "../api/statistics/winds.ts";
import { miniaturesQuestion } from "../api/tracks/lines.ts";
import type { Bulk, IdList, Part, Placeholder } from "../offline/ahead/bulk.ts";
import type { Ahead } from "../offline/ahead/run.ts";
import { isReachable } from "../offline/connectivity.ts";
import { tell } from "../offline/fetch-ahead.ts";
import { isDearLink } from "../offline/thin-link.ts";
import { isBoatKnown } from "../session/known-boat.ts";
import { currentToken } from "../session/token.ts";

/** The worker answers most of these with "not yet". */
const AGAIN_MS = 10 * 60_000;

/** Rows per list page, and how many rows are kept. */
const PAGE = 25;
const LOGS = 50;
const STAYS = 100;
const MOORAGES = 50;
/** Logs per request for tracks; the server's limit is 15. */
const TRACKS_AT_ONCE = 13;
/** Voyages shown on the page Now. */
const LAST = 4;

/** Larger than any id of the server, so that it marks where paths have one. */
const ANY_ID = 2_147_483_647;
const ID: Placeholder = "{id}";

/** A question's path, with a placeholder for its id. */
function templateOf({ path }: Question<unknown>): string {
  return path.replaceAll(String(ANY_ID), ID);
}

/** A question about one row, as a question about many: with other filters, and with further columns. */
function manyOf(
  question: Question<unknown>,
  more: Readonly<Record<string, string>>,
  columns: readonly string[] = [],
): string {
  const { pathname, searchParams } = new URL(question.path, window.location.origin);
  const query = [...searchParams].filter(([, filter]) => filter !== `eq.${ANY_ID}`);
  const select = [...(searchParams.get("select")?.split(",") ?? []), ...columns].join(",");
  const path = `${pathname}?${new URLSearchParams({ ...Object.fromEntries(query), ...more, select })}`;
  return path.replaceAll(String(ANY_ID), ID);
}

interface Rows {
  readonly limit: number;
  readonly offset: number;
}

const findLogs = (rows: Rows) => findLogsQuestion(ALL_LOGS, rows);
const stays = (rows: Rows) => staysQuestion({}, rows);
const first = (limit: number): Rows => ({ limit, offset: 0 });
const only = ({ path, count }: Question<unknown>): Bulk => ({ path, count });
const part = ({ path }: Question<unknown>): Part => ({ path });
const each = (list: IdList, question: Question<unknown>): Part => ({
  path: templateOf(question),
  each: list,
});
const pages = (question: (rows: Rows) => Question<unknown>, rows: number): readonly Part[] =>
  Array.from({ length: rows / PAGE }, (_, page) => part(question({ limit: PAGE, offset: page * PAGE })));
const miniatures = (from: number, to: number): Part => ({
  path: templateOf(miniaturesQuestion([ANY_ID])),
  list: "logs",
  from,
  to,
});
const ofLogs = (question: Question<unknown>): Bulk => ({
  path: manyOf(question, { log_id: `in.(${ANY_ID})` }, ["log_id"]),
  of: { list: "logs", atOnce: LOGS },
  answers: [each("logs", question)],
});

/** What to keep: what is small and most used first, and of tracks the newest. */
export function bulkQuestions(): readonly Bulk[] {
  const [log, stay, moorage] = [logQuestion(ANY_ID), stayQuestion(ANY_ID), moorageQuestion(ANY_ID)];
  return [
    { ...only(findLogs(first(LOGS))), makes: { list: "logs", most: LOGS }, answers: pages(findLogs, LOGS) },
    {
      ...only(mooragesQuestion),
      makes: { list: "moorages", most: MOORAGES },
      answers: [part(mooragesQuestion), part(moorageNamesQuestion)],
    },
    {
      path: manyOf(log, { order: "started.desc", limit: String(LOGS) }, [
        "_from_moorage_id",
        "_to_moorage_id",
      ]),
      showsChanges: true,
      answers: [
        each("logs", log),
        part(lastLogsQuestion(LAST)),
        each("moorages", logsAtMoorageQuestion("to", ANY_ID)),
        each("moorages", logsAtMoorageQuestion("from", ANY_ID)),
      ],
    },
    ofLogs(entriesQuestion(ANY_ID)),
    ofLogs(photosQuestion(ANY_ID)),
    {
      path: templateOf(miniaturesQuestion([ANY_ID])),
      of: { list: "logs", atOnce: LOGS },
      answers: [miniatures(0, PAGE), miniatures(PAGE, LOGS), miniatures(0, LAST)],
    },
    only(logTotalsQuestion(ALL_LOGS)),
    only(presentQuestion),
    only(readingsQuestion),
    { ...only(recentMetricsQuestion), answers: [part(recentMetricsQuestion), part(latestRowQuestion)] },
    {
      path: manyOf(stays(first(STAYS)), {}, ["moorage_id"]),
      count: true,
      makes: { list: "stays", most: STAYS },
      answers: [...pages(stays, STAYS), each("moorages", visitsQuestion(ANY_ID))],
    },
    {
      path: manyOf(stay, { order: "arrived.desc", limit: String(STAYS) }),
      answers: [each("stays", stay), each("moorages", swingQuestion(ANY_ID))],
    },
    {
      path: manyOf(moorage, { order: "arrivals_departures.desc", limit: String(MOORAGES) }),
      answers: [each("moorages", moorage)],
    },
    only(statisticsQuestion(null)),
    only(badgesQuestion),
    only(windsQuestion(null)),
    // Most of the bytes and of the server's work.
    {
      path: templateOf(tracksOfLogsQuestion([ANY_ID])),
      of: { list: "logs", atOnce: TRACKS_AT_ONCE },
      onlyChanged: true,
      answers: [{ path: templateOf(trackQuestion(ANY_ID)), alone: true }],
    },
  ];
}

/** Has the service worker keep what users read offline: now, and then while the page is open. */
export function keepAhead(): void {
  if (!("serviceWorker" in navigator)) return;
  void ask();
  window.setInterval(() => void ask(), AGAIN_MS);
}

async function ask(): Promise<void> {
  const token = currentToken();
  if (token === null || !isBoatKnown() || document.hidden || !isReachable() || isDearLink()) return;
  const ahead: Ahead = { address: await nearAddress(), token, questions: bulkQuestions() };
  await tell({ ahead });
}
