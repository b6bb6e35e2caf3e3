/**
 * How the cost of reads grows with a boat's past: `npx tsx bench/growth.ts [--logs 5000] [--rows 200000] [--times 20]`,
 * on the embedded server. The same requests in turns for a boat without any log and for one with many, and views of a
 * sensor that a boat with many rows lacks. Prints a table and a line of JSON: processor time of a request in
 * milliseconds, of the database and of the service.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { client, newSailor } from "../test/support/client.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    logs: { type: "string", default: "5000" },
    rows: { type: "string", default: "200000" },
    times: { type: "string", default: "20" },
  },
});
const [logs, rows, times] = [Number(values.logs), Number(values.rows), Number(values.times)];

const OF_LOGS = [
  "/logs_view?order=id.desc&limit=10",
  "/logs_view?limit=10",
  "/log_view?select=id,name&order=id.desc&limit=10",
  "/stays_view?limit=10",
  "/moorages_view?limit=10",
  "/rpc/stats_fn",
  "/rpc/stats_logs_fn",
  "/rpc/statistics_fn",
] as const;
const OF_SENSORS = [
  "/monitoring_humidity?limit=10",
  "/monitoring_temperatures?limit=10",
  "/monitoring_voltage?limit=10",
] as const;
/** So many requests of a boat before it is the other's turn. */
const IN_TURN = 5;

const service = await runService(null);
try {
  const api = client(service.apiUrl);
  const [none, many] = [await newSailor(api, "Newborn"), await newSailor(api, "Veteran")];
  for (const { vesselToken } of [none, many])
    await api.post("/metadata", { name: "Boat", plugin_version: "bench" }, { token: vesselToken });
  const database = connectPostgres({ url: service.databaseUrl });
  await database.transaction((tx) => fill((statement) => tx.run(statement)));
  await database.pipeline([{ statement: sql`vacuum analyze` }]);
  // The logs are finished, and days rolled up, before anything is measured.
  for (let busy = true; busy; await sleep(500)) {
    const [row] = await database.transaction((tx) =>
      tx.query(sql`
        select exists (select from app.unfinished) or exists (select from app.events where processed is null)
          or (select count(*) from app.metric_days_due) > 2 as busy`),
    );
    busy = row?.busy === true;
  }

  /** Processor time of a request, in milliseconds. */
  const cost = async (path: string, token: string, n: number) => {
    const before = await service.cpuTime();
    let bytes = 0;
    for (let i = 0; i < n; i++) {
      const answer = await api.get(path, { token });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      bytes = answer.text.length;
    }
    const after = await service.cpuTime();
    const each = (of: "service" | "database") => (((after?.[of] ?? 0) - (before?.[of] ?? 0)) * 1000) / n;
    return { database: each("database"), service: each("service"), bytes };
  };
  const round = (ms: number): number => Math.round(ms * 10) / 10;
  const results = [];
  for (const path of OF_LOGS) {
    const sums = { none: [0, 0], many: [0, 0] };
    let bytes = 0;
    for (const { userToken } of [none, many]) await cost(path, userToken, IN_TURN + 1);
    for (let turn = 0; turn < times / IN_TURN; turn++) {
      for (const [name, { userToken }] of [["none", none] as const, ["many", many] as const]) {
        const one = await cost(path, userToken, name === "none" ? IN_TURN * 4 : IN_TURN);
        sums[name] = [(sums[name][0] ?? 0) + one.database, (sums[name][1] ?? 0) + one.service];
        bytes = one.bytes;
      }
    }
    const turns = times / IN_TURN;
    const [a, b] = [sums.none, sums.many].map(([d = 0, s = 0]) => [round(d / turns), round(s / turns)]);
    results.push({ path, none: a?.join(", "), many: b?.join(", "), bytes });
  }
  console.table(results);
  const sensors = [];
  for (const path of OF_SENSORS) {
    const few = await cost(path, none.userToken, IN_TURN);
    const one = await cost(path, many.userToken, IN_TURN);
    sensors.push({ path, none: round(few.database), many: round(one.database), bytes: one.bytes });
  }
  console.table(sensors);
  await database.close();
  console.log(JSON.stringify({ bench: "growth", logs, rows, results, sensors }));
} finally {
  await service.stop();
}

/** Fills the second boat: a row each minute without temperatures or humidity, logs with tracks, stays and moorages. */
async function fill(run: (statement: Sql) => Promise<unknown>): Promise<void> {
  await run(sql`
    insert into api.metrics (vessel_id, time, latitude, longitude, speedoverground, status, metrics)
    select v.vessel_id, now() - make_interval(mins => n), 60 + n / 1e6, 23 + n / 1e6, n % 8, 'sailing',
      jsonb_build_object('electrical.batteries.House.current', 12.6, 'environment.wind.speedTrue', n % 9)
    from app.vessels v, generate_series(1, ${rows}::int) n where v.name = 'Veteran'`);
  await run(sql`
    insert into api.moorages (vessel_id, name, country, latitude, longitude, stay_code, home_flag)
    select v.vessel_id, 'Moorage ' || n, 'fi', 60 + n / 100.0, 23, 1 + n % 4, n = 1
    from app.vessels v, generate_series(1, 300) n where v.name = 'Veteran'`);
  await run(sql`
    insert into api.stays (vessel_id, name, arrived, departed, duration, latitude, longitude, stay_code, moorage_id)
    select m.vessel_id, 'Stay ' || n, now() - make_interval(hours => 8 * n), now() - make_interval(hours => 8 * n - 4),
      interval '4 hours', m.latitude, m.longitude, 1 + n % 4, m.id
    from generate_series(1, ${logs}::int) n
    join (select *, row_number() over (order by id) as place from api.moorages) m on m.place = 1 + n % 300`);
  await run(sql`
    insert into api.logbook (vessel_id, name, _from, _to, _from_time, _to_time, distance, duration, avg_speed, max_speed,
      max_wind_speed, confidence, extra, track_geojson)
    select v.vessel_id, 'Log ' || n, 'Here', 'There', now() - make_interval(hours => 8 * n - 4),
      now() - make_interval(hours => 8 * n - 8), 20 + n % 9, interval '4 hours', 5 + n % 3, 7 + n % 5, 12 + n % 7, 0.9,
      jsonb_build_object('seas', jsonb_build_array('baltic'), 'countries', jsonb_build_array('fi'),
        'engine', jsonb_build_object('runTime', 3600)),
      jsonb_build_object('type', 'FeatureCollection', 'features', t.features)
    from app.vessels v, generate_series(1, ${logs}::int) n
    cross join lateral (
      select jsonb_agg(jsonb_build_object('type', 'Feature',
        'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(23 + k / 100.0, 60 + n / 1e5)),
        'properties', jsonb_build_object('time', now() - make_interval(hours => 8 * n - 4, mins => -k),
          'speedoverground', 5.5, 'courseovergroundtrue', 90, 'windspeedapparent', 12, 'anglespeedapparent', 40,
          'status', 'sailing'))) as features
      from generate_series(1, 20) k) t
    where v.name = 'Veteran'`);
}
