/** Finishing: its cost, that it happens once, and that nothing prevents it. */
import { setTimeout } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { listening } from "../../../../../../test/support/counting/listening.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { DAY_TRIP, type Part, passage } from "../../../../../../test/support/passage.ts";
import { reachM } from "../../../../src/boat/voyages/finishing/assign-moorages.ts";
import { voyageJobs } from "../../../../src/boat/voyages/jobs.ts";

const START = Date.UTC(2026, 0, 1);
const NOW = Date.UTC(2026, 5, 10);
const MINUTE = 60_000;
let database: TestDatabase;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  boat = await makeBoat(database, () => NOW);
});

/** A number of trips, each to a new place. */
function cruise(trips: number): readonly Part[] {
  const trip: readonly Part[] = [
    { sail: 180, knots: 6, minutes: 12 },
    { stay: "moored", minutes: 60 },
  ];
  return [{ stay: "moored", minutes: 60 }, ...Array.from({ length: trips }, () => trip).flat()];
}

/** Works off the pending event of a channel, and counts the statements. */
async function workOff(channel: string, before: () => Promise<void> = async () => {}): Promise<number> {
  let statements = 0;
  await boat.as("wakelog_worker", async (tx) => {
    const counting = listening(tx, () => statements++);
    const [event] = await tx.query(sql`
      select id, payload from app.events where channel = ${channel} and ref_id = ${boat.vesselId} and processed is null
      for update`);
    await voyageJobs(ignoreAll).get(channel)?.(
      { id: Number(event?.id), channel, payload: String(event?.payload), refId: boat.vesselId, attempts: 0 },
      counting,
    );
    await before();
  });
  return statements;
}

const logs = () =>
  boat.rows(sql`
  select id, name, distance::float8 as distance from api.logbook
  where vessel_id = ${boat.vesselId} and not active order by _from_time`);
const events = (...channels: string[]) =>
  boat.rows(sql`
  select channel, payload, count(*)::int as n from app.events
  where ref_id = ${boat.vesselId} and channel in (select jsonb_array_elements_text(${JSON.stringify(channels)}::jsonb))
  group by 1, 2 order by 1, 2`);

