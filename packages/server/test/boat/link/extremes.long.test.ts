/** What a device might send to harm others, or by mistake: bounded, and never in the way of the rest. */
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { ago, linkedBoat, newDevice, newStream, PATHS, pair, row } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

describe("an exchange", () => {
  it("brings an alarm ashore whose text no database can hold", async () => {
    const boat = await linkedBoat(api);
    const alarms = { "mob.\u0000": { state: "emergency", message: "Man over board \ud83d" } };
    const sent = { stream: newStream(), paths: PATHS, rows: [row(1, ago(0), {}, { alarms })] };
    const answer = await api.post("/link", sent, { token: boat.key });
    expect([answer.status, answer.json.ack], answer.text).toEqual([200, [[1, 1]]]);
    const { json } = await api.get("/alerts_view?kind=eq.boat&select=key,message", { token: boat.userToken });
    expect(json).toEqual([{ key: "mob.", message: "Man over board \ufffd" }]);
  });

  it("refuses a row of no time that a calendar has, and stores the rest", async () => {
    const boat = await linkedBoat(api);
    const rows = [row(1, -3e14), row(2, Number.MAX_SAFE_INTEGER), row(3, ago(1))];
    const answer = await api.post("/link", { stream: newStream(), paths: PATHS, rows }, { token: boat.key });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.refused.map(([number]: [number]) => number)).toEqual([1, 2]);
  });

  it("has at most 200 alarms a row, and 1000 rows within two seconds of an instant", async () => {
    const boat = await linkedBoat(api);
    const alarms = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`a${n}`, { state: "warn" }]));
    const many = { stream: newStream(), paths: PATHS, rows: [row(1, ago(0), {}, { alarms })] };
    expect((await api.post("/link", many, { token: boat.key })).status).toBe(400);
    const [stream, instant] = [newStream(), ago(5)];
    const statuses: number[] = [];
    for (const from of [0, 1, 2]) {
      const rows = Array.from({ length: 1_000 }, (_, n) => row(from * 1_000 + n + 1, instant));
      statuses.push((await api.post("/link", { stream, paths: PATHS, rows }, { token: boat.key })).status);
    }
    expect(statuses).toEqual([200, 200, 400]);
  }, 120_000);

  it("begins at most 100 streams of a boat", async () => {
    const boat = await linkedBoat(api);
    const begin = () => api.post("/link", { stream: newStream(), rows: [] }, { token: boat.key });
    const statuses: number[] = [];
    for (let n = 0; n < 101; n++) statuses.push((await begin()).status);
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 200), 409]);
  });
});

it("a boat has at most 20 linked devices", async () => {
  const boat = await linkedBoat(api);
  for (let n = 1; n < 20; n++) expect((await pair(api, boat, newDevice())).status).toBe(200);
  const refused = await pair(api, boat, newDevice());
  expect([refused.status, refused.json.message]).toEqual([409, "A boat has at most 20 linked devices."]);
  expect((await pair(api, boat, boat.device)).status).toBe(200);
});
