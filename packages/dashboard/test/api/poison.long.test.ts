/** Hostile values in responses: no page fails on any. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { raisedAlertsQuestion } from "../../src/api/alerts/alerts.ts";
import { rulesQuestion } from "../../src/api/alerts/rules.ts";
import { readingsQuestion } from "../../src/api/boat/readings.ts";
import { recentMetricsQuestion } from "../../src/api/boat/recent-metrics.ts";
import { vesselQuestion } from "../../src/api/boat/vessel.ts";
import { wakeQuestion } from "../../src/api/boat/wake.ts";
import { ALL_LOGS, findLogsQuestion } from "../../src/api/logbook/find-logs.ts";
import { monthTotalsQuestion } from "../../src/api/logbook/month-totals.ts";
import { doubtQuestion } from "../../src/api/logs/doubt.ts";
import { editsQuestion } from "../../src/api/logs/edits.ts";
import { logQuestion } from "../../src/api/logs/log.ts";
import { trackQuestion } from "../../src/api/logs/track.ts";
import { mooragesQuestion } from "../../src/api/places/moorages.ts";
import { staysQuestion } from "../../src/api/places/stays.ts";
import type { Question } from "../../src/api/question.ts";
import { AS_SAID } from "../../src/languages/speech.ts";
import { formatDuration } from "../../src/units/duration.ts";
import { formatShortInstants } from "../../src/units/instant.ts";

const TIME = "2026-08-12T10:00:00+00:00";
const PAGE = { limit: 25, offset: 0 };

/** Each question, with a row as the server returns it. */
const QUESTIONS: Readonly<Record<string, readonly [Question<unknown>, Readonly<Record<string, unknown>>]>> = {
  logs: [
    findLogsQuestion(ALL_LOGS, PAGE),
    { name: "", from: "", started: TIME, ended: TIME, distance: 1, duration: "PT1H", not_recorded: 1 },
  ],
  log: [
    logQuestion(1),
    {
      started: TIME,
      extra: { metrics: { "propulsion.main.runTime": 1, "navigation.log": 1 } },
      reasons: { from: { text: "" }, to: { text: "" } },
      segments: [{ kind: "gap", from: TIME, to: TIME, distanceNm: 1 }],
    },
  ],
  track: [
    // For every body: the response is not a list.
    {
      ...trackQuestion(1),
      parse: (bodies) =>
        Array.isArray(bodies) ? bodies.map((body) => trackQuestion(1).parse(body, AS_SAID)) : [],
    },
    { from: TIME, columns: { seconds: [0, 1], latitude: [1, 1], longitude: [1, 1], speed: [1, null] } },
  ],
  months: [monthTotalsQuestion("", ""), { month: "2026-08", logs: 1, distance: 1, not_recorded: 1 }],
  stays: [staysQuestion({}, PAGE), { arrived: TIME, departed: TIME, duration: "PT1H", stayed_at_id: 1 }],
  moorages: [mooragesQuestion, { latitude: 1, longitude: 1, arrivals_departures: 1, total_duration: "PT1H" }],
  readings: [readingsQuestion, { key: "", kind: "number", last_seen: TIME, last_value: 1, mapped_to: "" }],
  rules: [
    rulesQuestion,
    {
      name: "",
      kind: "drag",
      after: "PT1H",
      low: 1,
      area: { coordinates: [1, 1], radius: 1 },
      created_at: TIME,
    },
  ],
  alerts: [raisedAlertsQuestion, { name: "", severity: "warn", raised_at: TIME, snoozed_until: TIME }],
  wake: [wakeQuestion(new Date(TIME)), { time: TIME, latitude: 1, longitude: 1, speedoverground: 1 }],
  metrics: [recentMetricsQuestion, { time: TIME, latitude: 1, longitude: 1, speedoverground: 1 }],
  vessel: [vesselQuestion, { last_contact: TIME, last_metric_time: TIME, mmsi: 1 }],
  doubt: [doubtQuestion(1), { reasons: "", decisions: ["keep"], split_at: TIME }],
  edits: [editsQuestion(null), { kind: "join", started: TIME, made_by: "" }],
};

const poison = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    ...[
      1e300,
      -1e300,
      400,
      "NaN",
      "Infinity",
      "1e999",
      "infinity",
      "-infinity",
      "P99999999999999Y",
      "2026-99-99",
    ],
    ...["0001-01-01T00:00:00+00:00 BC", "294276-12-31T23:59:59+00:00", "2026-08-12T10:00:00+99:99", "\u0000"],
  ),
);

/** The value with some leaves and branches replaced. */
function poisoned(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return orPoison(fc.tuple(...value.map(poisoned)));
  if (typeof value === "object" && value !== null) {
    return orPoison(
      fc.record(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one)]))),
    );
  }
  return orPoison(fc.constant(value));
}

function orPoison(sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: sound, weight: 8 }, { arbitrary: poison, weight: 1 });
}

/** Shows every leaf as a page would; fails on values that no page can show. */
function show(value: unknown): void {
  if (value instanceof Date) {
    expect(value.toISOString()).toMatch(/Z$/);
    expect(formatShortInstants(value, new Date(TIME), { ...AS_SAID, clock: "local", zone: null })).not.toBe(
      "",
    );
  } else if (typeof value === "number") {
    expect(Number.isFinite(value)).toBe(true);
    expect(formatDuration(value)).not.toMatch(/NaN|Infinity/);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      show(one);
      if (key === "latitude" && typeof one === "number") expect(Math.abs(one)).toBeLessThanOrEqual(90);
    }
  }
}

describe("an answer with anything in it", () => {
  test.each(Object.entries(QUESTIONS))("about %s can be shown", (_name, [{ parse }, row]) => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record(Object.fromEntries(Object.entries(row).map(([key, one]) => [key, poisoned(one)])), {
            requiredKeys: [],
          }),
        ),
        (rows) =>
          show(
            parse(
              rows.map((one, index) => ({ ...one, id: index + 1 })),
              AS_SAID,
            ),
          ),
      ),
    );
  });
});
