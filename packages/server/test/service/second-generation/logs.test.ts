/** Logs at both addresses: run times of engines, and the wind, in rows, features and statistics (rows 1 and 2). */
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { client } from "../../../../../test/support/client.ts";
import { passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 2, 6);
/** Knots of the apparent wind, and of the true wind: each at most, and what it is on average. */
const APPARENT = { max: 22, mean: 20 };
const TRUE = { max: 13, mean: 11 };

/** Hours under way, an hour at rest before and after. */
const sail = (from: number, hours: number, metrics: (minute: number) => object) =>
  passage(
    from,
    [
      { stay: "moored", minutes: 60 },
      { sail: 90, knots: 6, minutes: hours * 60 },
      { stay: "moored", minutes: 60 },
    ],
    { latitude: 59, longitude: 20 },
  )
    .filter((_, minute) => minute % 3 === 0)
    .map((row, n) => ({ ...row, windspeedapparent: APPARENT.max - (n % 5), metrics: metrics(n) }));

const service = serviceForTests();
const api = client(() => service.apiUrl);
let skipper: Skipper;
let measured: number;
let unmeasured: number;
let byHand: number;
beforeAll(async () => {
  skipper = await newSkipper(service);
  const knots = (n: number) => (TRUE.max - (n % 5)) * KNOT_MPS;
  // An instrument's fault once in a while, which does not count.
  const winds = sail(START, 25, (n) => ({
    "environment.wind.speedTrue": n % 100 === 50 ? 90 : knots(n),
  }));
  for (let at = 0; at < winds.length; at += 1000) await skipper.send(winds.slice(at, at + 1000));
  await skipper.send(sail(START + 3 * DAY, 2, () => ({})));
  [[measured = 0] = [], [unmeasured = 0] = []] = await skipper.logs(START);
  // At the berth, where rows with true wind are.
  const entered = {
    ...{ _from_lat: 59, _from_lng: 20, _to_lat: 59.01, _to_lng: 20, max_wind_speed: 9 },
    _from_time: new Date(START + 10 * MINUTE).toISOString(),
    _to_time: new Date(START + 50 * MINUTE).toISOString(),
  };
  const { json } = await api.post("/logbook", entered, {
    token: skipper.sailor.userToken,
    headers: { Prefer: "return=representation" },
  });
  byHand = z.number().parse(json?.[0]?.id);
  await service.drainJobs();
}, 120_000);

/** What the root and `/v2` answer. */
async function both(path: string) {
  const token = skipper.sailor.userToken;
  const answers = [await api.get(path, { token }), await api.get(`/v2${path}`, { token })] as const;
  for (const { status, text } of answers) expect([200, text]).toEqual([status, text]);
  return [answers[0].json, answers[1].json] as const;
}
const near = (knots: number) => expect.closeTo(knots, 1);

describe.each(["logbook", "log_view"])("%s", (view) => {
  test("has the greatest wind, apparent or true; as entered by hand", async () => {
    const [first, second] = await both(`/${view}?select=id,max_wind_speed&order=id`);
    const of = (rows: readonly { id: number; max_wind_speed: number }[]) =>
      new Map(rows.map((row) => [row.id, row.max_wind_speed]));
    const [root, other] = [of(first), of(second)];
    expect([measured, unmeasured, byHand].map((id) => root.get(id))).toEqual([
      ...[APPARENT.max, APPARENT.max, 9].map(near),
    ]);
    expect([measured, unmeasured, byHand].map((id) => other.get(id))).toEqual([
      ...[TRUE.max, APPARENT.max, 9].map(near),
    ]);
  });

  test("is filtered and ordered by what it shows", async () => {
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
    const [first, second] = await both(
      `/${view}?select=id&max_wind_speed=gt.15&order=max_wind_speed.desc,id`,
    );
    expect([ids(first), ids(second)]).toEqual([[measured, unmeasured].toSorted(), [unmeasured]]);
    const [least, leastThere] = await both(`/${view}?select=id&order=max_wind_speed&limit=2`);
    expect(ids(least)).toContain(byHand);
    expect(ids(leastThere)).toEqual([byHand, measured]);
  });

  test("has the mean wind in extra, unless a user wrote one", async () => {
    const extras = async () => {
      const [[first], [second]] = await both(`/${view}?id=eq.${measured}&select=extra`);
      return [first.extra, second.extra];
    };
    const [first, second] = await extras();
    expect([first.avg_wind_speed, second.avg_wind_speed]).toEqual([near(APPARENT.mean), near(TRUE.mean)]);
    expect({ ...second, avg_wind_speed: first.avg_wind_speed }).toEqual(
      view === "logbook" ? first : { ...first, polar: undefined },
    );
    const write = (extra: object) =>
      api.patch(`/${view}?id=eq.${measured}`, { extra }, { token: skipper.sailor.userToken });
    expect((await write({ ...first, avg_wind_speed: 17 })).status).toBe(204);
    expect((await extras()).map(({ avg_wind_speed }) => avg_wind_speed)).toEqual([17, 17]);
    await write(first);
    expect(await extras()).toEqual([first, second]);
  });
});

