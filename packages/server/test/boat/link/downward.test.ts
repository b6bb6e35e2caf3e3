/** What goes down a link: settings and commands. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type LinkedBoat, linkedBoat, member, newStream } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const settings = async (token: string) => (await api.get("/rpc/boat_settings_fn", { token })).json;
const change = (token: string, wanted: object) =>
  api.post("/rpc/update_boat_settings_fn", { settings: wanted }, { token });
const command = (token: string, kind: string, data?: object) =>
  api.post("/rpc/boat_command_fn", { kind, ...(data === undefined ? {} : { data }) }, { token });
const commands = async ({ userToken: token }: LinkedBoat) =>
  (await api.get("/boat_commands_view?order=created_at", { token })).json;
const poll = (boat: LinkedBoat, query: string) => api.get(`/link?${query}`, { token: boat.key });
const exchange = (boat: LinkedBoat, more: object = {}) =>
  api.post("/link", { stream: newStream(), rows: [], ...more }, { token: boat.key });

describe("settings", () => {
  it("are changed by skippers and owners, read by every member, and counted", async () => {
    const boat = await linkedBoat(api);
    const before = await settings(boat.userToken);
    expect(before).toEqual({ version: expect.any(Number), watch: [] });
    const wanted = {
      rest: 600,
      underway: 30,
      deviation: 20,
      mode: "metered",
      budget: { normal: null, metered: 1_000_000, satellite: 20_000 },
      keep: { megabytes: 128 },
      satellite: ["electrical.batteries.House.voltage"],
      skip: ["network.*"],
      only: ["navigation.*"],
      position_source: "gps.GP",
      certificate: `${"AB:".repeat(31)}AB`,
      publish_trip: true,
    };
    const changed = await change(await member(api, service.database, boat, "skipper"), wanted);
    expect(changed.status, changed.text).toBe(200);
    expect(changed.json).toMatchObject({
      ...wanted,
      version: before.version + 1,
    });
    // The same again is no change; null removes one.
    expect((await change(boat.userToken, { rest: 600 })).json.version).toBe(before.version + 1);
    const removed = (await change(boat.userToken, { rest: null })).json;
    expect([removed.version, "rest" in removed]).toEqual([before.version + 2, false]);
    for (const role of ["crew", "guest"] as const) {
      const token = await member(api, service.database, boat, role);
      expect((await settings(token)).mode).toBe("metered");
      expect((await change(token, { mode: "off" })).status).toBe(403);
    }
    expect((await settings(boat.userToken)).mode).toBe("metered");
  });

  it("changed before she is paired know what the rules watch", async () => {
    const { userToken } = await newSailor(api);
    const rule = { name: "Low battery", kind: "below", key: "electrical.batteries.0.voltage", low: 11.8 };
    expect((await api.post("/alert_rules", rule, { token: userToken })).status).toBe(201);
    const path = rule.key;
    expect((await change(userToken, { rest: 600 })).json).toMatchObject({
      rest: 600,
      watch: [{ path, low: 11.8 }],
    });
  });

  it("refuse unknown names and nonsense with a sentence", async () => {
    const boat = await linkedBoat(api);
    for (const wrong of [
      { colour: "red" },
      { version: 7 },
      { watch: [] },
      { rest: 1 },
      { rest: "600" },
      { underway: 0 },
      { deviation: 5000 },
      { mode: "fast" },
      { mode: 1 },
      { budget: 5 },
      { budget: { normal: -1 } },
      { budget: { other: 1 } },
      { keep: { megabytes: "1" } },
      { keep: {} },
      { satellite: ["1", "2", "3", "4", "5", "6", "7"] },
      { skip: "all" },
      { only: [1] },
      { position_source: "" },
      { certificate: "abc" },
      { publish_trip: "yes" },
    ]) {
      const { status, json } = await change(boat.userToken, wrong);
      expect([status, json.message], JSON.stringify(wrong)).toEqual([400, expect.stringMatching(/^\S.*\.$/)]);
    }
    expect(
      (await api.post("/rpc/update_boat_settings_fn", { settings: [] }, { token: boat.userToken })).status,
    ).toBe(400);
    expect(await settings(boat.userToken)).toEqual({ version: expect.any(Number), watch: [] });
  });

  it("tell the boat which thresholds its rules have", async () => {
    const boat = await linkedBoat(api);
    const { version } = await settings(boat.userToken);
    await exchange(boat, { paths: { "1": "tanks.fuel.0.currentLevel" } });
    for (const rule of [
      { name: "Low", kind: "below", key: "voltage", low: 12 },
      { name: "Fast", kind: "above", key: "speed", high: 5 },
      { name: "Cabin", kind: "outside", key: "environment.inside.temperature", low: 275, high: 310 },
      { name: "Fuel", kind: "below", key: "fuel", low: 0.2 },
      { name: "Off", kind: "below", key: "depth", low: 2, enabled: false },
      { name: "Silent", kind: "silent", key: "voltage" },
    ])
      expect((await api.post("/alert_rules", rule, { token: boat.userToken })).status).toBe(201);
    const { watch, version: after } = await settings(boat.userToken);
    expect(watch).toEqual(
      expect.arrayContaining([
        { path: "electrical.batteries.House.voltage", low: 12, high: null },
        { path: "navigation.speedOverGround", low: null, high: 5 },
        { path: "environment.inside.temperature", low: 275, high: 310 },
        { path: "tanks.fuel.0.currentLevel", low: 0.2, high: null },
      ]),
    );
    expect(watch).toHaveLength(4);
    expect(after).toBeGreaterThan(version);
  });

  it("reach the boat with an exchange that knows another version", async () => {
    const boat = await linkedBoat(api);
    const { version } = (await change(boat.userToken, { rest: 600 })).json;
    expect((await exchange(boat, { settings: version - 1 })).json.settings).toMatchObject({
      version,
      rest: 600,
    });
    for (const more of [{ settings: version }, {}])
      expect((await exchange(boat, more)).json).not.toHaveProperty("settings");
  });
});

describe("a command", () => {
  it("is offered until the boat reports it, and shows the result", async () => {
    const boat = await linkedBoat(api);
    const given = await command(boat.userToken, "mode", { mode: "metered" });
    expect(given.status, given.text).toBe(200);
    expect(given.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: "mode",
      data: { mode: "metered" },
      created_at: expect.any(String),
      expires_at: expect.any(String),
      sent_at: null,
      done_at: null,
      ok: null,
      message: null,
    });
    const { id, created_at, expires_at } = given.json;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(600_000);
    const offered = {
      id,
      kind: "mode",
      data: { mode: "metered" },
      expires: expect.closeTo(Date.parse(expires_at), -1),
    };
    for (let i = 0; i < 2; i++) expect((await exchange(boat)).json.commands).toEqual([offered]);
    expect((await poll(boat, "wait=5")).json).toEqual({ commands: [offered] });
    expect((await commands(boat))[0]).toMatchObject({ sent_at: expect.any(String), done_at: null });
    const after = await exchange(boat, { done: [[id, false, "Switched off aboard"]] });
    expect(after.json).not.toHaveProperty("commands");
    await exchange(boat, { done: [[id, true, ""]] });
    expect(await commands(boat)).toMatchObject([
      { done_at: expect.any(String), ok: false, message: "Switched off aboard" },
    ]);
  });

  it("lasts ten minutes, an anchor watch a day", async () => {
    const boat = await linkedBoat(api);
    const watch = await command(boat.userToken, "anchor_watch", {
      latitude: 59.8,
      longitude: 22.9,
      radius: 40,
    });
    expect(Date.parse(watch.json.expires_at) - Date.parse(watch.json.created_at)).toBe(86_400_000);
    await command(boat.userToken, "send");
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        update app.boat_commands set expires_at = expires_at - interval '11 min' where vessel_id = ${boat.vesselId}`),
    );
    expect((await exchange(boat)).json.commands).toMatchObject([{ kind: "anchor_watch" }]);
  });

  it("takes the place of those about the same that the boat has not reported", async () => {
    const boat = await linkedBoat(api);
    const give = async (kind: string, data?: object): Promise<string> =>
      (await command(boat.userToken, kind, data)).json.id;
    const anchor = { latitude: 59.8, longitude: 22.9, radius: 40 };
    const first = await give("anchor_watch", anchor);
    await give("mode", { mode: "off" });
    await give("anchor_watch", { ...anchor, radius: 50 });
    await give("anchor_watch_off");
    const last = await give("anchor_watch", { ...anchor, radius: 60 });
    const mode = await give("mode", { mode: "normal" });
    for (const path of ["a", "b", "a"]) await give("acknowledge", { path });
    const offered = (await exchange(boat)).json.commands;
    expect(offered.map(({ kind, data }: { kind: string; data: object }) => [kind, data])).toEqual([
      ["anchor_watch", { ...anchor, radius: 60 }],
      ["mode", { mode: "normal" }],
      ["acknowledge", { path: "b" }],
      ["acknowledge", { path: "a" }],
    ]);
    expect((await commands(boat))[0]).toMatchObject({
      ...{ id: first, done_at: expect.any(String), ok: null },
      message: "A newer command took its place.",
    });
    // One that was superseded on its way shows what became of it; the newer one is still offered.
    await exchange(boat, { done: [[first, true, ""]] });
    expect((await commands(boat))[0]).toMatchObject({ id: first, ok: true, message: "" });
    expect((await exchange(boat)).json.commands).toMatchObject([{ id: last }, { id: mode }, {}, {}]);
  });

  it("is one of a closed list, for the roles that may", async () => {
    const boat = await linkedBoat(api);
    const anchor = { latitude: 59.8, longitude: 22.9, radius: 40 };
    for (const [kind, data] of [
      ["put", { path: "steering.autopilot.state", value: "auto" }],
      ["restart", {}],
      ["acknowledge", {}],
      ["acknowledge", { path: "a", id: "b" }],
      ["silence", { path: 1 }],
      ["anchor_watch", { latitude: 59.8, longitude: 22.9 }],
      ["anchor_watch", { ...anchor, radius: 1 }],
      ["anchor_watch", { ...anchor, latitude: 91 }],
      ["anchor_watch_off", { now: true }],
      ["send", { all: true }],
      ["mode", { mode: "fast" }],
      ["mode", {}],
    ] as const) {
      const { status, json } = await command(boat.userToken, kind, data);
      expect([status, json.message], `${kind} ${JSON.stringify(data)}`).toEqual([
        400,
        expect.stringMatching(/\.$/),
      ]);
    }
    const may: Readonly<Record<string, readonly ("skipper" | "crew" | "guest")[]>> = {
      acknowledge: ["skipper", "crew"],
      silence: ["skipper", "crew"],
      anchor_watch: ["skipper", "crew"],
      anchor_watch_off: ["skipper", "crew"],
      send: ["skipper"],
      mode: ["skipper"],
    };
    const data: Readonly<Record<string, object>> = {
      acknowledge: { path: "electrical.batteries.House" },
      silence: { id: "7" },
      anchor_watch: anchor,
      mode: { mode: "auto" },
    };
    for (const role of ["skipper", "crew", "guest"] as const) {
      const token = await member(api, service.database, boat, role);
      for (const [kind, roles] of Object.entries(may)) {
        const { status } = await command(token, kind, data[kind]);
        expect(status, `${role} ${kind}`).toBe(roles.includes(role) ? 200 : 403);
      }
      expect((await api.get("/boat_commands_view", { token })).status).toBe(200);
    }
    expect((await api.get("/boat_commands_view", { token: boat.vesselToken })).status).toBe(403);
  });

  it("needs a linked boat, and is no business of others", async () => {
    const boat = await linkedBoat(api);
    await command(boat.userToken, "send");
    const sailor = await newSailor(api);
    expect((await command(sailor.userToken, "send")).status).toBe(409);
    expect((await api.get("/boat_commands_view", { token: sailor.userToken })).json).toEqual([]);
    const other = await linkedBoat(api);
    const [{ id }] = await commands(boat);
    expect((await exchange(other, { done: [[id, true, ""]] })).json).not.toHaveProperty("commands");
    expect((await commands(boat))[0].done_at).toBeNull();
  });
});
