/**
 * Prefetches what users read offline: the service worker keeps every response. A few times a day, while the page is
 * visible; over a metered or slow link less than 250 kB, and nothing over 2G or to save data.
 */

import { latestRowQuestion } from "../api/boat/latest-row.ts";
import { presentQuestion } from "../api/boat/present.ts";
import { readingsQuestion } from "../api/boat/readings.ts";
import { recentMetricsQuestion } from "../api/boat/recent-metrics.ts";
import { vesselQuestion } from "../api/boat/vessel.ts";
import { entriesQuestion } from "../api/entries/entries.ts";
import { photosQuestion } from "../api/entries/photos.ts";
import { ALL_LOGS, findLogsQuestion, logTotalsQuestion } from "../api/logbook/find-logs.ts";
import { logQuestion } from "../api/logs/log.ts";
import { trackQuestion } from "../api/logs/track.ts";
import { logsAtMoorageQuestion } from "../api/places/logs-beside.ts";
import { moorageQuestion, swingQuestion } from "../api/places/moorage.ts";
import { moorageNamesQuestion, mooragesQuestion } from "../api/places/moorages.ts";
import { stayQuestion } from "../api/places/stay.ts";
import { staysQuestion, visitsQuestion } from "../api/places/stays.ts";
import { problemOf } from "../api/problem.ts";
import type { Question } from "../api/question.ts";
import { read } from "../api/request.ts";
import { badgesQuestion } from "../api/statistics/badges.ts";
import { statisticsQuestion } from "../api/statistics/statistics.ts";
import { miniaturesQuestion } from "../api/tracks/lines.ts";
import { AS_SAID } from "../languages/speech.ts";
import { isReachable } from "../offline/connectivity.ts";
import { remember, remembered } from "../offline/remembered.ts";
import { isDearLink, isThinLink } from "../offline/thin-link.ts";
import { isBoatKnown } from "../session/known-boat.ts";
import { currentToken, lastEmail } from "../session/token.ts";

/** Let the opened page load first. */
const FIRST_WAIT_MS = 20_000;
const PAUSE_MS = 300;
const EVERY_MS = 6 * 3_600_000;
/** How often to check whether a prefetch is due and possible. */
const LOOK_AGAIN_MS = 60_000;
/** After an interrupted prefetch. */
const RETRY_MS = 15 * 60_000;
/** When it was last done, and for whom. */
const KEY = "wakelog.kept-ahead";

/**
 * Rows per list page. Details are kept for so many pages of the newest logs, one page of the newest stays, and so
 * many of the most visited moorages.
 */
const PAGE = 25;
const LOG_PAGES = 2;
const MOST_PLACES = 50;
/** For this many of the most visited moorages, also visits, swing, and the logs to and from there. */
const OFTEN_VISITED = 20;

/** Starts prefetching for offline use. */
export function keepAhead(): void {
  after(FIRST_WAIT_MS);
}

function after(milliseconds: number): void {
  window.setTimeout(() => void keepNow().then(after), milliseconds);
}

/** @returns milliseconds until the next check */
async function keepNow(): Promise<number> {
  if (!mayFetch() || !isDue()) return LOOK_AGAIN_MS;
  const account = lastEmail().toLowerCase();
  try {
    await fetchAll();
    remember(KEY, `${Date.now()} ${account}`);
    return LOOK_AGAIN_MS;
  } catch {
    // The link broke, the page was hidden, or the user signed out: what arrived so far is kept.
    return RETRY_MS;
  }
}

/** Whether a user with a boat is signed in on a good link. */
function mayFetch(): boolean {
  const keeps = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  return (
    keeps && currentToken() !== null && isBoatKnown() && isReachable() && !isDearLink() && !document.hidden
  );
}

function isDue(): boolean {
  const [time = "0", account = ""] = (remembered(KEY) ?? "").split(" ");
  const since = Date.now() - Number(time);
  return account !== lastEmail().toLowerCase() || !(since >= 0 && since < EVERY_MS);
}

/** Prefetches a question; null if the server refuses it. @throws if there is no reason to continue */
async function keep<T>(question: Question<T>): Promise<T | null> {
  await new Promise((resolve) => window.setTimeout(resolve, PAUSE_MS));
  if (!mayFetch()) throw new Error("this is not the time to fetch ahead");
  try {
    return (await read(question, new AbortController().signal, AS_SAID)).value;
  } catch (thrown) {
    const { status } = problemOf(thrown);
    if (status === 0 || status === 401 || status === 429) throw thrown;
    return null;
  }
}

async function fetchAll(): Promise<void> {
  for (const question of [vesselQuestion, presentQuestion, readingsQuestion, latestRowQuestion]) {
    await keep<unknown>(question);
  }
  const isThin = isThinLink();
  await keep(recentMetricsQuestion);
  await keep(logTotalsQuestion(ALL_LOGS));
  for (let page = 0; page < (isThin ? 1 : LOG_PAGES); page++) {
    const logs = (await keep(findLogsQuestion(ALL_LOGS, { limit: PAGE, offset: page * PAGE }))) ?? [];
    if (logs.length > 0) await keep(miniaturesQuestion(logs.map(({ id }) => id)));
    for (const { id } of logs) {
      await keep(logQuestion(id));
      await keep(trackQuestion(id));
      await keep(entriesQuestion(id));
      await keep(photosQuestion(id));
    }
  }
  await keep(moorageNamesQuestion);
  const moorages = (await keep(mooragesQuestion)) ?? [];
  for (const [place, { id }] of moorages.slice(0, isThin ? 0 : MOST_PLACES).entries()) {
    await keep(moorageQuestion(id));
    if (place >= OFTEN_VISITED) continue;
    await keep(visitsQuestion(id));
    await keep(swingQuestion(id));
    await keep(logsAtMoorageQuestion("to", id));
    await keep(logsAtMoorageQuestion("from", id));
  }
  const anywhere = { place: "", from: "", to: "", type: null };
  const stays = (await keep(staysQuestion(anywhere, { limit: PAGE, offset: 0 }))) ?? [];
  for (const { id } of isThin ? [] : stays) await keep(stayQuestion(id));
  await keep(statisticsQuestion(null));
  await keep(badgesQuestion);
}