describe("finishing", () => {
  async function afterTrips(before: number): Promise<number> {
    boat = await makeBoat(database, () => NOW);
    const rows = passage(START, cruise(before + 5), { latitude: 70, longitude: -20 });
    const known = 12 + before * 24;
    await boat.post(rows.slice(0, known));
    await boat.drain();
    await boat.post(rows.slice(known));
    const [moorages] = await boat.rows(
      sql`select count(*)::int as n from api.moorages where vessel_id = ${boat.vesselId}`,
    );
    expect(moorages?.n, "one for each place that was left").toBe(before);
    return workOff("finish_vessel");
  }

  it("of five trips takes the same statements with 10 moorages and with 400", {
    timeout: 120_000,
  }, async () => {
    const few = await afterTrips(10);
    expect(few).toBeLessThan(42);
    expect(await afterTrips(400)).toBe(few);
  });

  it("waits once, however much there is to finish, and takes a bounded number of logs at once", async () => {
    const rows = passage(START, cruise(45));
    for (let i = 0; i < rows.length; i += 100) await boat.post(rows.slice(i, i + 100));
    expect(await events("finish_vessel")).toEqual([{ channel: "finish_vessel", payload: "", n: 1 }]);
    await workOff("finish_vessel");
    const all = await logs();
    // The newest first.
    expect(all.map((log) => log.distance !== null)).toEqual(all.map((_, n) => n >= 25));
    await boat.drain();
    expect((await logs()).filter((log) => log.distance !== null)).toHaveLength(45);
    expect(await boat.rows(sql`select * from app.unfinished where vessel_id = ${boat.vesselId}`)).toEqual([]);
    expect(await events("finish_vessel"), "a call for work leaves no record").toEqual([]);
  });

  it("does not miss what comes while it works", async () => {
    const rows = passage(START, DAY_TRIP);
    await boat.post(rows.slice(0, 70));
    let posted: Promise<unknown> = Promise.resolve();
    await workOff("finish_vessel", async () => {
      posted = boat.post(rows.slice(70));
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      for (let i = 0; i < 200 && (await boat.rows(waiting)).length === 0; i++) await setTimeout(10);
    });
    await posted;
    await boat.drain();
    expect((await logs()).map(({ distance }) => Number(distance) > 4)).toEqual([true, true]);
  });

  it("of a log that cannot be finished does not keep the others from it", async () => {
    await boat.post(passage(START, DAY_TRIP));
    await boat.rows(sql`
      update api.logbook set segments = '[{}]' where vessel_id = ${boat.vesselId}
        and id = (select min(id) from api.logbook where vessel_id = ${boat.vesselId})`);
    await boat.drain();
    const [first, second] = await logs();
    expect([first?.distance, second?.distance]).toEqual([null, expect.closeTo(4.16, 1)]);
    const failed = await boat.rows(sql`
      select payload, attempts, failure from app.events where ref_id = ${boat.vesselId} and channel = 'finish_log' and processed is null`);
    expect(failed).toEqual([
      { payload: String(first?.id), attempts: 1, failure: expect.stringContaining("distanceNm") },
    ]);
  });

  it("is announced once per log and stay, whatever the order of the rows, and never for entries by hand", async () => {
    const rows = passage(START, DAY_TRIP);
    const order = fc.tuple(
      fc.oneof(fc.shuffledSubarray([...rows], { minLength: rows.length }), fc.constant([...rows])),
      fc.integer({ min: 8, max: 90 }),
    );
    await fc.assert(
      fc.asyncProperty(order, async ([shuffled, size]) => {
        boat = await makeBoat(database, () => NOW);
        for (let i = 0; i < shuffled.length; i += size) {
          await boat.post(shuffled.slice(i, i + size) as JsonObject[]);
          await boat.drain();
        }
        const told = await events("new_stay", "new_moorage", "new_logbook", "log_finished", "stay_finished");
        expect(told.filter(({ n }) => n !== 1)).toEqual([]);
        const of = (channel: string) =>
          told.filter((one) => one.channel === channel).map((one) => Number(one.payload));
        for (const { id } of await logs()) {
          expect(of("new_logbook")).toContain(id);
          expect(of("log_finished")).toContain(id);
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe("the reach of a moorage", () => {
  it("is the same in the database", async () => {
    for (const radius of [0, 12.5, 50, 70, 400]) {
      const [found] = await boat.rows(sql`select app.moorage_reach_m(${radius}::float8) as reach`);
      expect(found?.reach).toBe(reachM(radius));
    }
  });
});

describe("figures", () => {
  const ROWS = passage(START, DAY_TRIP);
  const figures = () =>
    boat.rows(sql`
    select id, name, distance::float8 as distance, duration::text as duration, avg_speed, max_speed,
      jsonb_array_length(track_geojson -> 'features') as features
    from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`);

  it("are those of the rows after every edit is made and taken back, in any order", async () => {
    const step = fc.record({ what: fc.constantFrom("split", "join", "delete", "undo"), which: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        boat = await makeBoat(database, () => NOW);
        await boat.post(ROWS);
        await boat.drain();
        const before = await figures();
        for (const { what, which } of steps) await edit(what, which);
        await boat.drain();
        // Each log is as long as its own part of the track.
        for (const log of await figures()) {
          const [along] = await boat.rows(sql`
            select app.line_nm(app.geojson_of(track_geom) -> 'coordinates')::float8 as nm from api.logbook where id = ${Number(log.id)}::int`);
          expect(log.distance).toBeCloseTo(Number(along?.nm), 3);
          expect(log.name).not.toBeNull();
        }
        for (const { id } of await boat.rows(
          sql`select id from app.edits where vessel_id = ${boat.vesselId} and undone_at is null order by id desc`,
        ))
          await undo(Number(id));
        await boat.drain();
        expect(await figures()).toEqual(before);
      }),
      { numRuns: 12 },
    );
  });

  const call = async (name: string, args: JsonObject) => {
    const { voyageProcedures } = await import("../../../../src/boat/voyages/procedures.ts");
    const procedure = voyageProcedures(60).get(name);
    return boat.as("user_role", async (tx) =>
      procedure?.(args, { tx, caller: { role: "user_role", claims: {} }, headers: {}, address: "" }),
    );
  };
  const undo = (id: number) => call("undo_edit_fn", { _id: id });
  async function edit(what: string, which: number): Promise<void> {
    const found = await boat.rows(sql`
      select id, (extract(epoch from _from_time) * 1000)::float8 as started, (extract(epoch from _to_time) * 1000)::float8 as ended
      from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`);
    const log = found[which % Math.max(1, found.length)];
    const next = found[(which + 1) % Math.max(1, found.length)];
    if (what === "undo") {
      const edits = await boat.rows(
        sql`select id from app.edits where vessel_id = ${boat.vesselId} and undone_at is null order by id`,
      );
      const one = edits[which % Math.max(1, edits.length)];
      if (one !== undefined) await undo(Number(one.id));
    } else if (log !== undefined && what === "delete")
      await call("delete_logbook_fn", { _id: Number(log.id) });
    else if (log !== undefined && what === "split") {
      const at = Number(log.started) + 7 * MINUTE;
      if (at < Number(log.ended))
        await call("split_logbook_fn", { _id: Number(log.id), split_time: new Date(at).toISOString() });
    } else if (log !== undefined && next !== undefined && log !== next)
      await call("merge_logbook_fn", { id_start: Number(log.id), id_end: Number(next.id) });
  }
});
