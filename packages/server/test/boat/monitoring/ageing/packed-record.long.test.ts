/** A boat's whole record, packed: every answer about it is as before, and it can be added to, changed and taken away. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { ALWAYS } from "@wakelog/kit/time/span.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { packVessels } from "../../../../src/boat/monitoring/ageing/packing.ts";
import { rollUpDays } from "../../../../src/boat/monitoring/ageing/roll-ups.ts";
import { refold } from "../../../../src/boat/voyages/logbook/fold.ts";
import { tokenIssuer } from "../../../../src/people/accounts/tokens.ts";
import { rowsOf } from "../../../../src/service/account-file/export-account.ts";

const service = serviceForTests();
const { api } = service;

const DAY = 86_400_000;
/** Early on a day some three months ago. */
const START = Math.floor(Date.now() / DAY) * DAY - 100 * DAY + 6 * 3_600_000;

const asService = <T>(work: Parameters<typeof service.database.owner.transaction<T>>[0]) =>
  service.database.owner.transaction(work, { role: "wakelog_worker" });
const rows = (statement: Sql) => asService((tx) => tx.query(statement));

/** Instrument readings added to the rows of a passage. */
const sent = passage(START, DAY_TRIP).map((row, n) => ({
  ...row,
  metrics: {
    "navigation.log": n * 150,
    "environment.depth.belowTransducer": 3 + ((n * 131) % 997) / 100,
    "environment.wind.directionTrue": (n % 60) / 10,
    "environment.wind.speedTrue": (n % 13) / 3,
    "electrical.batteries.House.voltage": 12 + (n % 7) / 10,
    "tanks.fuel.0.currentLevel": 1 - n / 1000,
    ...(n % 3 === 0 ? { "propulsion.main.revolutions": n % 2 === 0 ? 25.5 : 0 } : {}),
    "propulsion.main.state": n % 3 === 0 ? "started" : "stopped",
    "navigation.trip.id": 7,
  },
}));

/** Sums of doubles differ in their last digit by the order in which the database comes upon the rows. */
const rounded = (text: string) => text.replace(/\d+\.\d+/g, (one) => String(Number(Number(one).toFixed(9))));

