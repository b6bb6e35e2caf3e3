/** Exchanges of a link: stored once by stream and number, acknowledged after the commit, refused row by row. */
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import {
  ago,
  type LinkedBoat,
  linkedBoat,
  linkRequests,
  newDevice,
  newStream,
  PATHS,
  row,
} from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const { send, metrics } = linkRequests(api);
const refusedRows = async (boat: LinkedBoat) =>
  (await api.get("/metrics_rejected_view", { token: boat.userToken })).json;

describe("an exchange", () => {
  it("stores rows in the columns' units and everything else under its path, and acknowledges them", async () => {
    const boat = await linkedBoat(api);
    const time = ago(3);
    const answer = await send(boat, {
      stream: newStream(),
      paths: PATHS,
      now: Date.now(),
      version: "1.2.3",
      waiting: 642,
      rows: [
        row(
          1841,
          time,
          { "2": Math.PI, "3": 5.14444, "4": -0.5, "5": "sailing", "9": "started" },
          { max: { "1": 2.9 } },
        ),
        [1843, time + 60_000, null, null, { "7": 12.5 }],
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({
      ack: [
        [1841, 1841],
        [1843, 1843],
      ],
      stored: 2,
      time: expect.any(Number),
    });
    const [first, second] = await metrics(boat);
    expect(first).toMatchObject({
      latitude: 59.823451,
      longitude: 22.971234,
      speedoverground: expect.closeTo(5, 3),
      courseovergroundtrue: expect.closeTo(180, 6),
      windspeedapparent: expect.closeTo(10, 3),
      anglespeedapparent: expect.closeTo(-28.6479, 3),
      status: "sailing",
      metrics: {
        "electrical.batteries.House.voltage": 12.61,
        "propulsion.main.state": "started",
        "navigation.speedOverGround:max": 2.9,
      },
    });
    expect(new Date(first.time).getTime()).toBe(time);
    expect(second).toMatchObject({ latitude: null, metrics: { "electrical.batteries.House.voltage": 12.5 } });
    const [link] = (await api.get("/boat_links_view", { token: boat.userToken })).json;
    expect(link).toMatchObject({
      version: "1.2.3",
      waiting: 642,
      rows: 2,
      last_number: 1843,
      last_seen: expect.any(String),
    });
    expect(Math.abs(link.clock_offset)).toBeLessThan(60_000);
  });

  it("is judged, folded, watched and followed as rows of POST /metrics are", async () => {
    const boat = await linkedBoat(api);
    await api.post(
      "/alert_rules",
      { name: "House low", kind: "below", key: "electrical.batteries.House.voltage", low: 12, after: "0" },
      { token: boat.userToken },
    );
    // An hour at rest, two under way, an hour at rest.
    const sailed = Array.from({ length: 241 }, (_, i) => {
      const isSailing = i > 60 && i <= 180;
      const latitude = 59.8 + Math.min(Math.max(i - 60, 0), 120) * 0.0014 + (isSailing ? 0 : (i % 3) * 1e-5);
      return { time: ago(240 - i), latitude, speed: isSailing ? 2.6 : 0, volts: i === 240 ? 11.5 : 12.6 };
    });
    const rows = sailed.map(({ time, latitude, speed, volts }, i) => [
      ...[i + 1, time, latitude, 22.9, { "1": speed, "7": volts }],
    ]);
    expect((await send(boat, { stream: newStream(), paths: PATHS, rows })).json.ack).toEqual([[1, 241]]);
    const other = await newSailor(api);
    const posted = sailed.map(({ time, latitude, speed, volts }) => ({
      time: new Date(time).toISOString(),
      latitude,
      longitude: 22.9,
      speedoverground: (speed * 3600) / 1852,
      metrics: { "electrical.batteries.House.voltage": volts },
    }));
    expect((await api.post("/metrics", posted, { token: other.vesselToken })).status).toBe(201);
    await service.drainJobs();
    const logbook = async ({ userToken: token }: { readonly userToken: string }) =>
      (await api.get("/logbook?select=active,_from_time,_to_time,distance,avg_speed,max_speed", { token }))
        .json;
    expect(await logbook(boat)).toHaveLength(1);
    expect(await logbook(boat)).toEqual(await logbook(other));
    const alerts = await api.get("/alerts_view", { token: boat.userToken });
    expect(alerts.json).toMatchObject([{ name: "House low", state: "raised", value: 11.5 }]);
    const present = await api.get("/rpc/live_state_fn", { token: boat.userToken });
    expect(present.json.position).toMatchObject({ values: { voltage: 11.5 } });
    expect((await api.get("/vessels_view", { token: boat.userToken })).json).toMatchObject([
      { offline: false },
    ]);
  });

  it("sent again is acknowledged and stored once; a number with other values is refused and not stored", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    const time = ago(5);
    const body = { stream, paths: PATHS, rows: [row(1, time), row(2, time + 1000), row(3, time + 2000)] };
    expect((await send(boat, body)).json).toMatchObject({ ack: [[1, 3]], stored: 3 });
    const before = await metrics(boat);
    expect((await send(boat, body)).json).toMatchObject({ ack: [[1, 3]], stored: 3 });
    const changed = await send(boat, {
      stream,
      rows: [row(2, time + 1000, { "7": 13 }), row(4, time + 3000)],
    });
    expect(changed.json).toMatchObject({
      ack: [
        [2, 2],
        [4, 4],
      ],
      stored: 4,
      refused: [[2, expect.stringMatching(/other values/)]],
    });
    expect((await metrics(boat)).slice(0, 3)).toEqual(before);
    expect(await refusedRows(boat)).toMatchObject([
      { reason: expect.stringMatching(/other values/), metric: { number: 2 } },
    ]);
    // Redated, but not acknowledged: the number is known.
    const redated = await send(boat, { stream, rows: [row(1, time - 60_000)] });
    expect(redated.json).toMatchObject({ ack: [[1, 1]], stored: 4, refused: [[1, expect.any(String)]] });
  });

  it("refuses rows one by one with their reasons, which never fail the rest", async () => {
    const boat = await linkedBoat(api);
    const time = ago(5);
    const rows = [
      row(1, Date.UTC(1999, 11, 31)),
      row(2, Date.now() + 25 * 3_600_000),
      [3, time, 91, 22, {}],
      [4, time + 1, 59, 181, {}],
      [5, time + 2, 0, 0, {}],
      row(6, time + 3, { "7": { value: 12 } }),
      row(7, time + 4, { "1": 30 }),
      row(8, time + 5, { "3": 120 }),
      row(9, Number.MAX_SAFE_INTEGER),
      row(10, time + 6),
    ];
    const stream = newStream();
    const answer = await send(boat, { stream, paths: PATHS, rows });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ ack: [[1, 10]], stored: 10 });
    expect(answer.json.refused.map(([number]: [number]) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [, why] of answer.json.refused) expect(why).toMatch(/^[A-Z].*\.$/);
    expect(await metrics(boat)).toHaveLength(1);
    expect(await refusedRows(boat)).toHaveLength(9);
    // After a lost answer the reasons are repeated, and kept once.
    expect((await send(boat, { stream, rows })).json).toMatchObject({
      stored: 10,
      refused: answer.json.refused,
    });
    expect(await refusedRows(boat)).toHaveLength(9);
  });

  it("keeps two numbers of one instant, the later one a millisecond on", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    const time = ago(5);
    await send(boat, { stream, paths: PATHS, rows: [row(6, time, { "7": 12.6 })] });
    // The lower number comes first, also if it arrives later.
    await send(boat, { stream, rows: [row(5, time, { "7": 12.5 }), row(8, time, { "7": 12.8 })] });
    await send(boat, { stream, rows: [row(7, time, { "7": 12.7 })] });
    const stored = await metrics(boat);
    expect(
      stored.map(({ time: at, metrics: { "electrical.batteries.House.voltage": volts } }: never) => [
        new Date(at).getTime() - time,
        volts,
      ]),
    ).toEqual([
      [0, 12.5],
      [1, 12.6],
      [2, 12.7],
      [3, 12.8],
    ]);
  });

  it("is stored once beside the other plugin, which sent the same row, and a millisecond on if it differs", async () => {
    const boat = await linkedBoat(api);
    const time = ago(5);
    const [, , latitude, longitude] = row(1, time);
    const sent = (volts: number, at: number) => ({
      time: new Date(at).toISOString(),
      latitude,
      longitude,
      metrics: { "electrical.batteries.House.voltage": volts },
    });
    await api.post("/metrics", [sent(12.61, time), sent(12.9, time + 60_000)], { token: boat.vesselToken });
    const answer = await send(boat, {
      stream: newStream(),
      paths: PATHS,
      rows: [
        [1, time, latitude, longitude, { "7": 12.61 }],
        [2, time + 60_000, latitude, longitude, { "7": 12.61 }],
      ],
    });
    expect(answer.json).toMatchObject({ ack: [[1, 2]], stored: 2 });
    const times = (await metrics(boat)).map((one: { time: string }) => new Date(one.time).getTime() - time);
    expect(times).toEqual([0, 60_000, 60_001]);
  });

  it("tells which numbers arrived, to boats that were told of more", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    const time = ago(5);
    await send(boat, { stream, paths: PATHS, rows: [1, 2, 3, 7, 9, 10].map((n) => row(n, time + n)) });
    const has = await api.get(`/link/has?stream=${stream}`, { token: boat.key });
    expect(has.json).toEqual({
      has: [
        [1, 3],
        [7, 7],
        [9, 10],
      ],
    });
    expect((await api.get("/link/has?stream=unknown1", { token: boat.key })).json).toEqual({ has: [] });
    const other = await linkedBoat(api);
    expect((await api.get(`/link/has?stream=${stream}`, { token: other.key })).json).toMatchObject({
      code: "stream",
    });
  });

  it("describes the boat", async () => {
    const sailor = await newSailor(api, "About");
    const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken });
    const vessel = { name: "About", mmsi: "230099999", uuid: "urn:mrn:signalk:uuid:c0d79334" };
    const { json } = await api.post("/link/pair", { code: shown.code, device: newDevice(), vessel });
    const about = {
      name: "About",
      mmsi: "230099999",
      length: 12.5,
      beam: 4,
      ship_type: 36,
      platform: "armv7",
    };
    const answer = await api.post(
      "/link",
      {
        stream: newStream(),
        paths: PATHS,
        version: "1.0.0",
        about: {
          ...about,
          node: "20.1.0",
          server: "2.32.0",
          units: { "7": "V" },
        },
        rows: [],
      },
      { token: json.key },
    );
    expect(answer.json).toEqual({ ack: [], stored: 0, time: expect.any(Number) });
    const [row] = (await api.get("/metadata", { token: sailor.userToken })).json;
    expect(row).toMatchObject({
      ...about,
      mmsi: 230099999,
      client_id: "vessels.urn:mrn:signalk:uuid:c0d79334",
      plugin_version: "1.0.0",
      navdata_version: "2.32.0",
      available_keys: [{ key: "electrical.batteries.House.voltage", unit: "V" }],
      active: true,
    });
  });
});
