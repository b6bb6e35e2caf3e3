/** Alarms and the anchor watch between a boat and the shore. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { prove } from "../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { ago, type LinkedBoat, linkedBoat, newStream } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const PATHS = {
  "7": "electrical.batteries.House.voltage",
  "11": "navigation.anchor.position.latitude",
  "12": "navigation.anchor.position.longitude",
  "13": "navigation.anchor.maxRadius",
};
const BILGE = "electrical.bilgePump.main";
const alarm = (state: string, message = "Water in the bilge.") => ({ state, message, id: "aboard-7" });

/** A boat whose rows are numbered for it. */
async function sending() {
  const boat = await linkedBoat(api, "Alarmed");
  const stream = newStream();
  let number = 0;
  const send = async (minutes: number, facts: object = {}, values: object = {}) => {
    const rows = [[++number, ago(minutes), 59.8, 22.9, values, facts]];
    const answer = await api.post("/link", { stream, paths: PATHS, rows }, { token: boat.key });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const get = async (path: string) => (await api.get(path, { token: boat.userToken })).json;
  return { ...boat, send, get, alerts: () => get("/alerts_view?kind=eq.boat&order=raised_at,key") };
}

const rpc = (boat: LinkedBoat, name: string, args: object = {}) =>
  api.post(`/rpc/${name}`, args, { token: boat.userToken });

describe("an alarm on board", () => {
  it("is an alert ashore while it stands, with the boat's words", async () => {
    const boat = await sending();
    await boat.send(5, { alarms: { [BILGE]: alarm("alarm"), "propulsion.main": alarm("warn", "") } });
    expect(await boat.alerts()).toMatchObject([
      {
        rule_id: null,
        name: "Electrical bilge pump main",
        kind: "boat",
        key: BILGE,
        severity: "alarm",
        state: "raised",
        message: "Water in the bilge.",
        latitude: 59.8,
      },
      { key: "propulsion.main", severity: "warn", message: "Propulsion main" },
    ]);
    await boat.send(4, { alarms: { [BILGE]: alarm("emergency", "More water.") } });
    expect(await boat.alerts()).toMatchObject([
      { severity: "emergency", message: "More water.", state: "raised" },
      { key: "propulsion.main", state: "cleared" },
    ]);
    await boat.send(3);
    const [one] = await boat.alerts();
    expect(one.state).toBe("cleared");
    expect(Date.parse(one.cleared_at) - Date.parse(one.raised_at)).toBeGreaterThan(90_000);
    await service.drainJobs();
    const events = await boat.get("/eventlogs_view?channel=like.alert_*&select=channel&order=id");
    expect(events.map(({ channel }: { channel: string }) => channel)).toEqual([
      ...["alert_raised", "alert_raised", "alert_cleared", "alert_raised", "alert_cleared"],
    ]);
  });

  it("raises nothing from a backlog, and moves nothing from a row older than the newest", async () => {
    const boat = await sending();
    await boat.send(20, { alarms: { [BILGE]: alarm("alarm") } });
    expect(await boat.alerts()).toEqual([]);
    await boat.send(2, { alarms: { [BILGE]: alarm("alarm") } });
    await boat.send(4);
    await boat.send(3, { alarms: { "propulsion.main": alarm("warn") } });
    expect(await boat.alerts()).toMatchObject([{ key: BILGE, state: "raised" }]);
    // A partial row tells all alarms too: by satellite they come and go at once.
    await boat.send(1, { part: true, alarms: { [BILGE]: alarm("alarm") } });
    expect(await boat.alerts()).toMatchObject([{ state: "raised" }]);
    await boat.send(0, { part: true });
    expect(await boat.alerts()).toMatchObject([{ state: "cleared" }]);
  });

  it("sends messages from the severity that a person chose, warn if none", async () => {
    const boat = await sending();
    await prove(service, boat.email);
    const told = async () => {
      await service.drainJobs();
      return (await boat.get("/deliveries_view?kind=eq.alert&select=subject&order=id")).map(
        ({ subject }: { subject: string }) => subject,
      );
    };
    await boat.send(9, { alarms: { "navigation.one": alarm("alert") } });
    expect(await told()).toEqual([]);
    await boat.send(8, { alarms: { "navigation.one": alarm("warn") } });
    expect(await told()).toEqual([expect.stringMatching(/Alarmed.*Navigation one/)]);
    expect(
      (await rpc(boat, "update_user_preferences_fn", { key: "boat_alerts", value: "loud" })).status,
    ).toBe(400);
    expect(
      (await rpc(boat, "update_user_preferences_fn", { key: "boat_alerts", value: "alarm" })).status,
    ).toBe(200);
    await boat.send(7, { alarms: { "navigation.one": alarm("warn"), "navigation.two": alarm("warn") } });
    expect(await told()).toHaveLength(1);
    await boat.send(6, { alarms: { "navigation.one": alarm("warn"), "navigation.two": alarm("alarm") } });
    expect(await told()).toHaveLength(2);
  });

  it("acknowledged or snoozed ashore is acknowledged or silenced on board", async () => {
    const boat = await sending();
    await boat.send(5, { alarms: { [BILGE]: alarm("alarm") } });
    const [{ id }] = await boat.alerts();
    await rpc(boat, "acknowledge_alert_fn", { _id: id });
    await rpc(boat, "snooze_alert_fn", { _id: id, minutes: 30 });
    const { commands } = await boat.send(4, { alarms: { [BILGE]: alarm("alarm") } });
    expect(commands).toMatchObject([
      { kind: "acknowledge", data: { path: BILGE } },
      { kind: "silence", data: { path: BILGE } },
    ]);
    // What the boat raised itself does not come back down.
    const { json } = await api.get("/link?wait=0&alerts=0", { token: boat.key });
    expect(json.alerts.raised).toEqual([]);
  });

  it("ends with the link", async () => {
    const boat = await sending();
    await boat.send(5, { alarms: { [BILGE]: alarm("alarm") } });
    const [{ id }] = await boat.get("/boat_links_view");
    await rpc(boat, "unlink_boat_fn", { _id: id });
    expect(await boat.alerts()).toMatchObject([{ state: "cleared" }]);
  });
});

describe("the anchor watch", () => {
  const rings = async ({ get }: { get: (path: string) => Promise<unknown> }) =>
    get("/alert_rules?kind=eq.drag&select=name,area,armed_by&order=id");
  const aboard = (radius: number) => ({ "11": 59.8001, "12": 22.9001, "13": radius });

  it("set and ended ashore is set and ended on board", async () => {
    const boat = await sending();
    await boat.send(5);
    await boat.send(4, { alarms: { [BILGE]: alarm("alarm") } });
    const set = await rpc(boat, "anchor_watch_fn", { radius: 40 });
    expect(set.status, set.text).toBe(200);
    expect((await boat.send(3, { alarms: { [BILGE]: alarm("alarm") } })).commands).toMatchObject([
      { kind: "anchor_watch", data: { latitude: 59.8, longitude: 22.9, radius: 40 } },
    ]);
    expect(await rings(boat)).toMatchObject([{ armed_by: "shore" }, { armed_by: "shore" }]);
    await rpc(boat, "anchor_watch_off_fn");
    expect((await boat.send(2, { alarms: { [BILGE]: alarm("alarm") } })).commands).toMatchObject([
      { kind: "anchor_watch_off", data: {} },
    ]);
    // Ending the watch ends its own alerts, not the boat's.
    expect(await boat.alerts()).toMatchObject([{ key: BILGE, state: "raised" }]);
  });

  it("set on board arms the shore's, once, and null ends it", async () => {
    const boat = await sending();
    await boat.send(9, {}, aboard(40));
    expect(await rings(boat)).toMatchObject([
      { name: "Anchor watch", area: { coordinates: [22.9001, 59.8001], radius: 40 }, armed_by: "boat" },
      { name: "Anchor alarm", armed_by: "boat" },
    ]);
    expect(await boat.get("/boat_commands_view")).toEqual([]);
    const before = await boat.get("/alert_rules?kind=eq.drag&select=id");
    await boat.send(8, {}, aboard(40));
    // A row that does not tell of it ends nothing: the value was not refreshed.
    await boat.send(7);
    expect(await boat.get("/alert_rules?kind=eq.drag&select=id")).toEqual(before);
    await boat.send(6, {}, aboard(60));
    expect(await rings(boat)).toMatchObject([{ area: { radius: 60 }, armed_by: "boat" }, {}]);
    await boat.send(5, {}, { "11": null, "12": null, "13": null });
    expect(await rings(boat)).toEqual([]);
    // A backlog arms nothing.
    await boat.send(30, {}, aboard(70));
    expect(await rings(boat)).toEqual([]);
  });

  it("set ashore and shown by the boat in answer stays the shore's", async () => {
    const boat = await sending();
    await boat.send(9);
    await rpc(boat, "anchor_watch_fn", { radius: 40, latitude: 59.8001, longitude: 22.9001 });
    const before = await boat.get("/alert_rules?kind=eq.drag&select=id");
    await boat.send(8, {}, aboard(40));
    expect(await boat.get("/alert_rules?kind=eq.drag&select=id")).toEqual(before);
    expect(await rings(boat)).toMatchObject([{ armed_by: "shore" }, { armed_by: "shore" }]);
    // Ended on board: both had the same watch.
    await boat.send(7, {}, { "11": null, "12": null, "13": null });
    expect(await rings(boat)).toEqual([]);
    // News of that end does not end another one.
    await rpc(boat, "anchor_watch_fn", { radius: 60, latitude: 59.8001, longitude: 22.9001 });
    await boat.send(6, {}, { "11": null, "12": null, "13": null });
    expect(await rings(boat)).toMatchObject([{ area: { radius: 60 } }, {}]);
  });
});

const watched = z.object({ rules: z.array(z.object({ kind: z.string(), after: z.number() })) });

describe("silence", () => {
  it("is allowed for the mode's interval longer", async () => {
    const boat = await sending();
    await api.post(
      "/alert_rules",
      { name: "Quiet", kind: "silent", key: "voltage", after: "PT10M" },
      { token: boat.userToken },
    );
    const allowed = async () => {
      const [row] = await service.database.owner.transaction((tx) =>
        tx.query(sql`select app.watched(${boat.vesselId}) as watched`),
      );
      const { rules } = watched.parse(row?.watched);
      return (rules.find(({ kind }) => kind === "silent")?.after ?? 0) / 60_000;
    };
    const stream = newStream();
    for (const [mode, minutes] of [
      ["normal", 10],
      ["metered", 40],
      ["satellite", 70],
    ] as const) {
      await api.post("/link", { stream, mode, rows: [] }, { token: boat.key });
      expect(await allowed(), mode).toBe(minutes);
    }
  });
});
