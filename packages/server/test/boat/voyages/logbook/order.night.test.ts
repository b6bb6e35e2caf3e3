import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { DAY_TRIP, type Part, passage } from "../../../../../../test/support/passage.ts";
import { refold } from "../../../../src/boat/voyages/logbook/fold.ts";

const NOW = Date.UTC(2026, 5, 10);
const ROWS = passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP);
const EVERYTHING = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
let database: TestDatabase;
let wanted: unknown;

/** The logbook with its finished values; ids as places in the order of time. */
async function story(boat: Boat): Promise<unknown> {
  const logs = await boat.rows(sql`
    select row_number() over (order by _from_time) as n, active, _from_time, _to_time, _from_lat, _from_lng, _to_lat,
      _to_lng, confidence, reasons, segments, name, _from, _to, distance::text, avg_speed, max_speed, max_wind_speed,
      extra, (select min(v._from_time) from api.logbook v where v.vessel_id = l.vessel_id and v.voyage_id = l.voyage_id) as voyage,
      (select latitude from api.moorages m where m.id = _from_moorage_id and m.vessel_id = l.vessel_id) as from_moorage,
      (select latitude from api.moorages m where m.id = _to_moorage_id and m.vessel_id = l.vessel_id) as to_moorage
    from api.logbook l where vessel_id = ${boat.vesselId} order by _from_time`);
  const stays = await boat.rows(sql`
    select s.active, s.arrived, s.departed, s.latitude, s.longitude, s.stay_code, s.radius_m, s.reasons, s.name,
      s.duration::text as duration, m.latitude as moorage
    from api.stays s left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
    where s.vessel_id = ${boat.vesselId} order by s.arrived`);
  const moorages = await boat.rows(sql`
    select name, country, latitude, longitude, reference_count, stay_code from api.moorages
    where vessel_id = ${boat.vesselId} order by latitude`);
  return { logs, stays, moorages };
}

async function ids(boat: Boat): Promise<unknown> {
  return boat.rows(sql`
    select 'log' as kind, id, _from_time as at from api.logbook where vessel_id = ${boat.vesselId}
    union all select 'stay', id, arrived from api.stays where vessel_id = ${boat.vesselId} order by 1, 3`);
}

beforeAll(async () => {
  database = await cloneDatabase();
  const boat = await makeBoat(database, () => NOW);
  await boat.post(ROWS);
  await boat.drain();
  wanted = await story(boat);
});
afterAll(() => database.drop());

/** Batches of a list, cut where the numbers say. */
function batches(rows: readonly JsonObject[], sizes: readonly number[]): (readonly JsonObject[])[] {
  const cut: (readonly JsonObject[])[] = [];
  for (let at = 0, i = 0; at < rows.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    cut.push(rows.slice(at, at + size));
    at += size;
  }
  return cut;
}

