/** Callers without a token at `/v2`: what is published, and what is empty or not there. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { tokensOf } from "../../../../../test/support/tokens.ts";
import { type Party, twoBoats } from "../../../../../test/support/two-boats.ts";

const service = serviceForTests();
let alfa: Party;
let bravo: Party;
let token: string;
beforeAll(async () => {
  ({ alfa, bravo } = await twoBoats(service.database));
  await service.drainJobs();
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      update api.logbook l set track_geom = app.make_line(drawn.line), track_geojson = jsonb_build_object(
        'type', 'FeatureCollection', 'features', jsonb_build_array(jsonb_build_object('type', 'Feature',
          'geometry', jsonb_build_object('type', 'LineString', 'coordinates', drawn.line),
          'properties', '{}'::jsonb)) || (
            select jsonb_agg(jsonb_build_object('type', 'Feature',
              'geometry', jsonb_build_object('type', 'Point', 'coordinates', place),
              'properties', jsonb_build_object('time', '2026-01-03T06:00:00Z', 'speedoverground', 5,
                'windspeedapparent', 12)))
            from jsonb_array_elements(drawn.line) place))
      from (select '[[23.5, 60], [23.6, 60.3], [23.6, 60.4]]'::jsonb as line) drawn
      where vessel_id = ${alfa.vesselId}`),
  );
  token = (await tokensOf(alfa)).user_role ?? "";
  await set("public_vessel", "Alfa");
});

const set = (key: string, value: unknown) =>
  service.api.post("/rpc/update_user_preferences_fn", { key: `{${key}}`, value }, { token });
const visit = (path: string, page?: string, method = "GET", body?: unknown) =>
  service.api.send(method, `/v2${path}`, {
    ...(page === undefined ? {} : { headers: { "x-is-public": Buffer.from(page).toString("base64") } }),
    ...(body === undefined ? {} : { body }),
  });

const NOTHING = { type: "FeatureCollection", features: [] };
const EMPTY: Readonly<Record<string, unknown>> = {
  "/logs_view": [],
  "/log_view": [],
  "/monitoring_view": [],
  "/monitoring_live": [],
  "/rpc/timelapse_fn": { geojson: NOTHING },
  "/rpc/vessel_fn": { vessel: null },
  "/rpc/export_logbooks_geojson_point_trips_fn": { geojson: NOTHING },
  "/rpc/export_logbooks_geojson_linestring_trips_fn": { geojson: NOTHING },
};
const TYPES = {
  public_logs: ["/logs_view", "/log_view", "/rpc/timelapse_fn"],
  public_logs_list: ["/logs_view"],
  public_timelapse: ["/rpc/timelapse_fn"],
  public_stats: ["/rpc/stats_fn"],
  public_monitoring: ["/monitoring_view", "/monitoring_live"],
} as const;
const EXPORTS = Object.keys(EMPTY).filter((path) => path.includes("export"));
const opened = (type: keyof typeof TYPES): readonly string[] => [
  ...TYPES[type],
  "/rpc/vessel_fn",
  ...(type === "public_logs" || type === "public_timelapse" ? EXPORTS : []),
];
const pageOf = (boat: string, type: string) => `${boat},${type},${type === "public_logs" ? alfa.logId : 0}`;

describe("a page that is not published", () => {
  test("is empty, whether there is no header, no such boat, or no such page", async () => {
    for (const path of [...Object.keys(EMPTY), "/rpc/stats_fn"]) {
      const answers = [await visit(path)];
      for (const type of Object.keys(TYPES)) {
        for (const boat of ["Alfa", "Bravo", "Unknown"]) answers.push(await visit(path, pageOf(boat, type)));
      }
      if (path.startsWith("/rpc/"))
        answers.push(await visit(path, pageOf("Alfa", "public_logs"), "POST", {}));
      expect([path, new Set(answers.map(({ text }) => text)).size]).toEqual([path, 1]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      if (path in EMPTY) expect([path, answers[0]?.json]).toEqual([path, EMPTY[path]]);
    }
    const { stats } = (await visit("/rpc/stats_fn")).json;
    expect(stats.stats_logs).toMatchObject({ count: 0, name: null, max_speed: null, sum_distance: null });
    expect(stats.stats_moorages).toMatchObject({ home_ports: 0, time_spent_away: "PT0S" });
    for (const list of ["logs_top_speed", "moorages_top_arrivals"]) expect(stats[list]).toEqual([]);
  });

  test("needs a header of the right form", async () => {
    for (const page of ["Alfa", "Alfa,public_logs", "Alfa,public_nothing,0", "Alfa,public_logs,x", ""]) {
      const { status, json } = await visit("/log_view", page);
      expect([page, status, json.code, json.message]).toEqual([page, 400, "P0001", "Invalid public_valid"]);
    }
  });
});

describe("any other path", () => {
  test("is not there, whatever is done to it", async () => {
    const { paths } = (await service.api.get("/v2/", { token })).json;
    const open = new Set([...Object.keys(EMPTY), "/rpc/stats_fn"]);
    const { paths: free } = (await service.api.get("/v2/")).json;
    const others = Object.keys(paths).filter((path) => !open.has(path) && !(path in free));
    expect(others.length).toBeGreaterThan(60);
    for (const path of [...others, "/nothing_here", "/rpc/nothing_here", "/a/b/c"]) {
      for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
        const { status, json } = await visit(path, undefined, method, method === "GET" ? undefined : {});
        expect([method, path, status, json]).toEqual([
          method,
          path,
          404,
          { code: "PT404", message: "unknown resource", details: null, hint: null },
        ]);
      }
    }
    for (const path of ["/logs_view", "/monitoring_live"]) {
      for (const method of ["POST", "PATCH", "DELETE"]) {
        expect((await visit(path, pageOf("Alfa", "public_logs"), method, {})).status).toBe(404);
      }
    }
  });
});

test("a mailed code proves an address without a token, once", async () => {
  const person = { email: "code@example.org", pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  const account = (await service.api.post("/rpc/signup", person)).json.token;
  await service.drainJobs();
  const [mail] = await service.database.owner.transaction((tx) =>
    tx.query(sql`select body from app.deliveries where kind = 'email_otp' and recipient = ${person.email}`),
  );
  const [code = ""] = /\b\d{8}\b/.exec(String(mail?.body)) ?? [];
  const prove = async (base: string, sent: string) => {
    const { status, json } = await service.api.post(`${base}/rpc/email_fn`, { token: sent });
    return [status, json];
  };
  expect(await prove("", "00000000")).toEqual([200, false]);
  expect(
    await prove(
      "/v2",
      code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
    ),
  ).toEqual([200, false]);
  expect(await prove("/v2", code)).toEqual([200, true]);
  expect(await prove("/v2", code)).toEqual([200, false]);
  const { settings } = (await service.api.get("/rpc/settings_fn", { token: account })).json;
  expect(settings.preferences.email_valid).toBe(true);
});

describe("a published page", () => {
  test.each(Object.keys(TYPES) as (keyof typeof TYPES)[])(
    "of %s opens its own paths, and no more",
    async (type) => {
      await set(type, true);
      const empty = new Map<string, string>();
      for (const path of [...Object.keys(EMPTY), "/rpc/stats_fn"]) empty.set(path, (await visit(path)).text);
      for (const [path, nothing] of empty) {
        const shown = await visit(path, pageOf("ALFA", type));
        expect([path, shown.status, shown.text !== nothing]).toEqual([
          path,
          200,
          opened(type).includes(path),
        ]);
        expect((await visit(path, pageOf("Bravo", type))).text).toBe(nothing);
        expect(shown.text).not.toContain(bravo.word);
      }
      await set(type, null);
    },
  );

  test("of one log shows that log alone, its points with notes and a trip", async () => {
    await set("public_logs", true);
    const page = pageOf("Alfa", "public_logs");
    expect((await visit("/logs_view", page)).json.map(({ id }: { id: number }) => id)).toEqual([alfa.logId]);
    const [log] = (await visit("/log_view", page)).json;
    expect(log.id).toBe(alfa.logId);
    const points = (await visit(EXPORTS.find((path) => path.includes("point")) ?? "", page)).json.geojson
      .features;
    expect(log.geojson.features.slice(1)).toEqual(points);
    expect(
      points.map(({ geometry }: { geometry: { coordinates: unknown } }) => geometry.coordinates),
    ).toEqual([
      [23.6, 60.3],
      [23.6, 60.4],
    ]);
    expect(points[0].properties).toMatchObject({ notes: "", trip: { duration: "PT6H", distance: 30.5 } });
    expect(points[1].properties).not.toHaveProperty("trip");
    const [line] = (await visit(EXPORTS.find((path) => path.includes("line")) ?? "", page)).json.geojson
      .features;
    expect(line.geometry.coordinates).toEqual([
      [23.6, 60.3],
      [23.6, 60.4],
    ]);
    expect(line.properties).toMatchObject({ id: alfa.logId, max_sog: 5, max_aws: 12, distance: 30.5 });
    await set("public_logs", null);
  });

  test("of statistics names no log that is not published, and no moorage", async () => {
    await set("public_stats", true);
    const stats = async () => (await visit("/rpc/stats_fn", pageOf("Alfa", "public_stats"))).json.stats;
    const none = await stats();
    expect(none.stats_logs.count).toBeGreaterThan(0);
    for (const [list, value] of Object.entries(none)) if (list.includes("top")) expect(value).toEqual([]);
    await set("public_logs", [alfa.logId]);
    expect((await stats()).logs_top_speed.map(({ id }: { id: number }) => id)).toEqual([alfa.logId]);
    await set("public_logs", null);
    await set("public_stats", null);
  });

  test("tells where the boat is only if her present is published", async () => {
    for (const type of ["public_stats", "public_monitoring"]) await set(type, true);
    const vessel = async (type: string) => (await visit("/rpc/vessel_fn", pageOf("Alfa", type))).json.vessel;
    const named = await vessel("public_stats");
    expect(named).toMatchObject({
      name: "SV alfa",
      length: 12.5,
      geojson: null,
      mmsi: null,
      plugin_version: null,
    });
    expect((await vessel("public_monitoring")).geojson.geometry.type).toBe("Point");
    const [live] = (await visit("/monitoring_live", pageOf("Alfa", "public_monitoring"))).json;
    expect(live).toMatchObject({ data: {}, name: "SV alfa" });
    for (const type of ["public_stats", "public_monitoring"]) await set(type, null);
  });
});

describe("the role that reads for visitors", () => {
  test("may call whatever the pages call", async () => {
    const rows = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        with recursive source as (
          select p.oid::regprocedure::text as id, n.nspname || '.' || p.proname as name, p.prosrc as body,
            p.prosecdef and p.proowner <> 'wakelog_viewer'::regrole as stops,
            has_function_privilege('wakelog_viewer', p.oid, 'EXECUTE') as may
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          where n.nspname in ('api', 'app', 'second_pages', 'public_pages') and p.prokind = 'f'
          union all
          select c.oid::regclass::text, n.nspname || '.' || c.relname, pg_get_viewdef(c.oid), false,
            has_table_privilege('wakelog_viewer', c.oid, 'SELECT')
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname in ('api', 'app', 'second_pages', 'public_pages') and c.relkind = 'v'
        ), called as (
          select * from source where name like 'second_pages.%'
          union
          select s.* from called c join source s on not c.stops and strpos(c.body, s.name) > 0
            and substr(c.body, strpos(c.body, s.name) + length(s.name), 1) !~ '\w'
        )
        select id, may from called`),
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ may }) => may !== true).map(({ id }) => id)).toEqual([]);
  });

  test("may not call what no page shows", async () => {
    const rows = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select oid::regprocedure::text as id from pg_proc
        where pronamespace = 'api'::regnamespace and has_function_privilege('wakelog_viewer', oid, 'EXECUTE')
        order by proname`),
    );
    expect(rows.map(({ id }) => id)).toEqual([
      // It owns views on PostgreSQL 14, the one of badges too.
      "api.badges_fn()",
      "api.logs_by_day_fn()",
      "api.logs_by_month_fn()",
      "api.stats_logs_fn(text,text)",
      "api.stats_stays_fn(text,text)",
      "api.vessel_fn()",
    ]);
  });
});

test("a caller with a token is no visitor, whatever header comes with it", async () => {
  const headers = { "x-is-public": "nonsense" };
  expect((await service.api.get("/v2/logs_view", { token, headers })).json).toHaveLength(2);
});
