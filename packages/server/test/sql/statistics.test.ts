/** Statistics of logs and stays, as the procedures count them. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, test } from "vitest";
import { acting, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";

const boats = twoBoatsForTests();
const asUser = (statement: Sql) => valueAs(boats.db, boats.alfa.user, statement);

describe("statistics", () => {
  test("logs_by_day_fn has the keys 01 to 07 with Sunday first, logs_by_month_fn 01 to 12", async () => {
    // 3 January 2026 was a Saturday, 5 January a Monday.
    expect(await asUser(sql`select api.logs_by_day_fn()`)).toEqual({
      "01": 0,
      "02": 1,
      "03": 0,
      "04": 0,
      "05": 0,
      "06": 0,
      "07": 1,
    });
    const months = (await asUser(sql`select api.logs_by_month_fn()`)) as Record<string, number>;
    expect(Object.keys(months).sort()).toEqual([
      "01",
      "02",
      "03",
      "04",
      "05",
      "06",
      "07",
      "08",
      "09",
      "10",
      "11",
      "12",
    ]);
    expect(months["01"]).toBe(2);
  });

  test.each([2_147_483_647, -2_147_483_648, 0, 10_000, 9999])(
    "statistics_fn has no logs in the year %i",
    async (year) => {
      const found = await asUser(sql`select api.statistics_fn(${year}::integer)`);
      expect(found).toMatchObject({ totals: { logs: 0 }, days: [], stays: [] });
    },
  );

  test("stats_logs_fn works without any wind data and names the first of equal logs", async () => {
    expect(await asUser(sql`select api.stats_logs_fn()`)).toEqual({
      name: "SV alfa",
      first_date: "2026-01-03T06:00:00+00:00",
      last_date: "2026-01-05T20:00:00+00:00",
      max_speed_id: boats.alfa.logId,
      max_wind_speed_id: null,
      max_duration_id: boats.alfa.logId + 1,
      max_distance_id: boats.alfa.logId + 1,
      count: 2,
      max_speed: 7.5,
      max_wind_speed: null,
      max_distance: 31.25,
      sum_distance: 61.75,
      max_duration: "PT8H",
      sum_duration: "PT14H",
      metrics_first: expect.any(String),
      metrics_last: expect.any(String),
      longest_nonstop_sail: "31.25 NM, PT8H hours",
      best_24h_distance_nm: 31.25,
      best_24h_window_start: "2026-01-05T12:00:00+00:00",
      best_24h_log_id: boats.alfa.logId + 1,
      best_24h_route: "alfa → alfa",
    });
  });

  test("an end date includes its day, one date alone is enough, and an unreadable date is none", async () => {
    const count = async (from: string | null, to: string | null) =>
      ((await asUser(sql`select api.stats_logs_fn(${from}, ${to})`)) as { count: number }).count;
    expect(await count("2026-01-01", "2026-01-03")).toBe(1);
    expect(await count(null, "2026-01-03")).toBe(1);
    expect(await count("2026-01-04", null)).toBe(1);
    expect(await count("2026-01-06", "")).toBe(0);
    expect(await count("rubbish", "2026-13-45")).toBe(2);
  });

  test("stats_stays_fn counts every stay, at home and away, as far as it lies between the dates", async () => {
    expect(await asUser(sql`select api.stats_stays_fn('', '2026-01-05')`)).toEqual({
      home_ports: 1,
      unique_moorage: 2,
      time_at_home_ports: "P2DT10H",
      sum_stay_duration: "P4DT10H",
      unique_moorages: 2,
      time_spent_away: [{ stay_code: 2, stay_duration: "P2D" }],
      time_spent_away_arr: [{ stay_code: 2, stay_duration: "P2D" }],
      time_spent_away_by: [{ description: "Anchor", duration: "P2D" }],
    });
  });

  test("the days of stats_stays_fn add up to all of them, and one without a stay has none", async () => {
    const hours = async (from: string, to: string) => {
      const { sum_stay_duration: spent } = (await asUser(sql`select api.stats_stays_fn(${from}, ${to})`)) as {
        sum_stay_duration: string;
      };
      const [, days, full] = /^P(?:(\d+)D)?T?(?:(\d+)H)?/.exec(spent) ?? [];
      return Number(days ?? 0) * 24 + Number(full ?? 0);
    };
    const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"];
    expect(await Promise.all(days.map((day) => hours(day, day)))).toEqual([24, 24, 18, 24, 16]);
    expect(await hours("2026-01-01", "2026-01-05")).toBe(106);
    expect(await hours("2025-12-31", "2025-12-31")).toBe(0);
    expect(await hours("2026-01-03T10:00:00Z", "2026-01-03T13:00:00Z")).toBe(1);
  });

  test.each([null, 2026])("statistics_fn reads the logs of %s no more than twice", async (year) => {
    const scans = async (tx: Tx) =>
      Number(
        (
          await tx.query(sql`select idx_scan + seq_scan as scans from pg_stat_xact_user_tables
        where relid = 'api.logbook'::regclass`)
        )[0]?.scans,
      );
    await acting(boats.db, boats.alfa.user, async (tx) => {
      const before = await scans(tx);
      await tx.query(sql`select api.statistics_fn(${year}::integer)`);
      expect((await scans(tx)) - before).toBeLessThanOrEqual(2);
    });
  });
});