test("extra that is sent back as it was read changes nothing, and a run time may be sent either way", async () => {
  const token = skipper.sailor.userToken;
  const row = `/logbook?id=eq.${measured}&select=extra`;
  const extras = async () => (await both(row)).map(([{ extra }]) => extra);
  const send = async (base: string, extra: object) => {
    const answer = await api.patch(`${base}/logbook?id=eq.${measured}`, { extra }, { token });
    expect([204, answer.text]).toEqual([answer.status, ""]);
  };
  const [before] = await extras();
  const withTime = (time: number | string) => ({
    ...before,
    metrics: { ...before.metrics, "propulsion.main.runTime": time },
  });
  for (const [sent, seconds, shown] of [
    [90.5, 90.5, "PT1M30.5S"],
    ["PT2H", 7200, "PT2H"],
    ["P1DT1H", 90_000, "PT25H"],
    ["PT", "PT", "PT"],
    ["P1DT", "P1DT", "P1DT"],
  ] as const) {
    await send("/v2", withTime(sent));
    const [first, second] = await extras();
    expect(first).toEqual(withTime(seconds));
    expect(second.metrics["propulsion.main.runTime"]).toBe(shown);
    await send("/v2", { ...second, tags: ["race"] });
    expect(await extras()).toEqual([
      { ...first, tags: ["race"] },
      { ...second, tags: ["race"] },
    ]);
  }
  // The root stores what it gets, also if it is what /v2 shows.
  const written = { ...before, avg_wind_speed: (await extras())[1].avg_wind_speed };
  await send("", written);
  expect((await extras())[0]).toEqual(written);
  await send("", before);
  expect((await extras())[0]).toEqual(before);
});

const line = z.object({
  type: z.literal("Feature"),
  properties: z.object({
    id: z.number(),
    max_wind_speed: z.number().optional(),
    avg_wind_speed: z.number().optional(),
    /** Of a leg, when it begins. */
    period_start: z.string().optional(),
    extra: z.looseObject({ avg_wind_speed: z.number() }).optional(),
  }),
});

/** The lines of a log within an answer. */
function linesIn(json: unknown): readonly z.infer<typeof line>["properties"][] {
  const { data } = line.safeParse(json);
  if (data?.properties.id === measured) return [data.properties];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(linesIn) : [];
}

const point = z.object({
  properties: z.object({ time: z.string(), windspeedapparent: z.number(), truewindspeed: z.number() }),
});

/** The mean wind of a log's points on the day from an instant on: each counts for the time since the one before. */
async function meanWinds(since: string): Promise<readonly [number, number]> {
  const [answer] = await both(`/rpc/export_logbook_metrics_trip_fn?_id=${measured}`);
  const points = z.array(point).parse(answer);
  const times = points.map(({ properties }) => Date.parse(properties.time));
  const weights = times.map((at, n) => at - (times[n - 1] ?? 2 * at - (times[1] ?? at)));
  const from = Date.parse(since);
  const mean = (
    of: (one: z.infer<typeof point>["properties"]) => number,
    most = Number.POSITIVE_INFINITY,
  ) => {
    let [sum, whole] = [0, 0];
    for (const [n, { properties }] of points.entries()) {
      const at = times[n] ?? 0;
      if (at < from || at >= from + DAY || of(properties) > most) continue;
      sum += of(properties) * (weights[n] ?? 0);
      whole += weights[n] ?? 0;
    }
    return sum / whole;
  };
  // The one true wind that those around it contradict does not count.
  return [mean((one) => one.windspeedapparent), mean((one) => one.truewindspeed, TRUE.max + 1)];
}

