/** Whatever is requested of a long record, the service and each database process stay within the promised memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { type Answer, newSailor } from "../../../../../test/support/client.ts";
import { installationForTests } from "../../../../../test/support/installation.ts";
import { connectToEmbedded } from "../../../src/database/postgres-server/embedded.ts";
import { childrenOf, postmasterOf } from "../../faults/processes.ts";

/** Promised in docs/promises.md, in MB. */
const MOST_OF_SERVICE = 400;
const MOST_OF_BACKEND = 300;
const LOGS = 200;
const POINTS = 1000;
const ROWS = 300_000;

const installation = installationForTests({ WAKELOG_RATE_LIMITS: "off", WAKELOG_PROCESSES: "1" });

/** Peak memory of a process in MB; 0 if it has ended. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

it.runIf(process.platform === "linux")(
  "stays within bounds, whatever is asked of a long record",
  { timeout: 600_000 },
  async () => {
    const { service, api } = await installation.start();
    const { email, userToken: token, vesselToken } = await newSailor(api, "Far");
    const embedded = await connectToEmbedded(installation.dataDir);
    const owner = connectPostgres({ url: embedded?.url ?? "", max: 1 });
    await owner.transaction(async (tx) => {
      await tx.run(sql`
      insert into api.logbook (vessel_id, name, active, _from_time, _to_time, distance, track_geom, track_geojson)
      select m.vessel_id, 'log ' || n, false, began, began + interval '20 hours', 10, app.make_line((
        select jsonb_agg(jsonb_build_array(20 + i * 0.0001 + n * 0.00001, 60 + i * 0.0001) order by i)
        from generate_series(1, ${POINTS}::int) i)), (
        select jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_agg(jsonb_build_object(
          'type', 'Feature',
          'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(
            20 + i * 0.0001 + n * 0.00001, 60 + i * 0.0001)),
          'properties', jsonb_build_object(
            'time', began + i * interval '1 minute', 'speedoverground', 5.1, 'courseovergroundtrue', 1.1,
            'windspeedapparent', 6.2, 'anglespeedapparent', 30, 'status', 'sailing'))))
        from generate_series(1, ${POINTS}::int) i)
      from app.memberships m join app.accounts a using (account_id), generate_series(1, ${LOGS}::int) n,
        lateral (select '2020-01-01'::timestamptz + n * interval '1 day' as began) _
      where a.email = ${email}`);
      await tx.run(sql`
      insert into app.metrics (vessel_id, "time", latitude, longitude, speedoverground, metrics)
      select m.vessel_id, '2021-01-01Z'::timestamptz + n * interval '1 minute', 59.8, 22.9, 0,
        jsonb_build_object('environment.wind.speedTrue', 5 + n % 7, 'electrical.batteries.House.voltage', 12.5)
      from app.memberships m join app.accounts a using (account_id), generate_series(1, ${ROWS}::int) n
      where a.email = ${email}`);
    });
    await owner.close();

    const rpc = (name: string, args: unknown) => () => api.post(`/rpc/${name}`, args, { token });
    const get = (path: string) => () => api.get(path, { token });
    const [year] = (await api.get("/logbook?select=id&order=id&limit=1", { token })).json;
    /** A request, and whether its response is within the limits. */
    const asked: readonly (readonly [what: string, within: boolean, ask: () => Promise<Answer>])[] = [
      ["a GPX document of everything", false, rpc("export_logbooks_gpx_fn", {})],
      [
        "a GPX document of half of it",
        true,
        rpc("export_logbooks_gpx_fn", { start_log: year.id, end_log: year.id + LOGS / 2 }),
      ],
      ["a KML document of everything", true, rpc("export_logbooks_kml_fn", {})],
      ["the time-lapse of everything", true, rpc("timelapse_fn", {})],
      ["all logs with their tracks", false, get("/logbook?select=*")],
      ["all rows", false, get("/metrics?select=*")],
      ["as many rows as an answer may have", true, get("/metrics?select=time,metrics&limit=200000")],
      ["all rows for a boat", false, () => api.get("/metrics?select=*", { token: vesselToken })],
      ["all measurements over time", false, get("/monitoring_view3")],
      ["the whole account", true, rpc("export_account_fn", {})],
    ];
    for (const [what, isWithin, ask] of asked) {
      const { status, text, json } = await ask();
      expect(status, `${what}: ${text.slice(0, 300)}`).toBe(isWithin ? 200 : 400);
      // Too large a request is refused in a sentence that names the limit.
      if (isWithin) expect(text.length, what).toBeGreaterThan(1e6);
      else expect(json.message).toMatch(/larger than 32 MB|longer than 32 MB|at most 200000 rows/);
      const backends = await childrenOf((await postmasterOf(join(installation.dataDir, "postgres"))) ?? 0);
      const backend = Math.round(Math.max(...backends.map(peakOf)));
      expect(backend, `a backend, MB, after ${what}`).toBeLessThan(MOST_OF_BACKEND);
      const node = Math.round(peakOf(service.process.pid ?? 0));
      expect(node, `the service, MB, after ${what}`).toBeLessThan(MOST_OF_SERVICE);
    }
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  },
);
