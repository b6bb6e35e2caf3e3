/** Alerts from end to end: rules in, rows in, alerts out. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { MINUTE, type WatchedBoat, watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;
const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.run(statement));

const VOLTAGE = "electrical.batteries.House.voltage";
const volts = (minute: number, value: unknown) => ({ minute, metrics: { [VOLTAGE]: value } });

describe("a value past its threshold", () => {
  it("is an alert once it held for a minute by the rows' times, and is over beyond the hysteresis", async () => {
    const boat = await watchedBoat(api);
    const made = await boat.rule({ name: "House bank low", kind: "below", key: "voltage", low: 12 });
    expect([made.status, made.json[0].hysteresis, made.json[0].after]).toEqual([201, 0.2, "PT1M"]);
    await boat.send([volts(-9, 12.4), volts(-8, 11.8)]);
    expect(await boat.alerts()).toEqual([]);
    await boat.send([volts(-7, 11.7)]);
    const [alert] = await boat.rows("/alerts_view");
    expect(alert).toMatchObject({
      rule_id: made.json[0].id,
      name: "House bank low",
      kind: "below",
      key: "voltage",
      severity: "warn",
      state: "raised",
      value: 11.7,
      threshold: 12,
      cleared_at: null,
      message: "House bank low: 11.7 V, below 12.0 V.",
    });
    const rows = await boat.rows("/metrics?select=time&order=time");
    expect(Date.parse(alert.raised_at)).toBe(Date.parse(rows[1].time));
    // Wavering within the hysteresis is neither a recovery nor another alert.
    await boat.send([volts(-6, 12.1), volts(-5, 11.9), volts(-4, 12.19), volts(-3, 11.9)]);
    expect(await boat.alerts()).toEqual([["below", "voltage", "raised"]]);
    await boat.send([volts(-2, 12.2)]);
    expect(await boat.alerts()).toEqual([["below", "voltage", "cleared"]]);
    expect(await boat.events()).toEqual(["alert_raised", "alert_cleared"]);
    const boatsView = await api.get("/alerts_view", { token: boat.sailor.vesselToken });
    expect([boatsView.status, boatsView.json.length]).toEqual([200, 1]);
  });

  it("starts again after a row on the good side, even within the hysteresis", async () => {
    const boat = await watchedBoat(api);
    await boat.rule({ name: "Low", kind: "below", key: "voltage", low: 12, after: "PT3M" });
    await boat.send([volts(-9, 11.8), volts(-7, 12.05), volts(-6, 11.8), volts(-4, 11.8)]);
    expect(await boat.alerts()).toEqual([]);
    await boat.send([volts(-3, 11.8)]);
    expect(await boat.alerts()).toEqual([["below", "voltage", "raised"]]);
  });

  it("is not judged by rows that are older than the newest", async () => {
    const boat = await watchedBoat(api);
    await boat.rule({ name: "Low", kind: "below", key: "voltage", low: 12 });
    await boat.send([volts(-5, 12.6)]);
    await boat.send([volts(-10, 11), volts(-9, 11)]);
    expect(await boat.alerts()).toEqual([]);
  });

  it("of any key, in words and switches too, above or outside of bounds", async () => {
    const boat = await watchedBoat(api);
    const pump = "electrical.switches.bilgePump.state";
    await boat.rule({ name: "Pump", kind: "above", key: pump, high: 0, after: "PT0S", severity: "alarm" });
    await boat.rule({ name: "Level", kind: "outside", key: "voltage", low: 12, high: 14, after: "PT0S" });
    await boat.send([
      { minute: -3, metrics: { [pump]: "off", [VOLTAGE]: 13 } },
      { minute: -2, metrics: { [pump]: "on", [VOLTAGE]: 14.5 } },
    ]);
    expect(await boat.rows("/alerts_view?select=name,value,threshold,severity&order=name")).toEqual([
      { name: "Level", value: 14.5, threshold: 14, severity: "warn" },
      { name: "Pump", value: 1, threshold: 0, severity: "alarm" },
    ]);
  });
});

describe("a backlog", () => {
  const VERY_LATE = [
    volts(-60, 11.5),
    volts(-59, 11.4),
    volts(-58, 11.4),
    volts(-40, 12.6),
    volts(-30, 12.6),
  ];
  const known = async (boat: WatchedBoat) => {
    await boat.rule({ name: "Low", kind: "below", key: "voltage", low: 12 });
    await run(sql`update api.alert_rules set created_at = now() - interval '3 hours'`);
  };
  /** Lets the minute pass after which a backlog has come in. */
  const comeIn = async () => {
    await run(sql`
      update app.watch_states set due = now(), state = jsonb_set(state, '{backlog,arrived}', '0')
      where state #> '{backlog,arrived}' is not null`);
    await service.drainJobs();
  };

  it("moves no alert; what was missed is recorded and told in one summary when it has come in", async () => {
    const boat = await watchedBoat(api);
    await known(boat);
    await boat.send(VERY_LATE);
    await boat.send([volts(-2, 12.6)]);
    await boat.send([volts(-80, 11), volts(-75, 11), volts(-74, 12.5)]);
    await service.drainJobs();
    expect(await boat.events()).toEqual([]);
    await comeIn();
    expect(await boat.events()).toEqual(["alert_missed"]);
    const alerts = await boat.rows(
      "/alerts_view?select=state,value,raised_at,cleared_at,message&order=raised_at",
    );
    expect(alerts.map((one: { state: string; value: number }) => [one.state, one.value])).toEqual([
      ["cleared", 11],
      ["cleared", 11.4],
    ]);
    expect(Date.parse(alerts[1].cleared_at) - Date.parse(alerts[1].raised_at)).toBe(20 * MINUTE);
    // The same again, as of a boat that repeats itself, is recorded once.
    await run(sql`update app.events set processed = null where channel = 'watch_backlog'`);
    await service.drainJobs();
    expect(await boat.rows("/alerts_view")).toHaveLength(2);
  });

  it("raises what still holds in a row of the last quarter of an hour, as begun then", async () => {
    const boat = await watchedBoat(api);
    await known(boat);
    await boat.send([volts(-60, 11.5), volts(-40, 11.4), volts(-5, 11.3)]);
    const [alert] = await boat.rows("/alerts_view");
    const [first] = await boat.rows("/metrics?select=time&order=time");
    expect([alert.state, alert.value]).toEqual(["raised", 11.3]);
    expect(Date.parse(alert.raised_at)).toBe(Date.parse(first.time));
    await comeIn();
    expect(await boat.events()).toEqual(["alert_raised"]);
  });

  it("of before there was a rule is not its business", async () => {
    const boat = await watchedBoat(api);
    await boat.rule({ name: "Low", kind: "below", key: "voltage", low: 12 });
    await boat.send(VERY_LATE);
    await comeIn();
    expect(await boat.alerts()).toEqual([]);
  });
});

