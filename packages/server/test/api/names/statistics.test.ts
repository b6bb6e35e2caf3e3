/** Statistics and graphs under the names of later clients, compared with plain sums over random logs. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../test/support/laws/cases.ts";
import { START } from "../../boat/voyages/corrections/entering.ts";
import { ownerForTests } from "./owner.ts";

const { person, one, sailedLog } = ownerForTests();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GRAPHS = [
  ...["by_day", "by_week", "by_month", "by_year", "by_year_month", "by_year_week", "by_month_day", "network"],
] as const;

interface Log {
  readonly id: number;
  readonly name: string | null;
  readonly started: number;
  readonly ended: number;
  readonly nm: number;
  readonly from: string;
  readonly to: string;
}

const place = fc.constantFrom("Utö", "Korpo", "Nötö");
const logs = fc.array(
  fc.record({
    pause: fc.integer({ min: 1, max: 400 }),
    hours: fc.integer({ min: 1, max: 40 }),
    from: place,
    to: place,
  }),
  { minLength: 1, maxLength: 8 },
);

/** ISO weekday (Monday 1), week and year of an instant. */
function isoWeek(time: number): readonly [day: number, week: number, year: number] {
  const day = new Date(time).getUTCDay() || 7;
  const thursday = Math.floor(time / DAY) * DAY + (4 - day) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  return [day, 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY)), year];
}
const counts = (from: number, to: number, values: readonly number[], digits = 2) =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, n) => [
      String(from + n).padStart(digits, "0"),
      values.filter((value) => value === from + n).length,
    ]),
  );
const list = (last: number, values: readonly number[]) =>
  Array.from({ length: last }, (_, n) => values.filter((value) => value === n + 1).length);
const grouped = <T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

function graphs(sailed: readonly Log[]) {
  const starts = sailed.map(({ started }) => started);
  const month = (time: number) => new Date(time).getUTCMonth() + 1;
  const year = (time: number) => String(new Date(time).getUTCFullYear());
  const by = (key: (time: number) => string, of: (times: readonly number[], year: number) => unknown) =>
    Object.fromEntries([...grouped(starts, key)].map(([name, times]) => [name, of(times, Number(name))]));
  return {
    by_day: counts(
      1,
      7,
      starts.map((time) => isoWeek(time)[0]),
    ),
    by_week: counts(
      1,
      53,
      starts.map((time) => isoWeek(time)[1]),
    ),
    by_month: counts(1, 12, starts.map(month)),
    by_year: by(year, (times) => times.length),
    by_year_month: by(year, (times) => list(12, times.map(month))),
    by_year_week: by(
      (time) => String(isoWeek(time)[2]),
      (times, of) =>
        list(
          isoWeek(Date.UTC(of, 11, 28))[1],
          times.map((time) => isoWeek(time)[1]),
        ),
    ),
    by_month_day: Array.from({ length: 12 }, (_, n) =>
      counts(
        0,
        6,
        starts.filter((time) => month(time) === n + 1).map((time) => isoWeek(time)[0] - 1),
        1,
      ),
    ),
  };
}

/** The best window that begins with a log: the last log in proportion. */
function bestDay(sailed: readonly Log[]) {
  const windows = sailed.map((first) => {
    const inside = sailed.filter(({ started }) => started >= first.started && started < first.started + DAY);
    const nm = inside.reduce(
      (sum, log) =>
        sum + log.nm * Math.min(1, (first.started + DAY - log.started) / (log.ended - log.started)),
      0,
    );
    return { first, inside, nm };
  });
  return windows.reduce((best, one) => (one.nm > best.nm + 0.01 ? one : best));
}

describe("of any logs entered by hand", () => {
  it(
    "graphs and the best day are those of plain sums",
    async () => {
      await fc.assert(
        fc.asyncProperty(logs, async (told) => {
          const { skipper } = person;
          let time = Date.UTC(2020, 11, 20);
          const entered = told.map(({ pause, hours, from, to }, n) => {
            const started = time + pause * HOUR;
            time = started + hours * HOUR;
            return { name: `Log ${n}`, from, to, started, ended: time, nm: hours * 5 };
          });
          await person.service.database.owner.transaction(async (tx) => {
            await tx.run(sql`delete from api.logbook`);
            await tx.run(sql`
              insert into api.logbook (vessel_id, name, _from, _to, _from_time, _to_time, distance, duration)
              select v.vessel_id, l.name, l."from", l."to", to_timestamp(l.started / 1000), to_timestamp(l.ended / 1000),
                l.nm, to_timestamp(l.ended / 1000) - to_timestamp(l.started / 1000)
              from jsonb_to_recordset(${JSON.stringify(entered)}::jsonb) as l (name text, "from" text, "to" text,
                started float8, ended float8, nm numeric)
              cross join (select vessel_id from app.vessels order by created_at desc limit 1) v`);
          });
          const sailed: readonly Log[] = (await skipper.rows("/logbook?order=_from_time")).map(
            (row: Record<string, string | number>) => ({
              ...{ id: row.id, name: row.name, nm: Number(row.distance), from: row._from, to: row._to },
              ...{ started: Date.parse(String(row._from_time)), ended: Date.parse(String(row._to_time)) },
            }),
          );
          for (const [name, wanted] of Object.entries(graphs(sailed)))
            expect([name, (await skipper.rows(`/rpc/graph_logs_${name}_fn`)).charts]).toEqual([name, wanted]);
          const { charts } = await skipper.rows("/rpc/graph_logs_network_fn");
          const edges = grouped(sailed, ({ from, to }) => `${from}>${to}`);
          expect(charts.edges).toHaveLength(edges.size);
          for (const edge of charts.edges) {
            const both = edges.get(`${edge.source}>${edge.target}`) ?? [];
            expect(edge.count).toBe(both.length);
            expect(edge.distance).toBeCloseTo(
              both.reduce((sum, log) => sum + log.nm, 0),
              1,
            );
            expect(edge.duration).toBeCloseTo(
              both.reduce((sum, log) => sum + log.ended - log.started, 0) / HOUR,
              1,
            );
          }
          const visits = (name: string) =>
            sailed.flatMap(({ from, to }) => [from, to]).filter((one) => one === name).length;
          for (const node of charts.nodes) expect(node.visits).toBe(visits(node.name));
          const best = bestDay(sailed);
          const [record] = await skipper.rows("/rpc/best_24h_record_fn");
          expect(record.best_distance_nm).toBeCloseTo(best.nm, 1);
          expect(record).toMatchObject({
            ...{ anchor_log_id: best.first.id, anchor_log_name: best.first.name },
            contributing_log_ids: best.inside.map(({ id }) => id),
            route_summary: [best.first.from, ...best.inside.map(({ to }) => to)].join(" → "),
          });
          expect(Date.parse(record.window_start)).toBe(best.first.started);
          expect(Date.parse(record.window_end)).toBe(best.inside.at(-1)?.ended);
          const { stats } = await skipper.rows("/rpc/stats_logs_fn");
          expect(stats).toMatchObject({
            ...{ best_24h_distance_nm: record.best_distance_nm, best_24h_log_id: record.anchor_log_id },
            ...{ best_24h_window_start: record.window_start, best_24h_route: record.route_summary },
            count: sailed.length,
          });
        }),
        { numRuns: lawCases(0.1) },
      );
    },
    LAW_TIMEOUT,
  );
});

