/** Statistics of seasons: their parts add up, and each is what a plain count over logs and stays finds. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { rowsAs, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";
import { sailSeasons } from "../cases/season.ts";

const boats = twoBoatsForTests();
const SEASONS = { first: 2020, last: 2022, logs: 40 };

beforeAll(async () => {
  await sailSeasons(boats.db.owner, boats.alfa.vesselId, SEASONS);
});

interface Statistics {
  readonly totals: {
    readonly logs: number;
    readonly distance: number;
    readonly engine_seconds: number | null;
    readonly fuel_litres: number | null;
  };
  readonly years: readonly {
    readonly year: number;
    readonly logs: number;
    readonly distance: number;
    readonly months: Readonly<Record<string, number>>;
    readonly to_date: number;
  }[];
  readonly today: string;
  readonly places: readonly (readonly [number, string, number])[];
  readonly months: readonly (readonly [number, number])[];
  readonly weekdays: readonly (readonly [number, number])[];
  readonly hours: readonly (readonly [number, number])[];
  readonly days: readonly (readonly [string, number, number])[];
  readonly stays: readonly (readonly [number, number, number, number])[];
  readonly countries: readonly (readonly [string, number])[];
  readonly records: Readonly<Record<string, readonly { readonly id: number; readonly value: number }[]>>;
}

const find = (days: { readonly since?: string; readonly until?: string }) =>
  rowsAs(
    boats.db,
    boats.alfa.user,
    sql`select * from api.find_logs_fn(since => ${days.since ?? ""}, until => ${days.until ?? ""})`,
  );

describe("statistics_fn", () => {
  // The declared result types; the tests check the contents.
  const statistics = async (year: number | null) =>
    (await valueAs(boats.db, boats.alfa.user, sql`select api.statistics_fn(${year}::int)`)) as Statistics;

  test("the parts of a year add up to the year, and the years to the whole", async () => {
    const whole = await statistics(null);
    expect(whole.totals.logs).toBe(3 * SEASONS.logs + 2);
    expect(whole.years.map(({ year }) => year)).toEqual([2020, 2021, 2022, 2026]);
    expect(whole.years.reduce((sum, { logs }) => sum + logs, 0)).toBe(whole.totals.logs);
    for (const { year, logs, distance, months } of whole.years) {
      const one = await statistics(year);
      expect([one.totals.logs, one.totals.distance]).toEqual([logs, distance]);
      for (const parts of [one.months, one.weekdays, one.hours, one.days.map((day) => day.slice(1))]) {
        expect(parts.reduce((sum, [number]) => sum + Number(number), 0)).toBe(logs);
        expect(parts.reduce((sum, [, nm]) => sum + Number(nm), 0)).toBeCloseTo(distance, 0);
      }
      expect(Object.values(months).reduce((sum, nm) => sum + nm, 0)).toBeCloseTo(distance, 6);
      expect(one.days.every(([day]) => day.startsWith(String(year)))).toBe(true);
    }
    expect([whole.months.length, whole.weekdays.length, whole.hours.length]).toEqual([12, 7, 24]);
  });

  test("a stay counts as far as it lies in the year", async () => {
    // From the last log of one season to the first of the next: one stay, in two years.
    const seconds = (await statistics(2021)).stays.reduce((sum, [, , spent]) => sum + spent, 0);
    expect(seconds).toBeGreaterThan(300 * 86_400);
    expect(seconds).toBeLessThan(366 * 86_400);
  });

  test("a night counts in the year in which it began, by kind of stay", async () => {
    const stays = await rowsAs(
      boats.db,
      boats.alfa.user,
      sql`select stay_code, arrived, departed from api.stays`,
    );
    const day = (time: number) => Math.floor(time / 86_400_000);
    for (const year of [2020, 2021, 2022]) {
      const [begins, ends] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
      const nights = new Map<number, number>();
      for (const { stay_code, arrived, departed } of stays) {
        const since = Math.max(Date.parse(String(arrived)), begins);
        const until = Math.min(departed === null ? Date.now() : Date.parse(String(departed)), ends);
        if (until <= since) continue;
        const code = Number(stay_code ?? 1);
        nights.set(code, (nights.get(code) ?? 0) + day(until) - day(since));
      }
      const counted = (await statistics(year)).stays.map(([code, , , spent]) => [code, spent] as const);
      expect(new Map(counted), String(year)).toEqual(nights);
    }
  });

  test("each year has its distance up to the day and month of today", async () => {
    const { years, today } = await statistics(null);
    for (const { year, to_date } of years) {
      const logs = await find({ since: `${year}-01-01`, until: `${year}${today.slice(4)}` });
      expect(to_date, String(year)).toBeCloseTo(
        logs.reduce((sum, { distance }) => sum + Number(distance ?? 0), 0),
        0,
      );
    }
  });

  test("engine hours and fuel are those that were measured, and nothing where none were", async () => {
    expect((await statistics(2021)).totals).toMatchObject({ engine_seconds: null, fuel_litres: null });
    const metrics = {
      ...{
        "propulsion.port.runTime": 3600,
        "propulsion.starboard.runTime": 1800,
        "propulsion.x.runTime": "PT1H",
      },
      ...{ "propulsion.port.fuel_litres": 2.5, "tanks.fuel.0.currentLevel": -0.1 },
    };
    await boats.db.owner.transaction((tx) =>
      tx.run(sql`update api.logbook set extra = extra || jsonb_build_object('metrics', ${JSON.stringify(metrics)}::jsonb)
        where id in (select id from api.logbook where vessel_id = ${boats.alfa.vesselId} and _from_time >= '2021-01-01'
          order by _from_time limit 2)`),
    );
    expect((await statistics(2021)).totals).toMatchObject({ engine_seconds: 10_800, fuel_litres: 5 });
  });

  test("the places of a year are those most arrived at", async () => {
    await boats.db.owner.transaction(async (tx) => {
      await tx.run(sql`select set_config('wakelog.vessel_id', ${boats.alfa.vesselId}, true)`);
      await tx.run(sql`insert into api.moorages (name, latitude, longitude)
        select name, 59 + n * 0.1, 21 from unnest('{Utö,Kökar,Hanko}'::text[]) with ordinality m (name, n)`);
      await tx.run(sql`
        update api.stays set moorage_id = (
          select (array_agg(id order by id))[1 + stays.id % 3] from api.moorages where vessel_id = stays.vessel_id)
        where vessel_id = ${boats.alfa.vesselId}`);
    });
    const arrivals = await rowsAs(
      boats.db,
      boats.alfa.user,
      sql`
      select m.id, m.name, count(*)::int as n from api.stays s join api.moorages m on m.id = s.moorage_id
      where date_part('year', s.arrived at time zone 'UTC') = 2021 group by 1, 2 order by 3 desc, 1`,
    );
    expect(arrivals.length).toBeGreaterThan(1);
    expect((await statistics(2021)).places).toEqual(arrivals.map(({ id, name, n }) => [id, name, n]));
    expect((await statistics(1999)).places).toEqual([]);
  });

  test("records are the greatest of the year, and name their logs", async () => {
    const { records, countries } = await statistics(2022);
    const logs = await find({ since: "2022-01-01", until: "2022-12-31" });
    const longest = Math.max(...logs.map(({ distance }) => Number(distance)));
    expect(records.distance?.[0]?.value).toBe(longest);
    expect(logs.find(({ id }) => id === records.distance?.[0]?.id)?.distance).toBe(String(longest));
    expect(records.max_wind_speed).toHaveLength(3);
    expect(countries[0]).toEqual(["fi", SEASONS.logs]);
  });

  test("a year without logs, and one that no calendar has, is empty and no fault", async () => {
    for (const year of [1999, 0, 99_999_999]) {
      const { totals, days, records, months } = await statistics(year);
      expect([totals.logs, days, records.distance], String(year)).toEqual([0, [], []]);
      expect(months).toHaveLength(12);
    }
  });
});