describe("a silence", () => {
  it("is raised by the clock, and over with the next value", async () => {
    const boat = await watchedBoat(api);
    await boat.rule({ name: "No depth", kind: "silent", key: "depth", after: "PT2M" });
    await boat.send([{ minute: -3, metrics: { "environment.depth.belowTransducer": 4 } }, volts(-1, 12)]);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["silent", "depth", "raised"]]);
    await boat.send([{ minute: 0, metrics: { "environment.depth.belowTransducer": 4 } }]);
    expect(await boat.alerts()).toEqual([["silent", "depth", "cleared"]]);
  });
});

describe("repeats", () => {
  /** An alert that is raised now. */
  const raised = async (rule: object = {}) => {
    const boat = await watchedBoat(api);
    await boat.rule({ name: "Low", kind: "below", key: "voltage", low: 12, after: "PT0S", ...rule });
    await boat.send([volts(-1, 11)]);
    const [alert] = await boat.rows("/alerts_view");
    return { boat, id: Number(alert.id) };
  };
  const later = (minutes: number) =>
    run(sql`
      update app.alerts set noticed_at = noticed_at - make_interval(mins => ${minutes}::int),
        repeated_at = repeated_at - make_interval(mins => ${minutes}::int),
        snoozed_until = snoozed_until - make_interval(mins => ${minutes}::int)
      where state = 'raised'`);

  it("come without an acknowledgement, after six hours if the rule says nothing else", async () => {
    const { boat, id } = await raised();
    await later(359);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised"]);
    await later(1);
    await service.drainJobs();
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised", "alert_repeated"]);
    const answer = await boat.call("acknowledge_alert_fn", { _id: id });
    expect([answer.status, answer.json.id, answer.json.acknowledged_by, answer.json.state]).toEqual([
      200,
      id,
      "Aino",
      "raised",
    ]);
    expect(answer.json.acknowledged_at).not.toBeNull();
    await later(1000);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised", "alert_repeated"]);
  });

  it("become an emergency once if the rule says so", async () => {
    const { boat } = await raised({ escalate_after: "PT10M", repeat: null });
    await later(9);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised"]);
    await later(1);
    await service.drainJobs();
    await later(1000);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised", "alert_escalated"]);
  });

  it("waits while it is silenced, and comes when that is over", async () => {
    const { boat, id } = await raised({ escalate_after: "PT10M", repeat: "PT5M" });
    const answer = await boat.call("snooze_alert_fn", { _id: id, minutes: 60 });
    expect([answer.status, answer.json.id]).toEqual([200, id]);
    await later(59);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised"]);
    await later(1);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised", "alert_repeated", "alert_escalated"]);
  });

  it("is not for those who have no such alert", async () => {
    const { id } = await raised();
    const other = await watchedBoat(api, "Other");
    for (const [name, body] of [
      ["acknowledge_alert_fn", { _id: id }],
      ["snooze_alert_fn", { _id: id, minutes: 5 }],
      ["acknowledge_alert_fn", { _id: 2_000_000_000 }],
    ] as const) {
      const answer = await other.call(name, body);
      expect([answer.status, answer.json.message]).toEqual([404, `There is no alert ${body._id}.`]);
    }
    for (const minutes of [0, -5, 20_000]) {
      expect((await other.call("snooze_alert_fn", { _id: id, minutes })).status).toBe(400);
    }
    const boats = await api.post(
      "/rpc/acknowledge_alert_fn",
      { _id: id },
      { token: other.sailor.vesselToken },
    );
    expect(boats.status).toBe(403);
  });
});
