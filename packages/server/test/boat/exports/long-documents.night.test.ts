/** Documents of years of logs: complete in every format, and cheap for the database. */
import { readFileSync } from "node:fs";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;

beforeAll(async () => {
  sailor = await newSailor(api, "Far");
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      insert into api.logbook (vessel_id, name, notes, active, _from_time, _to_time, distance, track_geojson)
      select m.vessel_id, 'log ' || n, 'Señor 🐳 in fog ' || n, false, began, began + interval '20 hours', 10, (
        select jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_agg(jsonb_build_object(
          'type', 'Feature',
          'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(
            20 + i * 0.0001 + random() * 0.01, 60 + random() * 0.01)),
          'properties', jsonb_build_object(
            'time', began + i * interval '1 minute', 'speedoverground', 5.1, 'courseovergroundtrue', 1.1,
            'windspeedapparent', 6.2, 'anglespeedapparent', 30, 'status', 'sailing'))))
        from generate_series(1, 1000) i)
      from app.memberships m join app.accounts a using (account_id), generate_series(1, 105) n,
        lateral (select '2020-01-01'::timestamptz + n * interval '1 day' as began) _
      where a.email = ${sailor.email}`),
  );
});

/** Peak memory of a request backend, with shared buffers, in MB; null where the kernel does not report it. */
async function backendPeak(): Promise<number | null> {
  const rows = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'wakelog requests'`),
  );
  try {
    const peaks = rows.map(({ pid }) => {
      const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) / 1024;
    });
    return Math.max(...peaks);
  } catch {
    return null;
  }
}

it("are the same in every form, and take no backend far", { timeout: 300_000 }, async () => {
  const { userToken: token } = sailor;
  const path = "/rpc/export_logbooks_gpx_fn";
  const bare = await api.get(path, { token, headers: { Accept: "application/gpx+xml" } });
  const json = await api.get(path, { token });
  const object = await api.post(
    path,
    {},
    { token, headers: { Accept: "application/vnd.pgrst.object+json" } },
  );
  const peak = await backendPeak();
  process.stderr.write(
    `${(json.text.length / 1e6).toFixed(1)} MB; the largest backend: ${peak?.toFixed(0)} MB\n`,
  );
  expect([bare.status, json.status, object.status]).toEqual([200, 200, 200]);
  expect(bare.text.length).toBeGreaterThan(25_000_000);
  expect(bare.text.match(/<trkpt /g)).toHaveLength(105_000);
  expect(bare.text).toContain("Señor 🐳 in fog 105");
  expect(bare.text.trimEnd()).toMatch(/<\/gpx>$/);
  expect(json.json === bare.text).toBe(true);
  expect(object.text === json.text).toBe(true);
  if (peak !== null) expect(peak).toBeLessThan(300);
});

it("are kept whole for those who ask again by the same key", {
  timeout: 300_000,
}, async () => {
  const { userToken: token } = sailor;
  const path = "/rpc/export_logbooks_gpx_fn";
  const asked = () =>
    api.post(path, { end_log: 5 }, { token, headers: { "Idempotency-Key": '"five logs"' } });
  const [first, again] = [await asked(), await asked()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(first.json).toContain("</gpx>");
  expect(again.text === first.text).toBe(true);
});