describe("the logbook", () => {
  it("is that of the passage", () => {
    expect(wanted).toMatchObject({
      logs: [{ active: false }, { active: false }],
      stays: [{}, {}, { active: true }],
    });
  });

  it.each<[string, (rows: readonly JsonObject[]) => (readonly JsonObject[])[]]>([
    ["one by one", (rows) => batches(rows, [1])],
    ["as a boat's plugin sends them", (rows) => batches(rows, [31])],
    ["all at once and backwards", (rows) => [[...rows].reverse()]],
    ["backwards in batches", (rows) => batches(rows, [31]).reverse()],
    ["every batch twice", (rows) => batches(rows, [31]).flatMap((batch) => [batch, batch])],
    ["everything twice", (rows) => [rows, rows]],
    [
      "every second row late",
      (rows) => [rows.filter((_, i) => i % 2 === 0), rows.filter((_, i) => i % 2 === 1)],
    ],
  ])("is the same when the rows come %s", async (_, deal) => {
    const boat = await makeBoat(database, () => NOW);
    for (const batch of deal(ROWS)) expect((await boat.post(batch)).length).toBe(batch.length);
    await boat.drain();
    expect(await story(boat)).toEqual(wanted);
  });

  it("is the same in any order and batching, with jobs and failed transactions in between", async () => {
    const plan = fc.record({
      order: fc.oneof(
        fc.shuffledSubarray([...ROWS.keys()], { minLength: ROWS.length }),
        fc.constant([...ROWS.keys()]),
      ),
      sizes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
      between: fc.array(fc.constantFrom("nothing", "jobs", "abort"), { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ order, sizes, between }) => {
        const rows = order.flatMap((i) => ROWS.slice(i, i + 1));
        const boat = await makeBoat(database, () => NOW);
        let n = 0;
        for (const batch of batches(rows, sizes)) {
          const what = between[n++ % between.length];
          if (what === "abort") await boat.postAndFail(batch);
          await boat.post(batch);
          if (what === "jobs") await boat.drain();
        }
        await boat.drain();
        expect(await story(boat)).toEqual(wanted);
      }),
      { numRuns: 12 },
    );
  });

  it("comes back with the same ids when it is wiped and folded again", async () => {
    const boat = await makeBoat(database, () => NOW);
    for (const batch of batches(ROWS, [40])) await boat.post(batch);
    await boat.drain();
    const before = await ids(boat);
    await boat.as("wakelog_worker", async (tx) => {
      for (const table of [
        "api.logbook",
        "api.stays",
        "app.intervals",
        "app.fold_states",
        "app.fold_checkpoints",
      ]) {
        const name = table.split(".") as [string, string];
        await tx.run(
          sql`delete from ${(await import("@wakelog/data-api/db/sql.ts")).ident(...name)} where vessel_id = ${boat.vesselId}`,
        );
      }
      await refold(tx, EVERYTHING);
    });
    await boat.drain();
    expect(await ids(boat)).toEqual(before);
    expect(await story(boat)).toEqual(wanted);
  });

  it("keeps the ids of what stays where a late row changes it", async () => {
    const boat = await makeBoat(database, () => NOW);
    const late = ROWS.findIndex((row) => row.speedoverground === 5) + 20;
    await boat.post(ROWS.filter((_, i) => i !== late));
    const before = await ids(boat);
    await boat.post(ROWS.slice(late, late + 1));
    await boat.drain();
    expect(await ids(boat)).toEqual(before);
    expect(await story(boat)).toEqual(wanted);
  });

  it("follows when rows are removed", async () => {
    const boat = await makeBoat(database, () => NOW);
    const noise: JsonObject = { ...ROWS[30], time: "2026-06-01T09:17:30.000Z", latitude: 59.2 };
    await boat.post(ROWS);
    await boat.post([noise]);
    await boat.as("user_role", (tx) =>
      tx.run(
        sql`delete from api.metrics where vessel_id = ${boat.vesselId} and time = '2026-06-01T09:17:30Z'`,
      ),
    );
    await boat.drain();
    expect(await story(boat)).toEqual(wanted);
  });

  it("is the same after late rows anywhere in a fortnight, each of which folds only its neighbourhood again", async () => {
    const days = Array.from({ length: 14 }, (_, day): Part[] => [
      { stay: "moored", minutes: 700 + day },
      { sail: day % 2 === 0 ? 160 : 340, knots: 5, minutes: 60 },
      { stay: "anchored", minutes: 600 },
    ]).flat();
    const rows = passage(Date.UTC(2026, 4, 20), days);
    const straight = await makeBoat(database, () => NOW);
    for (const batch of batches(rows, [200])) await straight.post(batch);
    await straight.drain();
    const whole = await story(straight);
    const checkpoints = (boat: Boat) =>
      boat.rows(
        sql`select xmin::text from app.fold_checkpoints where vessel_id = ${boat.vesselId} order by time`,
      );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: rows.length - 1 }), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (late, together) => {
          const boat = await makeBoat(database, () => NOW);
          for (const batch of batches(
            rows.filter((_, i) => !late.includes(i)),
            [200],
          ))
            await boat.post(batch);
          const before = (await checkpoints(boat)).length;
          expect(before).toBeGreaterThan(10);
          if (together) await boat.post(late.flatMap((i) => rows.slice(i, i + 1)));
          else for (const i of late) await boat.post(rows.slice(i, i + 1));
          await boat.drain();
          expect(await story(boat)).toEqual(whole);
        },
      ),
      { numRuns: 6 },
    );
    const late = rows[Math.floor(rows.length / 2)] ?? {};
    const between = { ...late, time: new Date(Date.parse(String(late.time)) + 30_000).toISOString() };
    const before = await checkpoints(straight);
    await straight.post([between]);
    const after = await checkpoints(straight);
    const rewritten = after.filter(({ xmin }, i) => xmin !== before[i]?.xmin).length;
    expect(after.length).toBe(before.length);
    expect(rewritten).toBeLessThan(3);
  });
});
