/** The short list of what strangers can reach in the database, complete by test. */

import { raw, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
});
afterAll(() => db.drop());

/** Every column that a stranger may select, by relation. */
const COLUMNS: Readonly<Record<string, string>> = {
  "api.stays_at": "stay_code description",
  "api.versions_view": "api_version sys_version timeseriesdb spatialdb restserver",
  "public_pages.logs_view": "id name from started to ended distance duration tags not_recorded named",
  "public_pages.log_view":
    "id name from started to ended distance duration notes geojson avg_speed max_speed max_wind_speed extra not_recorded named",
  "public_pages.monitoring_view":
    "time offline watertemperature insidetemperature outsidetemperature windspeedoverground winddirectionground " +
    "insidehumidity outsidehumidity outsidepressure insidepressure batterycharge batteryvoltage geojson name depth " +
    "status speedoverground courseovergroundtrue windspeedapparent anglespeedapparent",
  "public_pages.stats_logs_view":
    "name first last number_of_log_entries max_speed max_wind_speed total_distance total_time_underway " +
    "longest_nonstop_sail",
  "second_pages.log_view":
    "id name from started to ended distance duration notes geojson avg_speed max_speed max_wind_speed extra not_recorded named",
  "second_pages.monitoring_live":
    "time offline name watertemperature insidetemperature outsidetemperature windspeedoverground winddirectiontrue " +
    "insidehumidity outsidehumidity outsidepressure insidepressure batterycharge batteryvoltage depth solarpower " +
    "solarvoltage tanklevel status speedoverground courseovergroundtrue windspeedapparent anglespeedapparent geojson " +
    "data live outsidepressurehistory",
};

/** Every function of the exposed schema, and of those that strangers get instead, that a stranger may call. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  api:
    "email_fn ispublic_boat_fn ispublic_fn login messenger messenger_fn messenger_otp_fn public_sections_fn push_fn " +
    "recover reset sign_up_state_fn signup versions_fn",
  public_pages: "logs_by_day_fn logs_by_month_fn stats_logs_fn timelapse_fn",
  second_pages:
    "export_logbooks_geojson_linestring_trips_fn export_logbooks_geojson_point_trips_fn stats_fn timelapse_fn vessel_fn",
};

async function byKey(statement: Sql): Promise<Record<string, string>> {
  const { rows } = await db.owner.transaction((tx) => tx.run(statement));
  return Object.fromEntries(rows.map(([key, value]) => [key, value]));
}

const reachable = () =>
  byKey(sql`
    select n.nspname || '.' || c.relname, string_agg(a.attname, ' ' order by a.attnum)
    from pg_class c join pg_namespace n on n.oid = relnamespace
    join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
    where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'v', 'm', 'f')
      and has_column_privilege('anonymous', c.oid, a.attnum, 'select')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    group by 1`);

describe("a stranger", () => {
  test("may select these columns and no other", async () => {
    expect(await reachable()).toEqual(COLUMNS);
  });

  test("may write nowhere", async () => {
    const writable = await byKey(sql`
      select c.oid::regclass::text, 'writable' from pg_class c
      where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relnamespace <> 'pg_catalog'::regnamespace
        and case when relkind = 'S' then has_sequence_privilege('anonymous', c.oid, 'usage, update')
          else has_table_privilege('anonymous', c.oid, 'delete, truncate')
            or has_any_column_privilege('anonymous', c.oid, 'insert, update') end`);
    expect(writable).toEqual({});
  });

  test("may call these functions and no other", async () => {
    expect(
      await byKey(sql`
        select n.nspname, string_agg(p.proname, ' ' order by p.proname)
        from pg_proc p join pg_namespace n on n.oid = pronamespace
        where nspname in ('api', 'public_pages', 'second', 'second_pages') and has_function_privilege('anonymous', p.oid, 'execute')
        group by 1`),
    ).toEqual(FUNCTIONS);
  });

  test("gets no column that a table or a view comes to have later", async () => {
    for (const change of [
      "alter table api.logbook add column secret text",
      "alter table app.metrics add column secret text",
      "create table api.later (secret text)",
      "create view api.later_view as select 'x'::text as secret",
    ]) {
      await db.owner.transaction((tx) => tx.run(raw(change)));
    }
    expect(await reachable()).toEqual(COLUMNS);
  });

  test("sees in its views columns of the types that everybody sees", async () => {
    const different = await byKey(sql`
      select c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod) from pg_class c
      join pg_attribute a on attrelid = c.oid and attnum > 0
      where c.relnamespace = 'public_pages'::regnamespace and relkind = 'v'
        and not exists (
          select from pg_attribute o where o.attrelid = to_regclass('api.' || c.relname)
            and o.attname = a.attname and o.atttypid = a.atttypid)`);
    expect(different).toEqual({});
  });
});
