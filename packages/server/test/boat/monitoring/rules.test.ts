/** Rules: accepted and refused ones, and the effect of changes on alerts. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;

const RULE = { name: "House bank low", kind: "below", key: "voltage", low: 12 };
const SQUARE = {
  type: "Polygon",
  coordinates: [
    [
      [22.8, 59.7],
      [23, 59.7],
      [23, 59.9],
      [22.8, 59.9],
      [22.8, 59.7],
    ],
  ],
};
const CIRCLE = { type: "Point", coordinates: [22.9, 59.8], radius: 500 };

describe("a rule", () => {
  it("about the bilge becomes an emergency after ten minutes by default, and never if it says so", async () => {
    const boat = await watchedBoat(api);
    const rule = { name: "Bilge", kind: "above", key: "electrical.switches.bilgePump.state", high: 0 };
    const [made] = (await boat.rule(rule)).json;
    expect(made.escalate_after).toBe("PT10M");
    expect((await boat.rule({ ...rule, escalate_after: "PT3M" })).json[0].escalate_after).toBe("PT3M");
    const token = boat.sailor.userToken;
    await api.patch(`/alert_rules?id=eq.${made.id}`, { escalate_after: null }, { token });
    await api.patch(`/alert_rules?id=eq.${made.id}`, { high: 1 }, { token });
    const [never] = (await api.get(`/alert_rules?id=eq.${made.id}`, { token })).json;
    expect([never.high, never.escalate_after]).toEqual([1, null]);
  });

  it("has the usual values where it says nothing", async () => {
    const boat = await watchedBoat(api);
    const completed = async (rule: object) => {
      const { status, json, text } = await boat.rule({ name: "Rule", ...rule });
      expect(status, text).toBe(201);
      const { hysteresis, after, repeat, severity, escalate_after, enabled, built_in, channels } = json[0];
      expect([escalate_after, enabled, built_in, channels]).toEqual([null, true, false, null]);
      return [hysteresis, after, repeat, severity];
    };
    expect(await completed({ kind: "below", key: "voltage", low: 12 })).toEqual([
      0.2,
      "PT1M",
      "PT6H",
      "warn",
    ]);
    expect(await completed({ kind: "above", key: "waste_water", high: 0.8 })).toEqual([
      0.05,
      "PT1M",
      "PT6H",
      "warn",
    ]);
    expect(await completed({ kind: "outside", key: "some.key", low: 1, high: 2, repeat: null })).toEqual([
      0,
      "PT1M",
      null,
      "warn",
    ]);
    expect(await completed({ kind: "silent", key: "depth" })).toEqual([0, "PT10M", "PT6H", "warn"]);
    expect(await completed({ kind: "offline", severity: "alarm" })).toEqual([0, "PT1H10M", "PT6H", "alarm"]);
    expect(await completed({ kind: "leave", area: SQUARE })).toEqual([10, "PT0S", "PT6H", "warn"]);
    expect(await completed({ kind: "enter", area: { ...CIRCLE, radius: 50 } })).toEqual([
      5,
      "PT1M",
      "PT6H",
      "warn",
    ]);
  });

  it.each([
    [{ ...RULE, name: null }, "A rule needs a name."],
    [{ ...RULE, name: "  " }, "A rule needs a name."],
    [{ ...RULE, name: "Low\r\nBcc: all@example.org" }, "The name of a rule is one line."],
    [{ kind: "below", key: "voltage", low: 12 }, "A rule needs a name."],
    [{ ...RULE, kind: "beside" }, /^The kind of a rule is/],
    [{ ...RULE, kind: null }, /^The kind of a rule is/],
    [{ ...RULE, severity: "panic" }, /^The severity of a rule is/],
    [{ ...RULE, channels: ["email", "pigeon"] }, /^The channels of a rule are/],
    [{ ...RULE, channels: [null] }, /^The channels of a rule are/],
    [{ ...RULE, low: null }, "A rule of kind below needs low, its lower threshold."],
    [{ ...RULE, low: "NaN" }, "Thresholds are numbers."],
    [{ ...RULE, low: "Infinity" }, "Thresholds are numbers."],
    [{ ...RULE, kind: "above" }, "A rule of kind above needs high, its upper threshold."],
    [{ ...RULE, kind: "outside" }, "A rule of kind outside needs high, its upper threshold."],
    [{ ...RULE, kind: "outside", high: 12 }, "The lower threshold must be below the upper one."],
    [{ ...RULE, key: null }, /^A rule of kind below needs a key/],
    [{ name: "x", kind: "silent" }, /^A rule of kind silent needs a key/],
    [{ ...RULE, hysteresis: -0.1 }, "The hysteresis cannot be negative."],
    [{ ...RULE, after: "-1 minute" }, /cannot be negative/],
    [{ ...RULE, repeat: "PT-1H" }, /cannot be negative/],
    [{ ...RULE, escalate_after: "-1 s" }, /cannot be negative/],
    [{ ...RULE, repeat: "1000 years" }, /are at most a year/],
    [{ name: "x", kind: "leave" }, "A rule of kind leave needs an area."],
    [{ name: "x", kind: "enter", area: null }, "A rule of kind enter needs an area."],
    [{ name: "x", kind: "leave", area: { type: "LineString" } }, /^An area is a GeoJSON Polygon/],
    [{ name: "x", kind: "leave", area: "here" }, /^An area is a GeoJSON Polygon/],
    [{ name: "x", kind: "leave", area: { ...CIRCLE, radius: "wide" } }, /radius/],
    [{ name: "x", kind: "leave", area: { ...CIRCLE, radius: -1 } }, /radius/],
    [{ name: "x", kind: "leave", area: { ...CIRCLE, coordinates: [200, 5] } }, /^The middle of a circle/],
    [{ name: "x", kind: "leave", area: { ...SQUARE, coordinates: [] } }, /^An area is a GeoJSON Polygon/],
    [{ name: "x", kind: "leave", area: { ...SQUARE, coordinates: [[[1, 2]]] } }, /^A ring of a polygon/],
    [
      { name: "x", kind: "leave", area: { ...SQUARE, coordinates: [SQUARE.coordinates[0]?.slice(1)] } },
      /^A ring of a polygon/,
    ],
    [{ name: "x", kind: "drag", area: CIRCLE }, "The anchor watch is set by anchor_watch_fn."],
    [{ ...RULE, built_in: true }, "Only the service makes rules that are built in."],
  ])("is refused with a sentence: %j", async (rule, sentence) => {
    const boat = await watchedBoat(api);
    const answer = await boat.rule(rule);
    expect([answer.status, answer.json.message]).toEqual([
      400,
      typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
    ]);
    expect(await boat.rows("/alert_rules")).toEqual([]);
  });

  it("is one of at most two hundred", async () => {
    const boat = await watchedBoat(api);
    const many = Array.from({ length: 200 }, () => RULE);
    expect((await api.post("/alert_rules", many, { token: boat.sailor.userToken })).status).toBe(201);
    for (const more of [RULE, { ...RULE, vessel_id: null }]) {
      const answer = await boat.rule(more);
      expect([answer.status, answer.json.message]).toEqual([400, "A boat has at most 200 rules of its own."]);
    }
  });

  it("is not made of the anchor watch, which does not count", async () => {
    const boat = await watchedBoat(api);
    expect((await boat.call("anchor_watch_fn", { radius: 30, latitude: 1, longitude: 2 })).status).toBe(200);
    const change = (body: object) =>
      api.patch("/alert_rules?kind=eq.drag", body, { token: boat.sailor.userToken });
    const refused = await change({ kind: "leave" });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      "The anchor watch is set by anchor_watch_fn.",
    ]);
    expect((await change({ channels: ["email"] })).status).toBe(204);
    expect(await boat.rows("/alert_rules?select=kind")).toEqual([{ kind: "drag" }, { kind: "drag" }]);
  });

  it("belongs to its boat: others neither see nor change it, guests and boats change nothing", async () => {
    const boat = await watchedBoat(api, "Mine");
    const other = await watchedBoat(api, "Theirs");
    const [{ id }] = (await boat.rule(RULE)).json;
    const path = `/alert_rules?id=eq.${id}`;
    expect(await other.rows(path)).toEqual([]);
    const ask = { token: other.sailor.userToken, headers: { Prefer: "return=representation" } };
    expect((await api.patch(path, { low: 1 }, ask)).json).toEqual([]);
    expect((await api.delete(path, ask)).json).toEqual([]);
    expect((await api.post("/alert_rules", { ...RULE, vessel_id: "x" }, ask)).status).toBe(403);
    const boats = { token: boat.sailor.vesselToken };
    expect((await api.get(path, boats)).json).toHaveLength(1);
    expect((await api.post("/alert_rules", RULE, boats)).status).toBe(403);
    expect((await api.delete(path, boats)).status).toBe(403);
    expect((await api.get("/alert_rules")).status).toBe(404);
    expect((await api.post("/alert_rules", RULE)).status).toBe(401);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`update app.memberships m set role = 'guest' from app.accounts a
        where a.account_id = m.account_id and a.email = ${boat.sailor.email}`),
    );
    expect(await boat.rows(path)).toHaveLength(1);
    expect((await boat.rule(RULE)).status).toBe(403);
    const mine = { token: boat.sailor.userToken };
    expect((await api.patch(path, { low: 1 }, mine)).status).toBe(403);
    expect((await api.delete(path, mine)).status).toBe(403);
    expect(
      (await boat.call("anchor_watch_fn", { radius: 30, latitude: 1, longitude: 2 })).status,
    ).toBeGreaterThanOrEqual(400);
  });
});

describe("a rule that raised an alert", () => {
  const raised = async () => {
    const boat = await watchedBoat(api);
    const [{ id }] = (await boat.rule({ ...RULE, after: "PT0S" })).json;
    await boat.send([{ minute: -9, metrics: { "electrical.batteries.House.voltage": 11 } }]);
    expect(await boat.alerts()).toEqual([["below", "voltage", "raised"]]);
    const change = (body: object) =>
      api.patch(`/alert_rules?id=eq.${id}`, body, { token: boat.sailor.userToken });
    return { boat, id, change };
  };

  it("leaves it when it is deleted, as cleared, with its number", async () => {
    const { boat, id } = await raised();
    await api.delete(`/alert_rules?id=eq.${id}`, { token: boat.sailor.userToken });
    const [alert] = await boat.rows("/alerts_view");
    expect([alert.rule_id, alert.state]).toEqual([id, "cleared"]);
    expect(alert.message).toContain("It is no longer watched.");
    await boat.send([{ minute: -8, metrics: { "electrical.batteries.House.voltage": 11 } }]);
    expect(await boat.rows("/alerts_view")).toHaveLength(1);
  });

  it("begins again when what it watches changes, and goes on when only its words do", async () => {
    const { boat, change } = await raised();
    await change({ name: "Lights out", severity: "alarm", repeat: "PT1H" });
    expect(await boat.rows("/alerts_view?select=name,state")).toEqual([
      { name: "Lights out", state: "raised" },
    ]);
    await change({ low: 10.5 });
    expect(await boat.alerts()).toEqual([["below", "voltage", "cleared"]]);
    await boat.send([{ minute: -7, metrics: { "electrical.batteries.House.voltage": 11 } }]);
    await change({ low: 12 });
    await boat.send([{ minute: -6, metrics: { "electrical.batteries.House.voltage": 11 } }]);
    expect(await boat.alerts()).toEqual([
      ["below", "voltage", "cleared"],
      ["below", "voltage", "raised"],
    ]);
    await change({ enabled: false });
    expect(await boat.alerts()).toEqual([
      ["below", "voltage", "cleared"],
      ["below", "voltage", "cleared"],
    ]);
  });
});

describe("places", () => {
  it("are left and entered", async () => {
    const boat = await watchedBoat(api);
    await boat.rule({ name: "Bay", kind: "leave", area: { ...CIRCLE, radius: 100 } });
    await boat.rule({ name: "Rock", kind: "enter", area: { ...CIRCLE, radius: 100 }, after: "PT0S" });
    await boat.rule({ name: "Square", kind: "leave", area: SQUARE });
    await boat.send([{ minute: -9, away: [20, 90] }]);
    expect(await boat.rows("/alerts_view?select=name,state,value,threshold")).toEqual([
      { name: "Rock", state: "raised", value: expect.closeTo(20, 1), threshold: 100 },
    ]);
    await boat.send([{ minute: -8, away: [120, 90] }]);
    expect(await boat.rows("/alerts_view?select=name,state&order=name")).toEqual([
      { name: "Bay", state: "raised" },
      { name: "Rock", state: "cleared" },
    ]);
    await boat.send([{ minute: -7, away: [20_000, 0] }]);
    const [square] = await boat.rows("/alerts_view?name=eq.Square");
    expect(square.value).toBeGreaterThan(8000);
    expect(square.latitude).toBeGreaterThan(59.9);
  });
});
