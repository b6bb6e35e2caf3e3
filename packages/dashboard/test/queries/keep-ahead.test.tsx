// @vitest-environment happy-dom
/** The list of what is kept ahead: few requests, and the very questions of pages. */
import { expect, test } from "vitest";
import { latestRowQuestion } from "../../src/api/boat/latest-row.ts";
import { recentMetricsQuestion } from "../../src/api/boat/recent-metrics.ts";
import { entriesQuestion } from "../../src/api/entries/entries.ts";
import { photosQuestion } from "../../src/api/entries/photos.ts";
import { ALL_LOGS, findLogsQuestion } from "../../src/api/logbook/find-logs.ts";
import { logQuestion } from "../../src/api/logs/log.ts";
import { lastLogsQuestion } from "../../src/api/logs/logs.ts";
import { trackQuestion } from "../../src/api/logs/track.ts";
import { logsAtMoorageQuestion } from "../../src/api/places/logs-beside.ts";
import { moorageQuestion, swingQuestion } from "../../src/api/places/moorage.ts";
import { moorageNamesQuestion, mooragesQuestion } from "../../src/api/places/moorages.ts";
import { stayQuestion } from "../../src/api/places/stay.ts";
import { staysQuestion, visitsQuestion } from "../../src/api/places/stays.ts";
import { miniaturesQuestion } from "../../src/api/tracks/lines.ts";
import { answersIn, type Bulk, type Ids, pathFor } from "../../src/offline/ahead/bulk.ts";
import { bulkQuestions } from "../../src/queries/keep-ahead.ts";

const numbers = (count: number, from: number) => Array.from({ length: count }, (_, index) => from - index);
const IDS: Ids = { logs: numbers(50, 900), stays: numbers(31, 700), moorages: [3, 4] };
/** A row with every column that filters and orders name. */
const row = (id: number) => ({
  id,
  name: `Log ${id}`,
  ended: "2026-06-01T08:00:00+00:00",
  log_id: 900,
  moorage_id: 3,
  _from_moorage_id: 3,
  _to_moorage_id: 4,
  radius_m: 30,
  arrivals_departures: id,
});

/** The requests of a question. */
function requestsOf({ path, of }: Bulk): readonly string[] {
  if (of === undefined) return [path];
  const ids = IDS[of.list];
  const starts = [...ids.keys()].filter((index) => index % of.atOnce === 0);
  return starts.map((from) => pathFor(path, ids.slice(from, from + of.atOnce)));
}

/** The rows that the server answers. */
function rowsOf({ path, of, makes }: Bulk): readonly object[] {
  const list = makes?.list ?? of?.list ?? (/\/(log|stay|moorage)/.exec(path)?.[1] ?? "log").concat("s");
  return IDS[list === "stays" || list === "moorages" ? list : "logs"].map(row);
}

test("a full logbook is at most 20 requests, each for something else", () => {
  const requests = bulkQuestions().flatMap(requestsOf);
  expect(requests.length).toBeLessThanOrEqual(20);
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests.filter((path) => path.includes("{id}") || path.includes("2147483647"))).toEqual([]);
});

test("the answers are kept under the paths by which pages ask", () => {
  const paths = bulkQuestions().flatMap((bulk) =>
    requestsOf(bulk).flatMap((path) =>
      answersIn(bulk, path, rowsOf(bulk), IDS, 60).map((answer) => answer.path),
    ),
  );
  const page = (offset: number) => ({ limit: 25, offset });
  const questions = [
    ...[findLogsQuestion(ALL_LOGS, page(0)), findLogsQuestion(ALL_LOGS, page(25)), lastLogsQuestion(4)],
    ...[logQuestion(900), logQuestion(851), trackQuestion(900), trackQuestion(851)],
    ...[entriesQuestion(900), entriesQuestion(851), photosQuestion(851)],
    ...[IDS.logs.slice(0, 25), IDS.logs.slice(25), IDS.logs.slice(0, 4)].map(miniaturesQuestion),
    ...[staysQuestion({}, page(0)), staysQuestion({}, page(25)), stayQuestion(700), stayQuestion(670)],
    ...[mooragesQuestion, moorageNamesQuestion, moorageQuestion(4), visitsQuestion(4), swingQuestion(3)],
    ...[logsAtMoorageQuestion("to", 4), logsAtMoorageQuestion("from", 3)],
    ...[recentMetricsQuestion, latestRowQuestion],
  ];
  for (const { path } of questions) expect(paths).toContain(path);
});
