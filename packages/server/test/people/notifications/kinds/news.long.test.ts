/** Messages about a boat's measurements, its anchor watch and its records. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { type Part, passage } from "../../../../../../test/support/passage.ts";
import { prove } from "../../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { watchedBoat } from "../../../boat/monitoring/watched-boat.ts";
import { notifiedService } from "../notified-boat.ts";

describe("an anchor watch", () => {
  const told = notifiedService();

  it("that a user switched off causes a message, one that is set again does not, and who muted it hears nothing", async () => {
    const { boat, types, prefer, mails, name } = await told.boatWithWebhook();
    await boat.send([{ minute: -5, away: [0, 0] }]);
    expect((await boat.call("anchor_watch_fn", { radius: 40 })).status).toBe(200);
    expect((await boat.call("anchor_watch_fn", { radius: 50 })).status).toBe(200);
    for (const _ of [1, 2]) await told.drainJobs();
    expect(types()).not.toContain("anchor.watch_off");
    expect((await boat.call("anchor_watch_off_fn")).json).toBe(true);
    for (const _ of [1, 2]) await told.drainJobs();
    expect(types().filter((type) => type === "anchor.watch_off")).toHaveLength(1);
    expect(mails(/^The anchor watch of .* is off$/)[0]?.text).toContain(
      `The anchor watch of ${name} was switched off.`,
    );
    await prefer("muted", { webhook: ["anchor_watch_off"] });
    await boat.call("anchor_watch_fn", { radius: 40 });
    await boat.call("anchor_watch_off_fn");
    for (const _ of [1, 2]) await told.drainJobs();
    expect(types().filter((type) => type === "anchor.watch_off")).toHaveLength(1);
    expect(mails(/^The anchor watch of .* is off$/)).toHaveLength(2);
  });

  it("that is over causes a message, however its record is worded", async () => {
    await told.run(sql`
      do $do$
      declare
        definition text;
      begin
        for definition in
          select replace(pg_get_functiondef(p.oid), 'The anchor watch was switched off.', 'Ankkurivahti on pois.')
          from pg_proc p where p.prosrc like '%The anchor watch was switched off.%'
        loop
          execute definition;
        end loop;
      end
      $do$`);
    const { boat, types } = await told.boatWithWebhook();
    await boat.send([{ minute: -5, away: [0, 0] }]);
    await boat.call("anchor_watch_fn", { radius: 40 });
    await boat.call("anchor_watch_off_fn");
    for (const _ of [1, 2]) await told.drainJobs();
    const recorded = await told.run(
      sql`select count(*)::int as n from app.events where payload = 'Ankkurivahti on pois.'`,
    );
    expect(recorded).toEqual([{ n: 1 }]);
    expect(types().filter((type) => type === "anchor.watch_off")).toHaveLength(1);
  });
});

const service = serviceForTests();
const { api } = service;

describe("keys that were found", () => {
  it("cause one message, in the person's language", async () => {
    const { sailor, send } = await watchedBoat(api, "Discovered");
    await prove(service, sailor.email);
    const preference = { key: "{language}", value: "de" };
    await api.post("/rpc/update_user_preferences_fn", preference, { token: sailor.userToken });
    await api.post("/metadata", { name: "Discovered", plugin_version: "1" }, { token: sailor.vesselToken });
    await send([{ minute: -5, metrics: { "environment.depth.belowKeel": 3 } }]);
    for (const _ of [1, 2, 3]) await service.drainJobs();
    const told = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select subject, summary, structured #> '{data,keys}' as keys from app.deliveries
        where recipient = ${sailor.email} and kind = 'autodiscovery'`),
    );
    expect(told).toEqual([
      {
        subject: "Messwerte von Discovered",
        summary: expect.stringContaining("environment.depth.belowKeel."),
        keys: { depthKey: "environment.depth.belowKeel" },
      },
    ]);
  });
});

describe("a record", () => {
  const HOUR = 3_600_000;

  const leg = async (sailor: Sailor, hoursAgo: number, hours: number, knots: number) => {
    const parts: readonly Part[] = [
      { stay: "moored", minutes: 60 },
      { sail: 180, knots, minutes: hours * 60 },
      { stay: "moored", minutes: 120 },
    ];
    const from = { latitude: 45, longitude: -20 };
    const rows = passage(Date.now() - hoursAgo * HOUR, parts, from);
    const answer = await api.post("/metrics", rows, { token: sailor.vesselToken });
    expect(answer.status, answer.text).toBe(201);
    await service.drainJobs();
  };
  const recordsOf = async (sailor: Sailor) =>
    (
      await service.database.owner.transaction((tx) =>
        tx.query(sql`
          select structured -> 'data' ->> 'best_24h_nm' as best, structured -> 'data' ->> 'before_nm' as before
          from app.deliveries where recipient = ${sailor.email} and kind = 'new_24h_record' order by id`),
      )
    ).map(({ best, before }) => [Math.round(Number(best)), Math.round(Number(before))]);

  it("is what beats every earlier log by 50 miles or more a day, and told once", async () => {
    const sailor = await newSailor(api, "Runner");
    await prove(service, sailor.email);
    // A first log beats nothing, and 36 miles are no record.
    await leg(sailor, 200, 4, 6);
    await leg(sailor, 180, 6, 6);
    expect(await recordsOf(sailor)).toEqual([]);
    await leg(sailor, 150, 10, 7);
    const records = await recordsOf(sailor);
    expect(records).toEqual([[expect.any(Number), expect.any(Number)]]);
    expect(records[0]?.[0]).toBeGreaterThan(60);
    expect(records[0]?.[1]).toBeLessThan(40);
    // A smaller value is no record, and finishing again repeats no message.
    await leg(sailor, 120, 9, 6.5);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        select app.enqueue('log_finished', id::text, vessel_id) from api.logbook order by id`),
    );
    await service.drainJobs();
    expect(await recordsOf(sailor)).toEqual(records);
    await leg(sailor, 90, 12, 8);
    expect((await recordsOf(sailor)).map(([, before]) => before)).toEqual([records[0]?.[1], records[0]?.[0]]);
  });

  it("of more than 30 days ago is not told", async () => {
    const sailor = await newSailor(api, "Imported");
    await prove(service, sailor.email);
    await leg(sailor, 45 * 24, 4, 6);
    await leg(sailor, 40 * 24, 10, 7);
    expect(await recordsOf(sailor)).toEqual([]);
  });
});
