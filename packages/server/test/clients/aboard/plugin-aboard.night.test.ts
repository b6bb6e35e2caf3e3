/** The plugin on board, as it is published, and the service: in a stub of the Signal K server. */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import type { Plugin } from "../../../../signalk-wakelog/src/plugin.ts";
import type { ServerApp } from "../../../../signalk-wakelog/src/server-api.ts";
import { StubServer } from "../../../../signalk-wakelog/test/stub-server.ts";
import { type BuiltPlugin, buildPlugin } from "./built-plugin.ts";
import { type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";

const service = serviceForTests();
const { api } = service;

type MakePlugin = (app: ServerApp) => Plugin;
const entry = z.custom<MakePlugin>((value) => typeof value === "function");
const statusForm = z.looseObject({ paired: z.boolean(), waiting: z.number(), stream: z.string().nullable() });

let built: BuiltPlugin;
let make: MakePlugin;
let proxy: CuttingProxy;
beforeAll(async () => {
  built = buildPlugin();
  make = entry.parse(createRequire(import.meta.url)(built.main));
  proxy = await cuttingProxy(() => service.apiUrl);
});
afterAll(async () => {
  built.remove();
  await proxy.close();
});

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** As long as a busy machine needs, and retries after lost answers. */
const SOON = { timeout: 60_000, interval: 200 };

/** A boat whose plugin was paired by the line of the dashboard. */
async function pairedBoat(): Promise<{ sailor: Sailor; server: StubServer; status: () => Promise<unknown> }> {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-boat-"));
  const sailor = await newSailor(api, "Vega");
  const server = new StubServer(folder);
  const plugin = make(server);
  plugin.registerWithRouter(server.router());
  ended.push(async () => {
    await plugin.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { code } = (await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken })).json;
  plugin.start({ pairing: `http://127.0.0.1:${proxy.port}/${code}` });
  const status = async () => statusForm.parse((await server.ask("GET /status")).body);
  await expect.poll(status, SOON).toMatchObject({ paired: true });
  return { sailor, server, status };
}

const reader =
  ({ userToken }: Sailor) =>
  async (path: string) =>
    (await api.get(path, { token: userToken })).json;

/** Numbers and times of all rows on board. */
async function rowsAboard(server: StubServer): Promise<readonly (readonly unknown[])[]> {
  const { rows } = z
    .looseObject({ rows: z.array(z.array(z.unknown())) })
    .parse((await server.ask("GET /rows", { after: 0, limit: 1000 })).body);
  return rows;
}

it("pairs by the line, and what it records arrives once although answers are lost", async () => {
  const { sailor, server, status } = await pairedBoat();
  const get = reader(sailor);
  expect(JSON.stringify(server.saved)).not.toContain("/");
  expect(await get("/boat_links_view?select=name,revoked_at")).toMatchObject([{ revoked_at: null }]);
  await expect
    .poll(() => get("/boat_links_view?select=last_seen"), SOON)
    .toMatchObject([{ last_seen: expect.any(String) }]);
  proxy.lose(2);
  server.say("navigation.position", { latitude: 59.8, longitude: 22.9 });
  server.say("electrical.batteries.house.voltage", 12.6);
  for (const state of ["started", "stopped"]) {
    server.say("propulsion.main.state", state);
    await expect.poll(async () => (await rowsAboard(server)).length, SOON).toBeGreaterThan(0);
    // One row in five seconds.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
  }
  await expect.poll(() => proxy.lost, SOON).toBe(2);
  await expect.poll(status, SOON).toMatchObject({ waiting: 0 });
  const aboard = await rowsAboard(server);
  expect(aboard.length).toBeGreaterThanOrEqual(2);
  const ashore = await get("/metrics?select=time,latitude,metrics&order=time");
  const times = aboard.map(([, time]) => new Date(Number(time)).toISOString());
  expect(ashore.map(({ time }: { time: string }) => new Date(time).toISOString())).toEqual(times);
  expect(ashore.at(-1).metrics).toMatchObject({ "propulsion.main.state": "stopped" });
  const [link] = await get("/boat_links_view?select=rows,waiting,stream");
  expect(link).toMatchObject({ rows: aboard.length });
  expect(await get("/metrics_rejected_view?select=reason")).toEqual([]);
}, 240_000);

it("brings an alarm ashore, and its acknowledgement back on board", async () => {
  const { sailor, server } = await pairedBoat();
  const get = reader(sailor);
  const path = "notifications.electrical.bilgePump";
  const value = { state: "alarm", method: ["visual", "sound"], message: "Water in the bilge" };
  server.values.set(path, { value });
  server.say(path, value);
  const alerts = () => get("/alerts_view?select=id,kind,key,severity,state,message");
  await expect
    .poll(alerts, SOON)
    .toMatchObject([
      { kind: "boat", key: "electrical.bilgePump", severity: "alarm", message: "Water in the bilge" },
    ]);
  const [{ id }] = await alerts();
  await api.post("/rpc/acknowledge_alert_fn", { _id: id }, { token: sailor.userToken });
  await expect.poll(() => server.values.get(path), SOON).toMatchObject({ value: { method: [] } });
  await expect
    .poll(() => get("/boat_commands_view?select=kind,ok,message"), SOON)
    .toEqual([{ kind: "acknowledge", ok: true, message: "" }]);
  server.say(path, { state: "normal", method: [], message: "Dry" });
  await expect.poll(alerts, SOON).toMatchObject([{ state: "cleared" }]);
}, 240_000);

it("brings an alert of the shore's on board until it is over, and its acknowledgement ashore", async () => {
  const { sailor, server } = await pairedBoat();
  const get = reader(sailor);
  const low = "electrical.batteries.house.voltage";
  server.say("navigation.position", { latitude: 59.8, longitude: 22.9 });
  server.say(low, 12.6);
  const rule = { name: "House low", kind: "below", key: low, low: 12, severity: "alarm", after: "0" };
  expect((await api.post("/alert_rules", rule, { token: sailor.userToken })).status).toBe(201);
  const alerts = () => get("/alerts_view?select=id,state,severity,acknowledged_by");
  // A passed threshold makes a row at once, as soon as the boat has been told of it: in five seconds, if there was one.
  let seconds = 0;
  await expect
    .poll(
      () => {
        server.say(low, seconds++ % 14 < 7 ? 12.6 : 11.4);
        return alerts();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toMatchObject([{ state: "raised", severity: "alarm" }]);
  const [{ id }] = await alerts();
  const path = `notifications.wakelog.${id}`;
  await expect.poll(() => server.values.get(path), SOON).toMatchObject({ value: { state: "alarm" } });
  server.say(path, { state: "alarm", method: [], message: "House low" });
  await expect.poll(alerts, SOON).toMatchObject([{ acknowledged_by: "Vega" }]);
  server.say(low, 12.9);
  await expect.poll(alerts, SOON).toMatchObject([{ state: "cleared" }]);
  await expect.poll(() => server.values.get(path), SOON).toMatchObject({ value: { state: "normal" } });
}, 240_000);

it("takes the anchor watch on board and off again, and arms the shore's by one set on board", async () => {
  const { sailor, server } = await pairedBoat();
  const get = reader(sailor);
  const circle = { latitude: 59.8, longitude: 22.9, radius: 40 };
  server.say("navigation.position", { latitude: 59.8, longitude: 22.9 });
  const sayingOf = (path: string) => Object(server.values.get(path)).value;
  const set = await api.post("/rpc/anchor_watch_fn", circle, { token: sailor.userToken });
  expect(set.status, set.text).toBe(200);
  await expect.poll(() => sayingOf("navigation.anchor.maxRadius"), SOON).toBe(40);
  expect(sayingOf("navigation.anchor.position")).toEqual({ latitude: 59.8, longitude: 22.9 });
  // Outside her circle without any word from ashore: the boat raises it herself.
  const drags = () => sayingOf("notifications.navigation.anchor");
  await expect
    .poll(
      () => {
        server.say("navigation.position", { latitude: 59.801, longitude: 22.9 });
        return drags();
      },
      { timeout: 60_000, interval: 5_000 },
    )
    .toMatchObject({ state: "alarm" });
  await api.post("/rpc/anchor_watch_off_fn", {}, { token: sailor.userToken });
  await expect.poll(() => sayingOf("navigation.anchor.maxRadius"), SOON).toBe(null);
  for (const [path, value] of [
    ["navigation.anchor.position", { latitude: 59.801, longitude: 22.9 }],
    ["navigation.anchor.maxRadius", 60],
  ] as const) {
    server.values.set(path, { value });
    server.say(path, value, "anchor-alarm");
  }
  server.say("propulsion.main.state", "stopped");
  await expect
    .poll(() => get("/alert_rules?kind=eq.drag&enabled=is.true&select=armed_by,area"), SOON)
    .toEqual(expect.arrayContaining([expect.objectContaining({ armed_by: "boat" })]));
}, 240_000);
