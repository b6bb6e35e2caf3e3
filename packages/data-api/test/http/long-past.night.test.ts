/**
 * One boat's long history must not slow others: while it is folded, previewed and exported, nothing holds the
 * service's event loop for long, and others are served. The service is a separate process that measures this itself,
 * because the clock of a busy machine proves little.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Answer, client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../test/support/installation.ts";
import { passage } from "../../../../test/support/passage.ts";
import type { JsonObject } from "../../src/engine/handlers.ts";

const START = Date.UTC(2026, 1, 1);
const DAYS = 60;
/** The promise is 50 ms on a machine that does nothing else. */
const LONGEST_MS = 250;
/** On a busy machine any hold may look long; a real one occurs each time. */
const ATTEMPTS = 4;

const installation = installationForTests();

/** Days of ten hours under way: out, a stop, and back. */
function longPast(): JsonObject[] {
  const day = [
    { stay: "moored", minutes: 600 },
    { sail: 160, knots: 5, minutes: 300 },
    { stay: "anchored", minutes: 120 },
    { sail: 340, knots: 5, minutes: 300 },
    { stay: "moored", minutes: 120 },
  ] as const;
  return passage(START, Array.from({ length: DAYS }, () => day).flat());
}

/** Three weeks at sea without a stop. */
function longPassage(): JsonObject[] {
  return passage(START, [
    { stay: "moored", minutes: 120 },
    { sail: 220, knots: 5, minutes: 21 * 1440 },
    { stay: "moored", minutes: 120 },
  ]);
}

const later = (row: JsonObject, seconds: number): JsonObject => ({
  ...row,
  time: new Date(Date.parse(String(row.time)) + seconds * 1000).toISOString(),
});

it("never holds the event loop for long, and others are answered", { timeout: 300_000 }, async () => {
  const service = installation.run(["start"], { WAKELOG_RATE_LIMITS: "off" });
  const api = client(await urlIn(service, "API"));
  const metricsUrl = `${await urlIn(service, "Operations")}/metrics`;
  /** Longest hold since the last time that it was read, milliseconds. */
  const longestHold = async (): Promise<number> => {
    const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await (await fetch(metricsUrl)).text());
    return Number(seconds?.[1]) * 1000;
  };
  const busy = await newSailor(api, "Busy");
  const other = await newSailor(api, "Other");
  const post = (rows: readonly JsonObject[], { vesselToken }: Sailor): Promise<Answer> =>
    api.post("/metrics?select=time", rows, { token: vesselToken });
  /** Posts rows in batches and waits until every log is finished. */
  const postAll = async (rows: readonly JsonObject[], sailor: Sailor): Promise<readonly Answer[]> => {
    const answers: Answer[] = [];
    for (let at = 0; at < rows.length; at += 2000)
      answers.push(await post(rows.slice(at, at + 2000), sailor));
    const unfinished = () =>
      api.get("/logbook?select=id&active=is.false&track_geojson=is.null&limit=1", {
        token: sailor.userToken,
      });
    while ((await unfinished()).json.length > 0) await sleep(200);
    return answers;
  };
  const past = longPast();
  for (const { status } of await postAll(past, busy)) expect(status).toBe(201);

  const rpc = (name: string, args: unknown) => api.post(`/rpc/${name}`, args, { token: busy.userToken });
  // Every nth row, from the whole history in random order.
  const late = (attempt: number) =>
    Array.from({ length: 2000 }, (_, i) => later(past[(i * 7919) % past.length] ?? {}, 30 + attempt));
  const works: Readonly<Record<string, (attempt: number) => Promise<readonly Answer[]>>> = {
    refold: async () => [await rpc("refold_fn", { from_time: null })],
    previews: () => Promise.all([1, 2].map(() => rpc("preview_fold_fn", { settings: {} }))),
    "late rows": async (attempt) => [await post(late(attempt), busy)],
    "an export as GPX": async () => [await rpc("export_logbooks_gpx_fn", {})],
    "an export as KML": async () => [await rpc("export_logbooks_kml_fn", {})],
    "a long passage": async () => postAll(longPassage(), await newSailor(api, "Far")),
  };
  const statuses: number[] = [];
  let minute = 0;
  const others = setInterval(() => {
    const row = { ...past[minute++], time: new Date(START + minute * 1000).toISOString() };
    for (const answer of [post([row], other), api.get("/monitoring_view", { token: other.userToken })])
      void answer.then(({ status }) => statuses.push(status));
  }, 200);
  try {
    for (const [name, work] of Object.entries(works)) {
      const holds: number[] = [];
      while (holds.length < ATTEMPTS && !holds.some((hold) => hold < LONGEST_MS)) {
        await longestHold();
        for (const { status, text } of await work(holds.length))
          expect([200, 201], text.slice(0, 200)).toContain(status);
        holds.push(Math.round(await longestHold()));
      }
      expect(Math.min(...holds), `${name}: ${holds.join(", ")} ms`).toBeLessThan(LONGEST_MS);
    }
  } finally {
    clearInterval(others);
  }
  expect(statuses.length).toBeGreaterThan(5);
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  service.process.kill("SIGTERM");
  await service.ended;
});
