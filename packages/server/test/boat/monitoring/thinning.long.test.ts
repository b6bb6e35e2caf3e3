/** Thinning old rows by the boat's policy: tracks are unchanged, and graphs keep every extreme. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { ALWAYS } from "@wakelog/kit/time/span.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { rollUpDays } from "../../../src/boat/monitoring/ageing/roll-ups.ts";
import { thinVessel } from "../../../src/boat/monitoring/ageing/thinning.ts";
import { refold } from "../../../src/boat/voyages/logbook/fold.ts";

const service = serviceForTests();
const { api } = service;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Noon of a day some three months ago. */
const START = Math.floor(Date.now() / DAY) * DAY - 100 * DAY + DAY / 2;

/** A row a minute: a day at rest, three hours to the south, two days at rest there. */
function minutes() {
  return Array.from({ length: 3 * 1440 + 180 }, (_, n) => {
    const sailed = Math.min(Math.max(n - 1440, 0), 180);
    return {
      time: new Date(START + n * MINUTE).toISOString(),
      latitude: 59.8 - (sailed * 5) / 60 / 60 + ((n * 7) % 5) * 1e-6,
      longitude: 22.9,
      speedoverground: sailed > 0 && sailed < 180 ? 5 : 0,
      courseovergroundtrue: 180,
      status: sailed > 0 && sailed < 180 ? "sailing" : "moored",
      metrics: { "environment.depth.belowTransducer": 3 + ((n * 131) % 997) / 100 },
    };
  });
}

describe("a boat that keeps every row for two months", () => {
  let sailor: Sailor;
  const get = async (path: string) => (await api.get(path, { token: sailor.userToken })).json;
  const asService = <T>(work: Parameters<typeof service.database.owner.transaction<T>>[0]) =>
    service.database.owner.transaction(work, { role: "wakelog_worker" });
  const vesselId = async (): Promise<string> => (await get("/metadata?select=vessel_id"))[0].vessel_id;
  const thin = async (): Promise<number> => {
    await rollUpDays(asService);
    return thinVessel(asService, await vesselId());
  };
  const send = async (rows: readonly object[]) => {
    const answer = await api.post("/metrics?select=time", rows, { token: sailor.vesselToken });
    expect(answer.status).toBe(201);
  };
  const logbook = async () => {
    const log = await get(
      "/logbook?select=id,name,_from_time,_to_time,distance,avg_speed,max_speed,track_geojson",
    );
    const stays = await get("/stays?select=id,arrived,departed,latitude,longitude&order=arrived");
    const [{ id }] = log;
    const gpx = (await api.post("/rpc/export_logbook_gpx_fn", { _id: id }, { token: sailor.userToken })).text;
    return { log, stays, gpx };
  };
  const extremes = async () => {
    const body = { time_interval: String(120 * 24), keys: ["depth"] };
    const { json } = await api.post("/rpc/monitoring_history_fn", body, { token: sailor.userToken });
    const { avg, min, max } = json.depth;
    const known = (values: readonly (number | null)[]) => values.map((one) => one?.toFixed(9) ?? null);
    return { avg: known(avg), min: known(min), max: known(max) };
  };
  const rows = async (): Promise<number> => {
    const { headers } = await api.get("/metrics?select=time&limit=1", {
      token: sailor.userToken,
      headers: { Prefer: "count=exact" },
    });
    return Number(headers.get("content-range")?.split("/")[1]);
  };
  const keep = (retention: string) =>
    api.patch("/metadata", `{ "configuration": { "retention": ${retention} } }`, { token: sailor.userToken });

  beforeAll(async () => {
    sailor = await newSailor(api, "Thin");
    await api.post(
      "/metadata?on_conflict=vessel_id",
      { name: "Thin", plugin_version: "0.2.0" },
      { token: sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } },
    );
    await send(minutes());
    await service.drainJobs();
  });

  it("refuses a policy that it does not understand", async () => {
    for (const retention of [
      '{ "raw_months": 24 }',
      '{ "raw_months": 0, "then": "5 min" }',
      '{ "raw_months": -1, "then": "5 min" }',
      '{ "raw_months": 1.5, "then": "5 min" }',
      '{ "raw_months": "24", "then": "5 min" }',
      '{ "raw_months": 24, "then": "5 parsecs" }',
      '{ "raw_months": 24, "then": "5 min", "more": 1 }',
      "24",
      '"5 min"',
      "[]",
    ]) {
      const { status, json } = await keep(retention);
      expect([retention, status]).toEqual([retention, 400]);
      expect(json.message).toMatch(/^retention must say/);
    }
    expect((await keep("null")).status).toBe(204);
    expect(await thin()).toBe(0);
    expect(await rows()).toBe(4500);
  });

  it("keeps what was sailed, row by row, and of the rest one row in five minutes, with every extreme", async () => {
    const before = { logbook: await logbook(), depth: await extremes() };
    expect(before.logbook.log).toHaveLength(1);
    expect((await keep('{ "raw_months": 2, "then": "5 min" }')).status).toBe(204);
    const removed = await thin();
    expect(await rows()).toBe(4500 - removed);
    // Three hours under way with an hour before and after it stay whole.
    expect(removed).toBeGreaterThan((4500 - 320) * 0.75);
    expect(removed).toBeLessThanOrEqual((4500 - 300) * 0.8);
    expect(await extremes()).toEqual(before.depth);
    expect(await logbook()).toEqual(before.logbook);
    expect(await get("/eventlogs_view?select=payload&channel=eq.thinned")).toEqual([
      { payload: `${removed} rows older than the time for which every row is kept` },
    ]);
    expect(await thin()).toBe(0);

    await asService(async (tx) => {
      await tx.run(sql`select set_config('wakelog.vessel_id', ${await vesselId()}, true), app.lock_vessel()`);
      await refold(tx, ALWAYS);
    });
    await service.drainJobs();
    expect(await logbook()).toEqual(before.logbook);
  });

  it("takes in rows that come late, and thins those too", async () => {
    const before = await rows();
    const at = (minute: number) => new Date(START + 2 * DAY + minute * MINUTE + 30_000).toISOString();
    await send(
      [1, 2, 3].map((minute) => ({
        time: at(minute),
        latitude: 59.55,
        longitude: 22.9,
        speedoverground: 0,
        status: "moored",
        metrics: { "environment.depth.belowTransducer": minute === 2 ? 99 : 4 },
      })),
    );
    expect(await rows()).toBe(before + 3);
    const removed = await thin();
    expect(removed).toBe(3);
    expect((await extremes()).max).toContain((99).toFixed(9));
    expect(await thin()).toBe(0);
    expect((await extremes()).max).toContain((99).toFixed(9));
  });
});
