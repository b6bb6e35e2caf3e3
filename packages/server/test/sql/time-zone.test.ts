/** Statistics, months and dates of a filter follow the days of the account's time zone. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { rowsAs, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";
import { sailSeasons } from "../cases/season.ts";

const boats = twoBoatsForTests();
const ZONES = ["UTC", "Europe/Helsinki", "America/St_Johns", "Pacific/Auckland", "Pacific/Honolulu"];
let departures: readonly Date[] = [];

beforeAll(async () => {
  await sailSeasons(boats.db.owner, boats.alfa.vesselId, { first: 2021, last: 2023, logs: 60 });
  // About midnight and the turn of the year, where zones differ.
  await boats.db.owner.transaction(async (tx) => {
    await tx.run(sql`update api.logbook set _from_time = '2022-01-01T00:00:00Z'::timestamptz + (id % 25 - 12) * interval '1 hour'
      where vessel_id = ${boats.alfa.vesselId} and id % 3 = 0 and _to_time is not null`);
    await tx.run(sql`update api.logbook set _to_time = _from_time + interval '5 hours'
      where vessel_id = ${boats.alfa.vesselId} and id % 3 = 0 and _to_time is not null`);
  });
  const rows = await rowsAs(
    boats.db,
    boats.alfa.user,
    sql`select extract(epoch from _from_time)::float8 as began from api.logbook where _to_time is not null`,
  );
  departures = rows.map(({ began }) => new Date(Number(began) * 1000));
});

const prefer = (key: string, value: string) =>
  valueAs(boats.db, boats.alfa.user, sql`select api.update_user_preferences_fn(${key}, ${value})`);

/** The day of an instant in a zone: `2022-01-01`, and its hour. */
function clockIn(zone: string, instant: Date): { readonly day: string; readonly hour: number } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", hourCycle: "h23" } as const),
    timeZone: zone,
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return { day: `${part("year")}-${part("month")}-${part("day")}`, hour: Number(part("hour")) };
}

interface Statistics {
  readonly totals: { readonly logs: number; readonly days: number };
  readonly months: readonly (readonly [number, number])[];
  readonly hours: readonly (readonly [number, number])[];
}

test("a log counts on the day, in the month and in the year of its departure there", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ZONES), fc.constantFrom(2021, 2022), async (zone, year) => {
      await prefer("time_zone", zone);
      const clocks = departures.map((instant) => clockIn(zone, instant));
      const ofYear = clocks.filter(({ day }) => day.startsWith(String(year)));
      const json = await valueAs(boats.db, boats.alfa.user, sql`select api.statistics_fn(${year}::int)`);
      const { totals, months, hours } = json as Statistics;
      expect(totals.logs).toBe(ofYear.length);
      expect(totals.days).toBe(new Set(ofYear.map(({ day }) => day)).size);
      expect(months.map(([logs]) => logs)).toEqual(
        months.map((_, n) => ofYear.filter(({ day }) => Number(day.slice(5, 7)) === n + 1).length),
      );
      expect(hours.map(([logs]) => logs)).toEqual(
        hours.map((_, n) => ofYear.filter(({ hour }) => hour === n).length),
      );
      const byMonth = await rowsAs(
        boats.db,
        boats.alfa.user,
        sql`select month, logs from api.logs_by_month_view where month like ${`${year}-%`} order by month`,
      );
      expect(byMonth.map((row) => [row.month, row.logs])).toEqual(
        [...new Set(ofYear.map(({ day }) => day.slice(0, 7)))]
          .sort()
          .map((month) => [month, ofYear.filter(({ day }) => day.startsWith(month)).length]),
      );
      const found = await rowsAs(
        boats.db,
        boats.alfa.user,
        sql`select id from api.find_logs_fn(since => ${`${year}-01-01`}, until => ${`${year}-12-31`})`,
      );
      expect(found.length).toBe(ofYear.length);
    }),
    { numRuns: 12 },
  );
});

test("it is that of the quiet hours where none is set, and UTC where neither can be read", async () => {
  const zone = () => valueAs(boats.db, boats.alfa.user, sql`select app.current_time_zone()`);
  await prefer("time_zone", "null");
  expect(await zone()).toBe("UTC");
  await prefer("quiet_hours", '{"from": "22:00", "to": "07:00", "zone": "Asia/Tokyo"}');
  expect(await zone()).toBe("Asia/Tokyo");
  await prefer("time_zone", "Europe/Helsinki");
  expect(await zone()).toBe("Europe/Helsinki");
  await boats.db.owner.transaction((tx) =>
    tx.run(sql`update app.accounts set preferences = '{"time_zone": "Sea/Nowhere", "quiet_hours": 7}'
      where account_id = ${boats.alfa.accountId}`),
  );
  expect(await zone()).toBe("UTC");
});

test("other zones and units are refused with a sentence", async () => {
  for (const [key, value] of [
    ["time_zone", "Sea/Nowhere"],
    ["temperature_unit", "kelvin"],
    ["pressure_unit", "bar"],
    ["depth_unit", "fathoms"],
  ] as const) {
    await expect(prefer(key, value)).rejects.toThrow(`${key} must be `);
  }
});

test("no year is beyond the statistics", async () => {
  for (const year of [-5, 0, 10_000, 2_147_483_647]) {
    const json = await valueAs(boats.db, boats.alfa.user, sql`select api.statistics_fn(${year}::int)`);
    expect((json as Statistics).totals.logs, String(year)).toBe(0);
  }
});