test("features have their log's extra, and winds like it", async () => {
  const token = skipper.sailor.userToken;
  const row = `/logbook?id=eq.${measured}&select=extra,_from_moorage_id,_to_moorage_id`;
  const [before] = (await both(row))[0];
  const metrics = { ...before.extra.metrics, "propulsion.main.runTime": 5400 };
  await api.patch(`/logbook?id=eq.${measured}`, { extra: { ...before.extra, metrics } }, { token });
  const extras = (await both(row)).map(([{ extra }]) => extra);
  expect(extras.map((extra) => extra.metrics["propulsion.main.runTime"])).toEqual([5400, "PT1H30M"]);
  const { _from_moorage_id: from, _to_moorage_id: to } = before;
  for (const [path, number] of [
    // The line, then two legs of a day.
    [`/rpc/export_logbook_geojson_trip_fn?_id=${measured}`, 3],
    [`/log_view?id=eq.${measured}`, 3],
    [`/rpc/logbook_update_geojson_trip_fn?_id=${measured}`, 1],
    [`/rpc/export_logbook_geojson_fn?_id=${measured}`, 1],
    [`/rpc/export_logbook_geojson_linestring_trip_fn?_id=${measured}`, 1],
    [`/rpc/export_logbooks_geojson_linestring_trips_fn?start_log=${measured}`, 1],
    [`/logs_geojson_view?id=eq.${measured}`, 1],
    [`/rpc/find_log_from_moorage_fn?_id=${from}`, 1],
    [`/rpc/find_log_to_moorage_fn?_id=${to}`, 1],
    [`/logbook?id=eq.${measured}&select=track_geojson`, 1],
  ] as const) {
    for (const [place, answer] of (await both(path)).entries()) {
      const lines = linesIn(answer);
      const { max } = place === 0 ? APPARENT : TRUE;
      expect([path, lines.length]).toEqual([path, number]);
      for (const { max_wind_speed: most, avg_wind_speed: average, extra, period_start: since } of lines) {
        expect([path, most ?? max, extra ?? extras[place]]).toEqual([path, near(max), extras[place]]);
        expect([most, average, extra].some((value) => value !== undefined)).toBe(true);
        if (average === undefined) continue;
        // To the rounding of two digits: of a leg counted from the points, of the whole as in `extra`.
        const mean = since === undefined ? null : (await meanWinds(since))[place];
        expect([path, average]).toEqual([
          path,
          mean == null ? extras[place].avg_wind_speed : expect.closeTo(mean, 2),
        ]);
      }
    }
  }
});

test("statistics have it too", async () => {
  for (const path of ["/rpc/stats_fn", "/rpc/stats_logs_fn"]) {
    const [first, second] = (await both(path)).map(({ stats }) => stats.stats_logs ?? stats);
    expect(first).toMatchObject({
      max_wind_speed: near(APPARENT.max),
      max_wind_speed_id: Math.min(measured, unmeasured),
    });
    expect(second).toMatchObject({ max_wind_speed: near(APPARENT.max), max_wind_speed_id: unmeasured });
    expect({ ...second, max_wind_speed: null, max_wind_speed_id: null }).toEqual({
      ...first,
      ...{ max_wind_speed: null, max_wind_speed_id: null },
    });
  }
  const [first, second] = (await both("/rpc/stats_fn")).map(({ stats }) =>
    stats.logs_top_wind_speed.map(({ id, max_wind_speed }: { id: number; max_wind_speed: number }) => [
      id,
      Math.round(max_wind_speed),
    ]),
  );
  expect(first.slice(0, 2).toSorted()).toEqual(
    [
      [measured, APPARENT.max],
      [unmeasured, APPARENT.max],
    ].toSorted(),
  );
  expect(second).toEqual([
    [unmeasured, APPARENT.max],
    [measured, TRUE.max],
    [byHand, 9],
  ]);
  const token = skipper.sailor.userToken;
  await api.delete(`/logbook?id=eq.${unmeasured}`, { token });
  await service.drainJobs();
  const [root, other] = await both("/stats_logs_view?select=max_wind_speed");
  expect([root, other]).toEqual([
    [{ max_wind_speed: near(APPARENT.max) }],
    [{ max_wind_speed: near(TRUE.max) }],
  ]);
});
