/** How exchanges travel: compressed bodies, short answers, dead keys. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { ago, linkedBoat, linkRequests, newStream, PATHS, row } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const { send, metrics } = linkRequests(api);

describe("bodies", () => {
  it("may be compressed by gzip and br, on the link and elsewhere", async () => {
    const boat = await linkedBoat(api);
    for (const [at, [coding, packed]] of (
      [
        ["gzip", gzipSync],
        ["br", brotliCompressSync],
      ] as const
    ).entries()) {
      const post = (path: string, token: string, body: object) =>
        fetch(service.apiUrl + path, {
          method: "POST",
          headers: {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/json",
            "Content-Encoding": coding,
          },
          body: new Uint8Array(packed(JSON.stringify(body))),
        });
      const stream = newStream();
      const linked = await post("/link", boat.key, { stream, paths: PATHS, rows: [row(1, ago(5) + at)] });
      expect([coding, linked.status]).toEqual([coding, 200]);
      const posted = await post("/metrics", boat.vesselToken, [
        { time: new Date(ago(9) + at).toISOString() },
      ]);
      expect([coding, posted.status]).toEqual([coding, 201]);
    }
    expect(await metrics(boat)).toHaveLength(4);
  });
});

describe("by satellite", () => {
  it("the answer is as short as can be", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    await send(boat, { stream, paths: PATHS, rows: [] });
    const answer = await send(
      boat,
      { stream, mode: "satellite", rows: [[1841, ago(1), 59.82345, 22.97123, { "1": 2.7 }, { part: true }]] },
      { Origin: "http://localhost:1" },
    );
    expect(answer.json).toEqual({ ack: [[1841, 1841]], stored: 1 });
    const head = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const bytes = "HTTP/1.1 200 OK\r\n".length + head.length + 2 + answer.text.length;
    expect(bytes).toBeLessThanOrEqual(260);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("news by satellite", () => {
  it("comes only if the boat asks for it", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    await api.post("/rpc/boat_command_fn", { kind: "send" }, { token: boat.userToken });
    const exchange = { stream, mode: "satellite", rows: [] };
    expect((await send(boat, exchange)).json).toEqual({ ack: [], stored: 0 });
    const asked = await send(boat, { ...exchange, settings: 0 });
    expect(asked.json).toMatchObject({ commands: [{ kind: "send" }], settings: { version: 1 } });
    expect(asked.json).not.toHaveProperty("alerts");
  });
});

describe("an unlinked boat", () => {
  it("gets 401, and its rows stay", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    await send(boat, { stream, paths: PATHS, rows: [row(1, ago(1))] });
    const [{ id }] = (await api.get("/boat_links_view", { token: boat.userToken })).json;
    await api.post("/rpc/unlink_boat_fn", { _id: id }, { token: boat.userToken });
    expect((await send(boat, { stream, rows: [row(2, ago(1))] })).status).toBe(401);
    expect(await metrics(boat)).toHaveLength(1);
  });
});

describe("a row that tells some values only", () => {
  it("takes nothing away from the present: each key keeps its newest value of a day until null ends it", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    const part = (number: number, minutes: number, values: object) => [
      ...[number, ago(minutes), 59.9, 22.9, values, { part: true }],
    ];
    await send(boat, { stream, paths: PATHS, rows: [row(1, ago(30), { "7": 12.6, "9": "started" })] });
    await send(boat, { stream, rows: [part(2, 20, { "1": 3 }), part(3, 10, { "7": 12.4 })] });
    const present = async () => (await api.get("/monitoring_live", { token: boat.userToken })).json[0];
    expect(await present()).toMatchObject({
      batteryvoltage: 12.4,
      speedoverground: expect.closeTo(5.83, 2),
      geojson: { geometry: { coordinates: [22.9, 59.9] } },
      data: { "propulsion.main.state": "started" },
    });
    expect(
      (await api.get("/rpc/live_state_fn", { token: boat.userToken })).json.position.values,
    ).toMatchObject({
      voltage: 12.4,
    });
    await send(boat, { stream, rows: [part(4, 5, { "9": null })] });
    expect((await present()).data).toEqual({ "electrical.batteries.House.voltage": 12.4 });
    // A whole row tells all there is.
    await send(boat, { stream, rows: [[5, ago(2), 59.9, 22.9, { "1": 1 }]] });
    expect(await present()).toMatchObject({ batteryvoltage: null, data: {} });
  });

  it("shows nothing older than a day", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    await send(boat, { stream, paths: PATHS, rows: [row(1, ago(25 * 60), { "7": 12.6 })] });
    await send(boat, { stream, rows: [[2, ago(1), 59.9, 22.9, { "1": 3 }, { part: true }]] });
    const [present] = (await api.get("/monitoring_view", { token: boat.userToken })).json;
    expect(present).toMatchObject({ batteryvoltage: null, speedoverground: expect.closeTo(5.83, 2) });
  });
});

describe("the greatest values between rows", () => {
  it("are a log's greatest speed and wind, where they are plausible", async () => {
    const boat = await linkedBoat(api);
    const rows = Array.from({ length: 241 }, (_, i) => {
      const isSailing = i > 60 && i <= 180;
      const latitude = 59.8 + Math.min(Math.max(i - 60, 0), 120) * 0.0014;
      const max = i === 100 ? { "1": 3.6, "3": 12 } : i === 110 ? { "1": 30 } : {};
      return [i + 1, ago(240 - i), latitude, 22.9, { "1": isSailing ? 2.6 : 0, "3": 6 }, { max }];
    });
    await send(boat, { stream: newStream(), paths: PATHS, rows });
    await service.drainJobs();
    const [log] = (await api.get("/logbook", { token: boat.userToken })).json;
    expect(log).toMatchObject({ max_speed: expect.closeTo(7, 1), max_wind_speed: expect.closeTo(23.3, 1) });
    expect(log.avg_speed).toBeLessThan(5.2);
  });
});

describe("trips begun on board", () => {
  it("are named by the logs that they became", async () => {
    const boat = await linkedBoat(api);
    const trip = "2b0c6c5e-9d0c-4a44-9c61-0f5f2b1f7a10";
    const rows = Array.from({ length: 241 }, (_, i) => {
      const isSailing = i > 60 && i <= 180;
      const latitude = 59.8 + Math.min(Math.max(i - 60, 0), 120) * 0.0014;
      return [
        i + 1,
        ago(240 - i),
        latitude,
        22.9,
        { "1": isSailing ? 2.6 : 0 },
        i > 60 && i < 190 ? { trip } : {},
      ];
    });
    await send(boat, { stream: newStream(), paths: PATHS, rows });
    await service.drainJobs();
    const [log] = (await api.get("/logbook", { token: boat.userToken })).json;
    expect(log.extra).toMatchObject({ trip_id: trip });
    expect(log.extra).not.toHaveProperty("trip_ids");
  });
});