describe("a boat whose record is packed", () => {
  let sailor: Sailor;
  let vesselId: string;
  const get = async (path: string) => (await api.get(path, { token: sailor.userToken })).text;
  const call = async (name: string, body: object) => {
    const answer = await api.post(`/rpc/${name}`, body, { token: sailor.userToken });
    expect([name, answer.status, answer.text]).toEqual([name, 200, expect.any(String)]);
    return answer.text;
  };
  const send = (body: readonly object[]) =>
    api.post("/metrics?select=time", body, {
      token: sailor.vesselToken,
      headers: { Prefer: "return=representation" },
    });
  const packedRows = async () =>
    (await rows(sql`select count(shape)::int as packed, count(*)::int as every from app.metrics`))[0];
  const leaving = () =>
    asService(async (tx) => {
      const [boat] = await tx.query(sql`select vessel_id from app.vessels`);
      let lines = "";
      for await (const part of rowsOf(tx, { schema: "app", name: "metrics" }, String(boat?.vessel_id)))
        lines += part;
      return lines;
    });
  const logbook = async () => {
    const logs = await get("/logbook?order=id&select=*");
    const [{ id }] = JSON.parse(logs);
    return {
      logs,
      stays: await get("/stays?order=id&select=*"),
      gpx: await call("export_logbook_gpx_fn", { _id: id }),
      kml: await call("export_logbook_kml_fn", { _id: id }),
      track: await call("log_track_fn", { _id: id }),
      hours: rounded(await call("log_hours_fn", { _id: id })),
    };
  };
  const history = async (hours: number) =>
    call("monitoring_history_fn", {
      time_interval: String(hours),
      keys: ["depth", "voltage", "fuel", "wind", "navigation.log"],
      until: new Date(START + 8 * 3_600_000).toISOString(),
    });
  const answers = async () => ({
    ...(await logbook()),
    metrics: await get("/metrics?order=time"),
    deep: await get("/metrics?metrics->>navigation.log=eq.1500&select=time,metrics"),
    minutes: rounded(await history(2)),
    day: rounded(await history(24)),
    rolled: rounded(
      JSON.stringify(
        await rows(sql`select key, hour_means, slot_lows from app.metric_days order by key, day`),
      ),
    ),
    grafana: await rows(sql`
      select key, slot, n, total, low, high from app.readings_between(${vesselId}, '{depth,navigation.log}',
        to_timestamp(${START / 1000}::float8), to_timestamp(${START / 1000}::float8) + interval '8 hours', 60)
      order by key, slot`),
    present: await get("/monitoring_live?select=data,depth,batteryvoltage"),
    explored: await get("/metrics_explore_view"),
    temperatures: await get("/monitoring_voltage?order=time"),
    keys: await get("/metrics_keys_view"),
    live: JSON.parse(await call("live_state_fn", {})).position,
    leaving: await leaving(),
    csv: (await api.get("/metrics?order=time", { token: sailor.userToken, headers: { Accept: "text/csv" } }))
      .text,
  });
  let before: Awaited<ReturnType<typeof answers>>;

  beforeAll(async () => {
    sailor = await newSailor(api, "Packed");
    expect((await send(sent)).status).toBe(201);
    [{ vessel_id: vesselId = "" } = {}] = (await rows(sql`select vessel_id from app.vessels`)) as readonly {
      readonly vessel_id?: string;
    }[];
    const whole = await get("/metrics?order=time");
    await service.drainJobs();
    // The schedule was run too.
    await rows(sql`
      update app.metrics set metrics = app.whole_metrics(metrics, shape, numbers), shape = null, numbers = null`);
    await rows(sql`delete from app.packing`);
    before = await answers();
    expect(before.metrics).toBe(whole);
  });

  it("answers as before, and is half as large", async () => {
    const size = async () =>
      Number((await rows(sql`select sum(pg_column_size(m.*)) as bytes from app.metrics m`))[0]?.bytes);
    const unpacked = await size();
    expect(JSON.parse(before.logs)).toHaveLength(2);
    expect(await packVessels(asService)).toBe(sent.length);
    expect(await packedRows()).toEqual({ packed: sent.length, every: sent.length });
    expect(await size()).toBeLessThan(unpacked * 0.6);
    expect(await answers()).toEqual(before);
    expect(await rows(sql`select count(*)::int as refolds from app.events where channel = 'refold'`)).toEqual(
      [{ refolds: 0 }],
    );
  });

  it("is folded and rolled up again from packed rows to the same", async () => {
    await asService(async (tx) => {
      await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true), app.lock_vessel()`);
      await refold(tx, ALWAYS);
      await tx.run(sql`select app.await_metric_days(${vesselId}, '-infinity', 'infinity')`);
    });
    await service.drainJobs();
    await rollUpDays(asService);
    expect(await answers()).toEqual(before);
  });

  it("knows rows that are sent again, and refuses others for the same time", async () => {
    expect((await send(sent.slice(0, 50))).status).toBe(201);
    const [first] = sent;
    const other = await send([{ ...first, metrics: { ...first?.metrics, "navigation.log": 1 } }]);
    expect([other.status, other.json]).toEqual([201, []]);
    expect(await get("/metrics_rejected_view?select=reason")).toMatch(/time/);
    expect(await answers()).toEqual(before);
  });

  it("packs rows that come late when their day is rolled up again", async () => {
    const time = new Date(START + 30_500).toISOString();
    const late = { ...sent[0], time, metrics: { "navigation.log": 75.5, "navigation.trip.id": "x" } };
    expect((await send([late])).status).toBe(201);
    expect(await packedRows()).toEqual({ packed: sent.length, every: sent.length + 1 });
    await service.drainJobs();
    await rollUpDays(asService);
    expect(await packedRows()).toEqual({ packed: sent.length + 1, every: sent.length + 1 });
    expect(JSON.parse(await get(`/metrics?select=metrics&time=eq.${time}`))).toEqual([
      { metrics: late.metrics },
    ]);
  });

  it("lets an operator change rows, and folds again once from the first of them", async () => {
    const token = await tokenIssuer(TEST_SECRET, 1).operator("admin_role", 3600);
    const until = new Date(START + 20 * 60_000).toISOString();
    const patch = (body: object) =>
      api.patch(`/metrics?vessel_id=eq.${vesselId}&time=lt.${until}&select=time,metrics`, body, {
        token,
        headers: { Prefer: "return=representation" },
      });
    const metrics = { "navigation.log": 1.5, note: "put right" };
    const changed = await patch({ metrics, speedoverground: 0.2 });
    expect(changed.status).toBe(200);
    expect(changed.json).toHaveLength(5);
    expect(changed.json[0].metrics).toEqual(metrics);
    expect(
      await rows(
        sql`select count(*)::int as refolds from app.events where channel = 'refold' and processed is null`,
      ),
    ).toEqual([{ refolds: 1 }]);
    expect((await patch({ latitude: 99 })).json.message).toMatch(/latitude/);
    await service.drainJobs();
    await rollUpDays(asService);
    expect(await packedRows()).toEqual({ packed: sent.length + 1, every: sent.length + 1 });
    const stored = await get(`/metrics?select=metrics,speedoverground&time=lt.${until}`);
    expect(JSON.parse(stored)).toEqual(Array.from({ length: 5 }, () => ({ metrics, speedoverground: 0.2 })));
  });

  it("lets its owner delete rows, and is gone with the boat", async () => {
    const until = new Date(START + 20 * 60_000).toISOString();
    const gone = await api.delete(`/metrics?time=lt.${until}`, { token: sailor.userToken });
    expect(gone.status).toBe(204);
    expect(await packedRows()).toEqual({ packed: sent.length - 4, every: sent.length - 4 });
    await service.drainJobs();
    const { email, password, userToken: token } = sailor;
    const left = await api.post("/rpc/delete_account_fn", { pass: password, email }, { token });
    expect(left.status).toBe(200);
    expect(await rows(sql`select from app.metric_shapes union all select from app.packing`)).toEqual([]);
  });

  it("hides the names of another boat's measurements", async () => {
    const other = await newSailor(api, "Other");
    const answer = await api.post("/metrics", sent.slice(0, 30), { token: other.vesselToken });
    expect([answer.status, answer.text]).toEqual([201, ""]);
    await service.drainJobs();
    expect(await packedRows()).toEqual({ packed: 30, every: 30 });
    const stranger = await newSailor(api, "Stranger");
    await service.database.owner.transaction(async (tx) => {
      await tx.run(sql`
        select set_config('wakelog.vessel_id', (select vessel_id from app.vessels where name = 'Stranger'), true)`);
      await tx.run(sql`set local role user_role`);
      expect(await tx.query(sql`select * from app.metric_shapes`)).toEqual([]);
    });
    expect((await api.get("/metrics", { token: stranger.userToken })).json).toEqual([]);
  });
});
