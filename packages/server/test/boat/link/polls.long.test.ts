/** Polls of a link: they wait for news without a database connection. */
import { describe, expect, it, vi } from "vitest";
import type { Answer } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type LinkedBoat, linkedBoat, newStream } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const settings = async (token: string) => (await api.get("/rpc/boat_settings_fn", { token })).json;
const change = (token: string, wanted: object) =>
  api.post("/rpc/update_boat_settings_fn", { settings: wanted }, { token });
const command = (token: string, kind: string) => api.post("/rpc/boat_command_fn", { kind }, { token });
const poll = (boat: LinkedBoat, query: string) => api.get(`/link?${query}`, { token: boat.key });
const exchange = (boat: LinkedBoat, more: object = {}) =>
  api.post("/link", { stream: newStream(), rows: [], ...more }, { token: boat.key });

/** Waits as long as a busy machine needs. */
const soon = (what: () => Promise<void>) => vi.waitFor(what, { timeout: 30_000, interval: 50 });

describe("a poll", () => {
  it("is answered 204 when nothing came, and at once when something does", async () => {
    const boat = await linkedBoat(api);
    const { version } = await settings(boat.userToken);
    const began = performance.now();
    expect((await poll(boat, `wait=1&settings=${version}`)).status).toBe(204);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect((await poll(boat, "")).status).toBe(204);
    const waiting = poll(boat, `wait=50&settings=${version}&alerts=1`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const given = performance.now();
    await command(boat.userToken, "send");
    const answer = await waiting;
    expect(answer.json).toMatchObject({ commands: [{ kind: "send" }] });
    expect(performance.now() - given).toBeLessThan(10_000);
    await exchange(boat, { done: [[answer.json.commands[0].id, true, ""]] });
    const more = poll(boat, `wait=50&settings=${version}`);
    await change(boat.userToken, { rest: 700 });
    expect((await more).json).toMatchObject({ settings: { rest: 700 } });
  });

  it("brings alerts as they are raised, acknowledged and cleared", async () => {
    const boat = await linkedBoat(api);
    await api.post(
      "/alert_rules",
      { name: "House low", kind: "below", key: "electrical.batteries.House.voltage", low: 12, after: "0" },
      { token: boat.userToken },
    );
    const stream = newStream();
    const paths = { "7": "electrical.batteries.House.voltage" };
    const send = (number: number, volts: number) =>
      exchange(boat, {
        stream,
        paths,
        rows: [[number, Date.now() - 60_000 + number, null, null, { "7": volts }]],
      });
    const next = async (version: number) => (await poll(boat, `wait=30&alerts=${version}`)).json.alerts;
    const first = await next(0);
    expect(first.raised).toEqual([]);
    const rising = next(first.version);
    await send(1, 11);
    const raised = await rising;
    const [alert] = raised.raised;
    expect(alert).toEqual({
      id: expect.any(Number),
      name: "House low",
      severity: "warn",
      message: expect.stringMatching(/House low/),
      acknowledged: false,
    });
    expect(raised.version).toBeGreaterThan(first.version);
    // Acknowledged on board: in the boat's name.
    await exchange(boat, { acknowledged: [alert.id] });
    expect((await next(raised.version)).raised).toMatchObject([{ id: alert.id, acknowledged: true }]);
    expect((await api.get("/alerts_view", { token: boat.userToken })).json).toMatchObject([
      { acknowledged_by: "Linked", acknowledged_at: expect.any(String) },
    ]);
    await send(2, 13);
    await soon(async () => expect((await next(0)).raised).toEqual([]));
  });

  it("ends with 401 when the link is ended, and two of a link are enough", async () => {
    const boat = await linkedBoat(api);
    // Refused while the poll that looks has a place.
    const hold = async (): Promise<Answer> => {
      const answer = await poll(boat, "wait=50");
      return answer.status === 429 ? hold() : answer;
    };
    const open = [hold(), hold()];
    await soon(async () => expect((await poll(boat, "wait=0")).status).toBe(429));
    const [{ id }] = (await api.get("/boat_links_view", { token: boat.userToken })).json;
    await api.post("/rpc/unlink_boat_fn", { _id: id }, { token: boat.userToken });
    for (const one of open) expect((await one).status).toBe(401);
    expect((await poll(boat, "wait=50")).status).toBe(401);
    expect((await api.get("/link?wait=1")).status).toBe(401);
  });

  it("refuses what is no number", async () => {
    const boat = await linkedBoat(api);
    for (const query of ["wait=long", "settings=a", "alerts=-1"])
      expect((await poll(boat, query)).status, query).toBe(400);
  });

  it("frees its place when the boat leaves", async () => {
    const boat = await linkedBoat(api);
    const cut = new AbortController();
    const hold = async (): Promise<void> => {
      const { status } = await fetch(`${service.apiUrl}/link?wait=50`, {
        headers: { Authorization: `Bearer ${boat.key}` },
        signal: cut.signal,
      });
      if (status === 429) await hold();
    };
    const open = [hold(), hold()].map((one) => one.catch(() => null));
    await soon(async () => expect((await poll(boat, "wait=0")).status).toBe(429));
    cut.abort();
    await Promise.all(open);
    await soon(async () => expect((await poll(boat, "wait=0")).status).toBe(204));
  });
});
