/** The anchor watch, and the place that is watched without one. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type Measured, PLACE, watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;
const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.run(statement));

/** Rows of a boat that lies at anchor, one a minute, swinging a little. */
const anchored = (from: number, to: number): Measured[] =>
  Array.from({ length: to - from + 1 }, (_, n) => ({
    minute: from + n,
    away: [n % 7, (n * 77) % 360],
    row: { status: "anchored", speedoverground: 0.1 },
  }));
const near = (place: { latitude: number; longitude: number }) => ({
  latitude: expect.closeTo(place.latitude, 3),
  longitude: expect.closeTo(place.longitude, 3),
});

describe("the anchor watch", () => {
  it("is set at the boat's position, as two rings with a severity each", async () => {
    const boat = await watchedBoat(api);
    await boat.send([{ minute: -1, away: [0, 0] }]);
    const answer = await boat.call("anchor_watch_fn", { radius: 40 });
    expect(answer.status, answer.text).toBe(200);
    const rules = await boat.rows("/alert_rules?order=id");
    expect(answer.json).toEqual({
      id: rules[0].id,
      ...near(PLACE),
      radius: 40,
      learned: false,
      armed_at: expect.any(String),
    });
    const shown = rules.map((one: { kind: string; severity: string; area: { radius: number } }) => [
      one.kind,
      one.severity,
      one.area.radius,
    ]);
    expect(shown).toEqual([
      ["drag", "warn", 40],
      ["drag", "alarm", 60],
    ]);
    expect(
      rules.map((one: { after: string; escalate_after: string }) => [one.after, one.escalate_after]),
    ).toEqual([
      ["PT0S", "PT10M"],
      ["PT0S", "PT10M"],
    ]);
    // Set again it is another one, and off it is gone.
    await boat.call("anchor_watch_fn", { radius: 50 });
    expect(await boat.rows("/alert_rules?kind=eq.drag")).toHaveLength(2);
    expect((await boat.call("anchor_watch_off_fn")).json).toBe(true);
    expect(await boat.rows("/alert_rules")).toEqual([]);
    expect((await boat.call("anchor_watch_off_fn")).json).toBe(false);
  });

  it("learns its radius from the stay, and takes the place of an earlier moment", async () => {
    const boat = await watchedBoat(api);
    await boat.send(anchored(-60, -2));
    await service.drainJobs();
    const [stay] = await boat.rows("/stays?active=is.true");
    const { json } = await boat.call("anchor_watch_fn");
    expect([json.learned, json.radius >= stay.radius_m]).toEqual([true, true]);
    const rows = await boat.rows("/metrics?select=time,latitude,longitude&order=time");
    const since = await boat.call("anchor_watch_fn", { since: rows[3].time, radius: 30 });
    expect([since.json.latitude, since.json.longitude]).toEqual([rows[3].latitude, rows[3].longitude]);
    const there = await boat.call("anchor_watch_fn", { latitude: 10, longitude: 20, radius: 30 });
    expect([there.json.latitude, there.json.longitude]).toEqual([10, 20]);
  });

  it("refuses what cannot be meant", async () => {
    const boat = await watchedBoat(api);
    for (const [body, sentence] of [
      [{}, "The boat has sent no position."],
      [{ latitude: 5 }, "A place needs both a latitude and a longitude."],
      [{ latitude: 95, longitude: 5 }, /^Latitudes go from/],
      [{ latitude: 5, longitude: 5, radius: -3 }, /^The radius of an anchor watch/],
      [{ latitude: 5, longitude: 5, radius: 0 }, /^The radius of an anchor watch/],
    ] as const) {
      const answer = await boat.call("anchor_watch_fn", body);
      expect([answer.status, answer.json.message]).toEqual([
        400,
        typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
      ]);
    }
    expect((await api.post("/rpc/anchor_watch_fn", {}, { token: boat.sailor.vesselToken })).status).toBe(403);
  });

  const armed = async (radius = 40) => {
    const boat = await watchedBoat(api);
    await boat.send([{ minute: -14, away: [0, 0] }]);
    expect((await boat.call("anchor_watch_fn", { radius })).status).toBe(200);
    return boat;
  };
  const severities = (boat: { rows(path: string): Promise<unknown> }) =>
    boat.rows("/alerts_view?select=severity,state,threshold&kind=eq.drag&order=severity.desc");

  it("raises nothing for a single fix outside, however far, and a warning and an alarm for two", async () => {
    const boat = await armed();
    await boat.send([
      { minute: -13, away: [5000, 90] },
      { minute: -12, away: [10, 0] },
      { minute: -11, away: [200, 90] },
      { minute: -10, away: [5, 0] },
    ]);
    expect(await severities(boat)).toEqual([]);
    await boat.send([{ minute: -9, away: [45, 90] }]);
    expect(await severities(boat)).toEqual([]);
    await boat.send([{ minute: -8, away: [50, 90] }]);
    expect(await severities(boat)).toEqual([{ severity: "warn", state: "raised", threshold: 40 }]);
    await boat.send([
      { minute: -7, away: [65, 90] },
      { minute: -6, away: [70, 90] },
    ]);
    expect(await severities(boat)).toEqual([
      { severity: "warn", state: "raised", threshold: 40 },
      { severity: "alarm", state: "raised", threshold: 60 },
    ]);
    const [warning] = await boat.rows("/alerts_view?severity=eq.warn");
    expect(warning.value).toBeCloseTo(50, 0);
    expect(warning.message).toBe("Anchor watch: the boat is 50 m from its place, farther than 40 m.");
    await boat.send([{ minute: -5, away: [20, 90] }]);
    expect(await severities(boat)).toEqual([
      { severity: "warn", state: "cleared", threshold: 40 },
      { severity: "alarm", state: "cleared", threshold: 60 },
    ]);
  });

  it("takes two fixes that come from nowhere for nothing, and a third for a drag", async () => {
    const boat = await armed();
    await boat.send([
      { minute: -13, away: [0, 0] },
      { minute: -12, away: [9000, 90] },
      { minute: -11, away: [9000, 270] },
    ]);
    expect(await severities(boat)).toEqual([]);
    await boat.send([
      { minute: -10, away: [9000, 270] },
      { minute: -9, away: [9000, 270] },
    ]);
    expect(await severities(boat)).toHaveLength(2);
  });

  it("says when no position comes for two minutes", async () => {
    const boat = await armed();
    await boat.send([{ minute: -3, away: [1, 0] }]);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["silent", "navigation.position", "raised"]]);
    await boat.send([{ minute: -1, away: [1, 0] }]);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["silent", "navigation.position", "cleared"]]);
  });

  it.each([
    { wait: 1, silence: 1, raises: false },
    { wait: 1, silence: 3, raises: true },
    { wait: 5, silence: 8, raises: false },
    { wait: 5, silence: 12, raises: true },
    { wait: 10, silence: 18, raises: false },
    { wait: 10, silence: 23, raises: true },
    { wait: 60, silence: 110, raises: false },
    { wait: 60, silence: 130, raises: true },
  ])(
    "waits twice as long as the boat does: a row each $wait min, silent for $silence min",
    async ({ wait, silence, raises }) => {
      const boat = await watchedBoat(api);
      // She came here under way, with a row each minute.
      const passage = Array.from({ length: 30 }, (_, n) => ({
        minute: -silence - 12 * wait - 31 + n,
        away: [200 * (30 - n), 0] as [number, number],
        row: { speedoverground: 6.5 },
      }));
      const still = Array.from({ length: 13 }, (_, n) => ({
        minute: -silence - (12 - n) * wait,
        away: [n % 7, 90] as [number, number],
        row: { speedoverground: n % 2 === 0 ? 0.1 : null },
      }));
      await boat.send([...passage, ...still]);
      expect((await boat.call("anchor_watch_fn", { radius: 40 })).status).toBe(200);
      await service.drainJobs();
      expect(await boat.rows("/alerts_view?select=kind,state&kind=eq.silent")).toEqual(
        raises ? [{ kind: "silent", state: "raised" }] : [],
      );
    },
  );

  it("ends by itself when the boat has sailed away, and says so", async () => {
    const boat = await watchedBoat(api);
    await boat.send(anchored(-100, -61));
    await boat.call("anchor_watch_fn", { radius: 40 });
    await run(sql`update api.alert_rules set created_at = now() - interval '90 minutes' where kind = 'drag'`);
    await run(sql`update app.watch_states set version = version + 1`);
    // Dragging slowly is no departure.
    const drag: Measured[] = Array.from({ length: 10 }, (_, n) => ({
      minute: -10 + n * 0.1,
      away: [45 + n, 90],
      row: { status: "anchored", speedoverground: 0.3 },
    }));
    await boat.send(drag);
    expect(await boat.rows("/alert_rules?kind=eq.drag")).toHaveLength(2);
    expect(await severities(boat)).toEqual([{ severity: "warn", state: "raised", threshold: 40 }]);
    const sailed: Measured[] = Array.from({ length: 9 }, (_, n) => ({
      minute: -8.9 + n,
      away: [60 + n * 160, 90],
      row: { status: "sailing", speedoverground: 5.2 },
    }));
    // The first rows under way make the log, the next find it.
    for (let n = 0; n < sailed.length; n += 3) await boat.send(sailed.slice(n, n + 3));
    expect(await boat.rows("/alert_rules?kind=eq.drag")).toEqual([]);
    const alerts = await boat.rows("/alerts_view?kind=eq.drag&order=id");
    expect(alerts.map((one: { state: string }) => one.state)).toEqual(["cleared", "cleared"]);
    expect(alerts[0].message).toContain("The boat is under way: the anchor watch is over.");
    expect(await boat.events("anchor_watch*")).toEqual(["anchor_watch_off"]);
  });
});

