/**
 * How the cost of reads grows with a boat's past: `npx tsx bench/growth.ts [--logs 5000] [--rows 200000] [--times 20]
 * [--points 20]`, on the embedded server. The same requests in turns for a boat without any log and for one with many, views of a
 * sensor that a boat with many rows lacks, and the points of all its logs as one document. Prints tables and a line of
 * JSON: processor time of a request in milliseconds, of the database and of the service, and the document's memory.
 *
 * With `--parent PATH` another checkout of this project is asked in turns with this one instead, for lists of logs.
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
    points: { type: "string", default: "20" },
    parent: { type: "string" },
  },
});
const [logs, rows] = [Number(values.logs), Number(values.rows)];
const [times, points] = [Number(values.times), Number(values.points)];

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
const OF_GENERATIONS = [
  "/logs_view?limit=10",
  "/logs_view",
  "/log_view?select=id,name,from,to,distance,duration,max_wind_speed,notes&limit=10",
  "/log_view?select=id,name,extra&limit=10",
  "/log_view?limit=1",
  "/log_view?limit=10",
  "/logbook?order=id.desc&limit=10",
  "/logbook?select=track_geojson&order=id.desc&limit=10",
] as const;
const DOCUMENT = "/rpc/export_logbooks_geojson_point_trips_fn";
/** So many requests of a boat before it is the other's turn. */
const IN_TURN = 5;

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Processor time of a request, in milliseconds, and the size of its answer. */
interface Cost {
  readonly database: number;
  readonly service: number;
  readonly bytes: number;
}

/** A service with both boats. */
async function filled(checkout?: string) {
  const service = await runService(null, null, null, {}, checkout);
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
  await database.close();

  const cost = async (path: string, token: string, n: number): Promise<Cost> => {
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
  return { service, none: none.userToken, many: many.userToken, cost };
}

/** Compares a boat without logs and one with many. */
async function growth(): Promise<void> {
  const { service, none, many, cost } = await filled();
  try {
    const results = [];
    for (const path of OF_LOGS) {
      const sums = { none: [0, 0], many: [0, 0] };
      let bytes = 0;
      for (const token of [none, many]) await cost(path, token, IN_TURN + 1);
      for (let turn = 0; turn < times / IN_TURN; turn++) {
        for (const [name, token] of [["none", none] as const, ["many", many] as const]) {
          const one = await cost(path, token, name === "none" ? IN_TURN * 4 : IN_TURN);
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
      const few = await cost(path, none, IN_TURN);
      const one = await cost(path, many, IN_TURN);
      sensors.push({ path, none: round(few.database), many: round(one.database), bytes: one.bytes });
    }
    console.table(sensors);
    await service.takeWorst();
    const { bytes, ...cpu } = await cost(DOCUMENT, many, 1);
    const document = { path: DOCUMENT, bytes, ...cpu, ...(await service.takeWorst()) };
    console.table([document]);
    console.log(JSON.stringify({ bench: "growth", logs, rows, results, sensors, document }));
  } finally {
    await service.stop();
  }
}

/** Compares this checkout with another one: the least and the median of adjacent pairs. */
async function beside(checkout: string): Promise<void> {
  const theirs = await filled(checkout);
  const ours = await filled();
  try {
    const results = [];
    for (const path of OF_GENERATIONS) {
      for (const { cost, many } of [theirs, ours]) await cost(path, many, IN_TURN + 1);
      const pairs: { readonly parent: Cost; readonly here: Cost }[] = [];
      for (let turn = 0; turn < times / IN_TURN; turn++) {
        const parent = await theirs.cost(path, theirs.many, IN_TURN * 4);
        pairs.push({ parent, here: await ours.cost(path, ours.many, IN_TURN * 4) });
      }
      const of = (side: "parent" | "here", part: "database" | "service") => {
        const sorted = pairs.map((pair) => pair[side][part]).toSorted((a, b) => a - b);
        return [sorted[0] ?? 0, sorted[sorted.length >> 1] ?? 0].map(round).join(" ");
      };
      const cells = (side: "parent" | "here") => `${of(side, "database")} | ${of(side, "service")}`;
      const bytes = pairs.map(({ parent, here }) => `${parent.bytes} ${here.bytes}`)[0];
      results.push({ path, parent: cells("parent"), here: cells("here"), bytes });
    }
    console.table(results);
    console.log(JSON.stringify({ bench: "growth", parent: checkout, logs, rows, results }));
  } finally {
    await Promise.all([theirs.service.stop(), ours.service.stop()]);
  }
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
      from generate_series(1, ${points}::int) k) t
    where v.name = 'Veteran'`);
}

await (values.parent === undefined ? growth() : beside(values.parent));