it("without logs there are zeros and empty lists, and every key", async () => {
  const zeros = graphs([]);
  for (const name of GRAPHS) {
    const { charts } = (await person.skipper.call(`graph_logs_${name}_fn`, {})).json;
    expect(charts).toEqual(name === "network" ? { nodes: [], edges: [] } : zeros[name as keyof typeof zeros]);
  }
  expect(await person.skipper.rows("/rpc/best_24h_record_fn")).toEqual([]);
  const { stats } = await person.skipper.rows(
    "/rpc/stats_fn?start_date=2026-06-01&end_date=2026-06-30T12:00Z",
  );
  const { name, count, ...rest } = stats.stats_logs;
  expect([name, count, Object.values(rest).every((value) => value === null)]).toEqual(["Kapla", 0, true]);
  expect(Object.keys(rest)).toEqual(
    expect.arrayContaining([
      "metrics_first",
      "longest_nonstop_sail",
      "best_24h_distance_nm",
      "best_24h_route",
    ]),
  );
  for (const [key, value] of Object.entries(stats))
    if (/_top_/.test(key)) expect([key, value]).toEqual([key, []]);
  expect(Object.keys(stats).filter((key) => /_top_/.test(key))).toHaveLength(8);
});

it("statistics of a recorded boat have the times of her rows and her longest log", async () => {
  await sailedLog();
  const { stats } = await person.skipper.rows("/rpc/stats_logs_fn");
  const rows = await person.skipper.rows("/metrics?select=time&order=time");
  const [longest] = await person.skipper.rows(
    "/logbook?select=distance,duration&order=distance.desc&limit=1",
  );
  expect(stats).toMatchObject({
    ...{ metrics_first: rows[0].time, metrics_last: rows.at(-1).time },
    longest_nonstop_sail: `${Math.round(Number(longest.distance) * 100) / 100} NM, ${longest.duration} hours`,
  });
  expect(stats.best_24h_distance_nm).toBeGreaterThan(stats.max_distance);
  const day = new Date(START).toISOString().slice(0, 10);
  for (const dates of [
    { start_date: day },
    { end_date: day },
    { start_date: null, end_date: `${day}T23:00:00Z` },
  ]) {
    const { stats: some } = (await person.skipper.call("stats_logs_fn", dates)).json;
    expect(some).toMatchObject({ count: 2, best_24h_distance_nm: null, best_24h_log_id: null });
  }
  expect((await person.skipper.rows("/rpc/graph_stats_logs_fn")).stats).toEqual(stats);
  const { stats: stays } = await person.skipper.rows("/rpc/stats_stays_fn");
  expect(stays).toMatchObject({
    ...{ unique_moorages: stays.unique_moorage, time_spent_away_arr: stays.time_spent_away },
    time_spent_away_by: stays.time_spent_away.map(
      ({ stay_duration: duration }: { stay_duration: string }) => ({
        ...{ description: expect.any(String), duration },
      }),
    ),
  });
  const { stats: all } = await person.skipper.rows("/rpc/stats_fn");
  const places = await person.skipper.rows("/moorage_view?stays_count=gt.0");
  expect(all.moorages_top_arrivals.map(({ ref_count }: { ref_count: number }) => ref_count)).toEqual(
    places
      .map(({ stays_count }: { stays_count: number }) => stays_count)
      .sort((a: number, b: number) => b - a),
  );
});

it("the profile is shown under both names, without secrets", async () => {
  await person.skipper.call("update_user_preferences_fn", { key: "push_user_key", value: "secret" });
  const { profile, settings } = await person.skipper.rows("/rpc/profile_fn");
  expect(settings).toEqual(profile);
  expect(profile).toMatchObject({
    ...{ first: "Aino", last: "Meri", username: "A Meri", has_vessel: true, created_at: expect.any(String) },
    email: person.skipper.sailor.email,
  });
  expect(profile.preferences).not.toHaveProperty("push_user_key");
  expect((await one("/rpc/best_24h_record_fn")) ?? null).toBeNull();
});
