/** Messages that wait: in quiet hours, and when there are too many. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { lease } from "../../../../src/people/notifications/outbox/delivery.ts";
import { volts, type WatchedBoat } from "../../../boat/monitoring/watched-boat.ts";
import { clock, notifiedService } from "../notified-boat.ts";

const service = notifiedService();
const { boatWithWebhook, run } = service;

const deliveriesOf = (boat: WatchedBoat, query: string) => boat.rows(`/deliveries_view?${query}&order=id`);
/** Sets the clock of everything that waits back. */
const wait = (minutes: number) =>
  run(sql`
    update app.deliveries set stored = stored - make_interval(mins => ${minutes}::int),
      due = due - make_interval(mins => ${minutes}::int) where sent is null or stored > now() - interval '1 hour'`);
const quietNow = () => JSON.stringify({ from: clock(-60), to: clock(60), zone: "UTC" });

describe("quiet hours", () => {
  it("keep what is no emergency for one digest a channel, which names boat, rule and value", async () => {
    const { boat, name, prefer, hooks, types, mails } = await boatWithWebhook({ quiet_hours: quietNow() });
    await boat.send([volts(-9, 11.8)]);
    await boat.send([volts(-8, 12.6)]);
    await boat.send([volts(-7, 11.5)]);
    await service.drainJobs();
    expect([types(), mails(/House bank/)]).toEqual([[], []]);
    expect(await deliveriesOf(boat, "kind=eq.alert&select=state,channel")).toEqual(
      Array.from({ length: 3 }, () => [
        { state: "waiting", channel: "email" },
        { state: "waiting", channel: "webhook" },
      ]).flat(),
    );
    await boat.rule({
      name: "Fire",
      kind: "above",
      key: "fire",
      high: 0,
      after: "PT0S",
      severity: "emergency",
    });
    await boat.send([{ minute: -6, metrics: { fire: 1 } }]);
    await service.drainJobs();
    expect(hooks().map(({ type, data }) => [type, data.name])).toEqual([["alert.raised", "Fire"]]);
    expect(mails(/Fire/)).toHaveLength(1);
    // A change applies to waiting messages at once.
    await prefer("quiet_hours", null);
    await service.drainJobs();
    expect(types()).toEqual(["alert.raised", "digest"]);
    expect(hooks()[1]?.data).toMatchObject({
      reason: "quiet",
      count: 3,
      messages: [{ type: "alert.raised" }, { type: "alert.cleared" }, { type: "alert.raised" }],
    });
    const [digest, ...others] = mails(/3 messages from your quiet hours/);
    expect(others).toEqual([]);
    expect(digest?.text.match(/House bank low on Boat \d+: 11\.\d0 V, below 12\.00 V/g)).toHaveLength(3);
    expect(digest?.headers.get("subject")).toEqual([`${name}: 3 messages from your quiet hours`]);
    const states = await deliveriesOf(boat, "kind=in.(alert,digest)&select=kind,state");
    expect(states.every((row: { state: string }) => row.state === "sent")).toBe(true);
    await service.drainJobs();
    expect(types()).toHaveLength(2);
  });

  it("keep what was stored after others were put aside", async () => {
    const { boat, prefer } = await boatWithWebhook({ quiet_hours: quietNow() });
    await boat.send([volts(-9, 11.8)]);
    await service.drainJobs();
    await run(sql`update app.deliveries set held = null where sent is null and channel = 'email'`);
    const leased = () =>
      service.worker((tx) => lease(tx, { channel: "email", most: 8, busy: [], codeMinutes: 5 }));
    expect(await leased()).toEqual([]);
    await prefer("quiet_hours", null);
    expect(await leased()).toMatchObject([{ kind: "alert" }]);
  });

  it("do not delay a test message", async () => {
    const { boat, types } = await boatWithWebhook({ quiet_hours: quietNow() });
    expect((await boat.call("test_notification_fn", { channel: "webhook" })).json.state).toBe("sent");
    expect(types()).toEqual(["test"]);
  });

  it("go by the clock of their zone, across midnight and through summer time", async () => {
    const quiet = async (from: string, to: string, zone: string, instant: string) => {
      const [row] = await run(sql`
        select app.is_quiet(jsonb_build_object('quiet_hours',
          jsonb_build_object('from', ${from}::text, 'to', ${to}::text, 'zone', ${zone}::text)), ${instant}::timestamptz) as quiet`);
      return row?.quiet;
    };
    const helsinki = (instant: string) => quiet("22:00", "07:00", "Europe/Helsinki", instant);
    // Winter is two hours ahead of UTC, summer three; the clocks change on 29 March and 25 October 2026 at 01:00 UTC.
    expect(await helsinki("2026-01-10T19:59:59Z")).toBe(false);
    expect(await helsinki("2026-01-10T20:00:00Z")).toBe(true);
    expect(await helsinki("2026-01-11T04:59:59Z")).toBe(true);
    expect(await helsinki("2026-01-11T05:00:00Z")).toBe(false);
    expect(await helsinki("2026-03-28T20:00:00Z")).toBe(true);
    expect(await helsinki("2026-03-29T03:59:59Z")).toBe(true);
    expect(await helsinki("2026-03-29T04:00:00Z")).toBe(false);
    expect(await helsinki("2026-10-24T19:00:00Z")).toBe(true);
    expect(await helsinki("2026-10-25T04:59:59Z")).toBe(true);
    expect(await helsinki("2026-10-25T05:00:00Z")).toBe(false);
    expect(await quiet("12:00", "13:00", "UTC", "2026-01-01T12:30:00Z")).toBe(true);
    expect(await quiet("12:00", "13:00", "UTC", "2026-01-01T13:00:00Z")).toBe(false);
    for (const [from, to, zone] of [
      ["25:00", "07:00", "UTC"],
      ["22:00", "07:00", "Sea/Nowhere"],
      ["x", "y", "UTC"],
    ] as const) {
      expect(await quiet(from, to, zone, "2026-01-01T23:00:00Z")).toBe(false);
    }
  });
});

