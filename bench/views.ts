/**
 * Reads of a dashboard, for a vessel with a million metric rows: median and slowest of many requests over HTTP, and the
 * size of each response. Prints a table and a line of JSON.
 *
 *   npx tsx bench/views.ts [--rows 1000000] [--times 30]
 */
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { client, newSailor } from "../test/support/client.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, times: { type: "string", default: "30" } },
});
const [rows, times] = [Number(values.rows), Number(values.times)];

const PATHS = [
  "/vessels_view",
  "/monitoring_view",
  "/monitoring_view2",
  "/monitoring_view3?limit=100",
  "/monitoring_temperatures?limit=100",
  "/monitoring_voltage?limit=100",
  "/monitoring_humidity?limit=100",
  "/stats_logs_view",
  "/stats_moorages_view",
  "/stats_moorages_away_view",
  "/total_info_view",
  "/logs_view?limit=50",
  "/logs_mat_view?limit=50",
  "/stays_view?limit=50",
  "/moorages_view",
  "/rpc/stats_logs_fn",
  "/rpc/stats_stays_fn",
  "/rpc/logs_by_month_fn",
  "/rpc/vessel_fn",
] as const;

const service = await runService(null);
try {
  const api = client(service.apiUrl);
  const sailor = await newSailor(api, "Million");
  await api.post("/metadata", { name: "Million", plugin_version: "bench" }, { token: sailor.vesselToken });
  const database = connectPostgres({ url: service.databaseUrl });
  await database.transaction((tx) => fill(tx.run.bind(tx)));
  await database.pipeline([{ statement: sql`analyze` }]);
  await database.close();

  const results = [];
  for (const path of PATHS) {
    const taken: number[] = [];
    let bytes = 0;
    for (let i = 0; i < times; i++) {
      const started = performance.now();
      const answer = await api.get(path, { token: sailor.userToken });
      taken.push(performance.now() - started);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      bytes = answer.text.length;
    }
    taken.sort((a, b) => a - b);
    const round = (ms = 0): number => Math.round(ms * 100) / 100;
    results.push({ path, medianMs: round(taken[times >> 1]), slowestMs: round(taken.at(-1)), bytes });
  }
  console.table(results);
  console.log(JSON.stringify({ bench: "views", rows, times, results }));
} finally {
  await service.stop();
}

/** One row per minute of one vessel, 2 000 logs and stays, 300 moorages. */
async function fill(run: (statement: ReturnType<typeof sql>) => Promise<unknown>): Promise<void> {
  await run(sql`
    insert into api.metrics (vessel_id, time, latitude, longitude, speedoverground, status, metrics)
    select v.vessel_id, now() - make_interval(mins => n), 60 + n / 1e6, 23 + n / 1e6, n % 8, 'sailing',
      jsonb_build_object('environment.water.temperature', 288 + n % 5, 'environment.inside.temperature', 294,
        'electrical.batteries.House.voltage', 12.6, 'environment.inside.humidity', 0.5)
    from app.vessels v, generate_series(1, ${rows}::int) n`);
  await run(sql`
    insert into api.moorages (vessel_id, name, country, latitude, longitude, stay_code, home_flag)
    select v.vessel_id, 'Moorage ' || n, 'fi', 60 + n / 100.0, 23, 1 + n % 4, n = 1
    from app.vessels v, generate_series(1, 300) n`);
  await run(sql`
    insert into api.stays (vessel_id, name, arrived, departed, duration, latitude, longitude, stay_code, moorage_id)
    select m.vessel_id, 'Stay ' || n, now() - make_interval(hours => 8 * n), now() - make_interval(hours => 8 * n - 4),
      interval '4 hours', m.latitude, m.longitude, 1 + n % 4, m.id
    from generate_series(1, 2000) n
    join (select *, row_number() over (order by id) as place from api.moorages) m on m.place = 1 + n % 300`);
  await run(sql`
    insert into api.logbook (vessel_id, name, _from, _to, _from_time, _to_time, distance, duration, avg_speed, max_speed)
    select v.vessel_id, 'Log ' || n, 'Here', 'There', now() - make_interval(hours => 8 * n - 4),
      now() - make_interval(hours => 8 * n - 8), 20 + n % 9, interval '4 hours', 5, 7
    from app.vessels v, generate_series(1, 2000) n`);
}