describe("an anchored boat without an anchor watch", () => {
  it("gets one hint a stay", async () => {
    const boat = await watchedBoat(api);
    await boat.send(anchored(-60, -1));
    for (let n = 0; n < 2; n++) await service.drainJobs();
    expect(await boat.events("anchor_hint")).toEqual(["anchor_hint"]);
    const [stay] = await boat.rows("/stays?active=is.true");
    expect(await boat.rows("/eventlogs_view?channel=eq.anchor_hint&select=payload")).toEqual([
      { payload: String(stay.id) },
    ]);
  });

  const drifting = (from: number): Measured[] =>
    Array.from({ length: 9 }, (_, n) => ({
      minute: from + n,
      away: [90 + n * 12, 90],
      row: { status: "anchored", speedoverground: 0.4 },
    }));

  it("is warned when it slowly leaves the place where it lay, but not when it sails away", async () => {
    const boat = await watchedBoat(api);
    await boat.send(anchored(-70, -11));
    await boat.send(drifting(-10));
    expect(await boat.rows("/alerts_view?select=kind,severity,state,rule_id,name")).toEqual([
      { kind: "drag", severity: "warn", state: "raised", rule_id: null, name: "Anchor drag" },
    ]);
    const other = await watchedBoat(api);
    await other.send(anchored(-70, -11));
    await other.send(
      Array.from({ length: 9 }, (_, n) => ({
        minute: -10 + n,
        away: [90 + n * 150, 90] as const,
        row: { status: "sailing", speedoverground: 5 },
      })),
    );
    expect(await other.alerts()).toEqual([]);
  });

  it("is not warned if warnings are off, or the watch was switched off for this stay", async () => {
    const unwanted = await watchedBoat(api);
    await unwanted.call("update_user_preferences_fn", { key: "{anchor_drag_warning}", value: "false" });
    const off = await watchedBoat(api);
    for (const boat of [unwanted, off]) await boat.send(anchored(-70, -11));
    await off.call("anchor_watch_off_fn");
    for (const boat of [unwanted, off]) {
      await boat.send(drifting(-10));
      expect(await boat.alerts()).toEqual([]);
    }
  });
});
