/** From a row on board to a message in a hand: when, where, and in which words. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it, vi } from "vitest";
import { decodedPng, isLand, isSea } from "../../../../../test/support/pictures/decoded-png.ts";
import { sampleVoyage } from "../../../src/boat/voyages/ingest/sample-voyage.ts";
import { volts, type WatchedBoat } from "../../boat/monitoring/watched-boat.ts";
import { clock, notifiedService } from "./notified-boat.ts";

const service = notifiedService();
const { boatWithWebhook, run } = service;

const alertOf = async (boat: WatchedBoat) => (await boat.rows("/alerts_view?order=id.desc&limit=1"))[0];
const deliveriesOf = (boat: WatchedBoat, query: string) => boat.rows(`/deliveries_view?${query}&order=id`);

describe("an alert", () => {
  it("leaves at once, without any schedule, with all its figures, and so does its end", async () => {
    const { boat, name, hooks, types, mails } = await boatWithWebhook();
    await boat.send([{ ...volts(-3, 11.8), away: [0, 0] }]);
    await vi.waitFor(() => expect(types()).toEqual(["alert.raised"]), { timeout: 12_000, interval: 20 });
    const alert = await alertOf(boat);
    const [raised] = hooks();
    expect(raised?.timestamp).toBe(new Date(alert.raised_at).toISOString());
    expect(raised?.data).toMatchObject({
      boat: name,
      id: alert.id,
      rule_id: alert.rule_id,
      name: "House bank low",
      kind: "below",
      key: "voltage",
      severity: "warn",
      state: "raised",
      stage: "raised",
      value: 11.8,
      threshold: 12,
    });
    expect(alert.told_at).not.toBeNull();
    await boat.send([volts(-1, 12.6)]);
    await vi.waitFor(() => expect(types()).toEqual(["alert.raised", "alert.cleared"]), { timeout: 12_000 });
    await service.drainJobs();
    const [told] = mails(/House bank low/);
    for (const part of [name, "House bank low", "11.80 V", "12.00 V", "59°48.00′N 022°54.00′E"]) {
      expect(told?.text).toContain(part);
    }
    expect(told?.text).toContain(`https://log.example/alerts?acknowledge=${alert.id}`);
    expect(told?.html).toContain(`href="https://log.example/alerts?acknowledge=${alert.id}"`);
    expect(mails(/^Over: /)).toHaveLength(1);
  });

  it("comes in the person's language, units and time zone", async () => {
    const { boat, name, mails } = await boatWithWebhook({
      language: "de-AT",
      units: "imperial",
      quiet_hours: JSON.stringify({ from: clock(120), to: clock(180), zone: "Asia/Tokyo" }),
    });
    await boat.rule({
      name: "Kühlschrank",
      kind: "above",
      key: "fridge.temperature",
      high: 281.15,
      after: "PT0S",
    });
    await boat.send([{ minute: -1, metrics: { "fridge.temperature": 283.15 } }]);
    await service.drainJobs();
    const [told] = mails(/Kühlschrank/);
    expect(told?.text).toContain(`Kühlschrank auf ${name}: 50,0 °F, über 46,4 °F, seit `);
    expect(told?.text).toMatch(/GMT\+9|JST|MEZ/);
  });

  it("uses the rule's channels, is repeated there, and goes everywhere as an emergency", async () => {
    const { boat, hooks, mails, prefer } = await boatWithWebhook();
    await prefer("muted", '{"email": ["alert"]}');
    await boat.rule({
      name: "Bilge",
      kind: "above",
      key: "bilge.level",
      high: 0.1,
      after: "PT0S",
      channels: ["webhook"],
    });
    await boat.send([{ minute: -1, metrics: { "bilge.level": 0.3 } }]);
    await service.drainJobs();
    const { id } = await alertOf(boat);
    const event = async (channel: string) => {
      await run(sql`
        select app.enqueue(${channel}, a.id::text, a.vessel_id) from app.alerts a where a.id = ${id}::int`);
      await service.drainJobs();
    };
    await event("alert_repeated");
    expect(mails(/Bilge/)).toEqual([]);
    await event("alert_escalated");
    expect(hooks().map(({ data }) => [data.stage, data.severity])).toEqual([
      ["raised", "warn"],
      ["repeated", "warn"],
      ["escalated", "emergency"],
    ]);
    expect(mails(/^Not acknowledged: .*Bilge/)).toHaveLength(1);
    await boat.call("acknowledge_alert_fn", { _id: id });
    await event("alert_repeated");
    await event("alert_escalated");
    expect(hooks()).toHaveLength(3);
  });

  it("that a backlog brought goes into one summary", async () => {
    const { boat, name, hooks, mails } = await boatWithWebhook();
    await run(sql`
      with missed as (
        insert into app.alerts (vessel_id, rule_id, name, kind, key, severity, state, value, threshold, raised_at, cleared_at,
          message, missed)
        select r.vessel_id, r.id, what, 'below', 'voltage', 'warn', 'cleared', 11.5, 12, now() - interval '3 hours',
          now() - interval '2 hours', what, true
        from api.alert_rules r join app.vessels v using (vessel_id), unnest(array['First', 'Second']) what
        where v.name = ${name} and r.key = 'voltage' returning id, vessel_id)
      select app.enqueue('alert_missed', 'backlog', vessel_id, jsonb_build_object('alerts', jsonb_agg(id)))
      from missed group by vessel_id`);
    await service.drainJobs();
    const [summary] = hooks();
    expect(summary).toMatchObject({
      type: "alert.missed",
      data: { alerts: [{ name: "First" }, { name: "Second" }] },
    });
    const [told] = mails(/what happened while it was not in contact/);
    expect(told?.text).toContain(`First on ${name}: 11.50 V, below 12.00 V, from `);
    expect(told?.text).toContain(`Second on ${name}`);
    expect(await deliveriesOf(boat, "kind=eq.alert_summary&select=state")).toHaveLength(2);
    expect(
      (await boat.rows("/alerts_view?select=told_at")).every((row: { told_at: unknown }) => row.told_at),
    ).toBe(true);
  });
});

describe("an alert that cannot be read", () => {
  it("keeps no other of the boat from being told", async () => {
    const { boat, name, types } = await boatWithWebhook();
    await run(sql`
      with strange as (
        insert into app.alerts (vessel_id, rule_id, name, kind, severity, state, raised_at, message)
        select vessel_id, 99, 'Strange', 'nonsense', 'warn', 'raised', now(), '' from app.vessels where name = ${name}
        returning id, vessel_id)
      select app.enqueue('alert_raised', id::text, vessel_id) from strange`);
    await boat.send([volts(-1, 11.5)]);
    await service.drainJobs();
    expect(types()).toEqual(["alert.raised"]);
    expect(await run(sql`select channel from app.events where failure is not null`)).toEqual([]);
  });
});

describe("a finished log", () => {
  it("comes with its figures and a map of its track", async () => {
    const { boat, hooks, mails } = await boatWithWebhook();
    await boat.send(sampleVoyage(new Date()).map((row) => ({ minute: 0, row: { ...row } })));
    await service.drainJobs();
    const [log] = await boat.rows("/logbook?select=id,name,distance");
    const [told] = mails(/^New log/);
    expect(told?.text).toContain(`${log.distance.toFixed(log.distance < 9.995 ? 2 : 1)} NM in `);
    expect(told?.html).toContain('src="cid:map@wakelog"');
    const map = decodedPng(told?.pictures.get("map@wakelog") ?? Buffer.alloc(0));
    expect([map.width, map.height]).toEqual([480, 300]);
    expect(map.count(isLand)).toBeGreaterThan(300);
    expect(map.count(isSea)).toBeGreaterThan(50_000);
    expect(hooks().find(({ type }) => type === "log.finished")?.data).toMatchObject({
      id: log.id,
      name: log.name,
      distance_nm: log.distance,
    });
    expect(
      await run(
        sql`select count(*)::int as n from app.deliveries where sent is not null and track is not null`,
      ),
    ).toEqual([{ n: 0 }]);
  });
});
