/** The plugin on board, as it is published, in Signal K's own server, beside the plugin that boats have today. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type BuiltPlugin, buildPlugin } from "./built-plugin.ts";
import { type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";
import { type InstalledServer, installServer, type SignalK, startSignalK } from "./signalk-server.ts";

const installed = await installServer();
if (installed === null)
  process.stderr.write("The Signal K server cannot be installed from npm: the plugin was not tried in it\n");

/** As long as a busy machine needs, and retries after lost answers. */
const SOON = { timeout: 90_000, interval: 500 };
const PLUGIN = "/plugins/signalk-wakelog";
const VOLTAGE = "electrical.batteries.house.voltage";

const rowsForm = z.looseObject({ rows: z.array(z.array(z.unknown())) });

describe.skipIf(installed === null)("in signalk-server", () => {
  const service = serviceForTests();
  const { api } = service;
  let built: BuiltPlugin;
  let proxy: CuttingProxy;
  let server: SignalK;
  let sailor: Sailor;
  const get = async (path: string) => (await api.get(path, { token: sailor.userToken })).json;
  const status = async () => (await server.ask("GET", `${PLUGIN}/status`)).json;
  const rowsAboard = async () =>
    rowsForm.parse((await server.ask("GET", `${PLUGIN}/rows?after=0&limit=1000`)).json).rows;
  const place = (latitude: number) =>
    server.say({
      "navigation.position": { latitude, longitude: 22.9 },
      "navigation.speedOverGround": 0.1,
      "navigation.courseOverGroundTrue": 1,
      "navigation.state": "moored",
    });

  beforeAll(async () => {
    if (installed === null) return;
    built = buildPlugin();
    proxy = await cuttingProxy(() => service.apiUrl);
    sailor = await newSailor(api, "Vega");
    const { code } = (await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken })).json;
    server = await startSignalK(
      installed,
      { "signalk-wakelog": built.folder, "signalk-postgsail": besideOf(installed) },
      {
        "signalk-wakelog": { pairing: `http://127.0.0.1:${proxy.port}/${code}` },
        "signalk-postgsail": { host: service.apiUrl, token: sailor.vesselToken },
      },
    );
  }, 240_000);
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
    built?.remove();
    installed?.remove();
  });

  it("is paired by the line, which leaves the settings", async () => {
    await expect.poll(status, SOON).toMatchObject({ paired: true, vessel: { name: "Vega" } });
    await expect
      .poll(() => get("/boat_links_view?select=revoked_at,last_seen"), SOON)
      .toMatchObject([{ revoked_at: null, last_seen: expect.any(String) }]);
    const { json } = await server.ask("GET", `${PLUGIN}/config`);
    expect(JSON.stringify(json)).not.toContain("127.0.0.1");
  }, 120_000);

  it("sends each row once, although answers are lost and the server starts again, beside the other plugin", async () => {
    proxy.lose(2);
    for (const state of ["started", "stopped"]) {
      place(59.8);
      server.say({ "propulsion.main.state": state, [VOLTAGE]: 12.6 });
      // One row in five seconds.
      await new Promise((resolve) => setTimeout(resolve, 6_000));
    }
    await expect.poll(() => proxy.lost, SOON).toBe(2);
    await server.restart();
    await expect
      .poll(() => {
        place(59.8);
        return status();
      }, SOON)
      .toMatchObject({ waiting: 0, state: "sending" });
    const [{ stream, rows }] = await get("/boat_links_view?select=stream,rows");
    const aboard = await rowsAboard();
    expect(aboard.length).toBeGreaterThanOrEqual(2);
    expect(await status()).toMatchObject({ stream, lost: { rows: 0 } });
    expect(rows).toBe(aboard.length);
    const times = async (): Promise<readonly string[]> =>
      (await get("/metrics?select=time&order=time")).map(({ time }: { time: string }) =>
        new Date(time).toISOString(),
      );
    const ours = aboard.map(([, time]) => new Date(Number(time)).toISOString());
    // The other plugin sends its rows at its start, with its own times.
    await expect.poll(async () => (await times()).length, SOON).toBeGreaterThan(ours.length);
    const ashore = await times();
    expect(ours.filter((time) => ashore.filter((one) => one === time).length !== 1)).toEqual([]);
    expect(new Set(ashore).size).toBe(ashore.length);
  }, 360_000);

  it("brings an alarm ashore, and its acknowledgement on board", async () => {
    const path = "notifications.electrical.bilgePump";
    const value = { state: "alarm", method: ["visual", "sound"], message: "Water in the bilge" };
    server.say({ [path]: value });
    const alerts = () => get("/alerts_view?kind=eq.boat&select=id,key,severity,state,message");
    await expect
      .poll(alerts, SOON)
      .toMatchObject([{ key: "electrical.bilgePump", severity: "alarm", message: "Water in the bilge" }]);
    const [{ id }] = await alerts();
    await api.post("/rpc/acknowledge_alert_fn", { _id: id }, { token: sailor.userToken });
    await expect
      .poll(() => get("/boat_commands_view?kind=eq.acknowledge&select=ok,message"), SOON)
      .toEqual([{ ok: true, message: "" }]);
    await expect.poll(() => server.self(path), SOON).toMatchObject({ status: { acknowledged: true } });
    server.say({ [path]: { ...value, state: "normal", method: [] } });
    await expect.poll(alerts, SOON).toMatchObject([{ state: "cleared" }]);
  }, 240_000);

  it("brings an alert of the shore's on board until it is over", async () => {
    const rule = { name: "House low", kind: "below", key: VOLTAGE, low: 12, severity: "alarm", after: "0" };
    expect((await api.post("/alert_rules", rule, { token: sailor.userToken })).status).toBe(201);
    const alerts = () => get("/alerts_view?kind=eq.below&select=id,state");
    await expect
      .poll(
        () => {
          for (const volts of [12.6, 11.4]) server.say({ [VOLTAGE]: volts });
          return alerts();
        },
        { ...SOON, interval: 2_000 },
      )
      .toMatchObject([{ state: "raised" }]);
    const [{ id }] = await alerts();
    const path = `notifications.wakelog.${id}`;
    await expect.poll(() => server.self(path), SOON).toMatchObject({ state: "alarm" });
    server.say({ [VOLTAGE]: 12.9 });
    await expect.poll(alerts, SOON).toMatchObject([{ state: "cleared" }]);
    await expect
      .poll(async () => (await server.self(path)) ?? { state: "normal" }, SOON)
      .toMatchObject({ state: "normal" });
  }, 240_000);

  it("takes the anchor watch, and gives the alarm itself", async () => {
    const circle = { latitude: 59.8, longitude: 22.9, radius: 40 };
    const set = await api.post("/rpc/anchor_watch_fn", circle, { token: sailor.userToken });
    expect(set.status, set.text).toBe(200);
    await expect.poll(() => server.self("navigation.anchor.maxRadius"), SOON).toBe(40);
    await expect
      .poll(
        () => {
          place(59.801);
          return server.self("notifications.navigation.anchor");
        },
        { ...SOON, interval: 5_000 },
      )
      .toMatchObject({ state: "alarm" });
    await api.post("/rpc/anchor_watch_off_fn", {}, { token: sailor.userToken });
    await expect.poll(() => server.self("navigation.anchor.maxRadius"), SOON).toBe(null);
  }, 240_000);
});

function besideOf({ folder }: InstalledServer): string {
  return `${folder}/node_modules/signalk-postgsail`;
}