describe("a flood", () => {
  it("is five messages and then one digest, ten minutes after the first; emergencies come all the same", async () => {
    const { boat, hooks, types, mails } = await boatWithWebhook();
    for (let i = 0; i < 4; i++) {
      await boat.send([volts(-14 + 2 * i, 11.8)]);
      await boat.send([volts(-13 + 2 * i, 12.8)]);
      await service.drainJobs();
    }
    expect(types()).toEqual([
      ...["alert.raised", "alert.cleared", "alert.raised", "alert.cleared", "alert.raised"],
    ]);
    await boat.rule({
      name: "Fire",
      kind: "above",
      key: "fire",
      high: 0,
      after: "PT0S",
      severity: "emergency",
    });
    await boat.send([{ minute: -5, metrics: { fire: 1 } }]);
    await service.drainJobs();
    expect(hooks()[5]?.data.name).toBe("Fire");
    await wait(9);
    await service.drainJobs();
    expect(types()).toHaveLength(6);
    await wait(1);
    await service.drainJobs();
    expect(hooks()[6]).toMatchObject({ type: "digest", data: { reason: "flood", count: 3 } });
    expect(mails(/3 messages in one/)).toHaveLength(1);
    // It is calm again, so that the next one comes by itself.
    await boat.send([volts(-4, 11.8)]);
    await service.drainJobs();
    expect(types().slice(7)).toEqual(["alert.raised"]);
  });
});

describe("a flood that goes on", () => {
  it("is one digest in ten minutes", async () => {
    const { boat } = await boatWithWebhook();
    const floodedUntil = async (messages: readonly (readonly [kind: string, minutesAgo: number])[]) => {
      await run(sql`
        delete from app.deliveries d using app.accounts a
        where a.account_id = d.account_id and a.email = ${boat.sailor.email}`);
      for (const [kind, minutesAgo] of messages) {
        await run(sql`
          insert into app.deliveries (account_id, kind, channel, recipient, subject, body, stored)
          select account_id, ${kind}, 'webhook', 'x', '', '', now() - make_interval(secs => ${minutesAgo * 60}::int)
          from app.accounts where email = ${boat.sailor.email}`);
      }
      const [row] = await run(sql`
        select round(extract(epoch from app.flooded_until(account_id, 'alert', 'webhook', 'x') - now()) / 60)::float8 as minutes
        from app.accounts where email = ${boat.sailor.email}`);
      return row?.minutes;
    };
    const alerts = (...minutesAgo: readonly number[]) => minutesAgo.map((ago) => ["alert", ago] as const);
    expect(await floodedUntil(alerts(9, 8, 7, 6))).toBeNull();
    expect(await floodedUntil(alerts(9, 8, 7, 6, 5))).toBe(1);
    expect(await floodedUntil([...alerts(11, 8, 7, 6), ["logbook", 5]])).toBeNull();
    expect(await floodedUntil([...alerts(9, 8, 7, 6, 5), ["digest", 2]])).toBe(8);
  });
});
