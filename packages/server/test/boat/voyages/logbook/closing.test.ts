/** A boat that falls silent under way: the clock ends her log, and a later row opens it again. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { passage } from "../../../../../../test/support/passage.ts";
import { voyageSchedule } from "../../../../src/boat/voyages/schedule.ts";
import { wholeStory } from "./whole-story.ts";

const NOW = Date.UTC(2026, 5, 3);
const START = Date.UTC(2026, 5, 1, 6);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Out for three hours, the last of them after the silence that a test makes, and at anchor for two. */
const ROWS = passage(START, [
  { stay: "moored", minutes: 60 },
  { sail: 160, knots: 5, minutes: 180 },
  { stay: "anchored", minutes: 120 },
]);
const minute = (n: number) => new Date(START + n * 60_000).toISOString();
const until = (n: number) => ROWS.filter(({ time }) => String(time) <= minute(n));
const since = (n: number) => ROWS.filter(({ time }) => String(time) > minute(n));
/** Two hours of sailing, then nothing for some minutes. */
const BEFORE = until(180);

/** Runs the scheduled task, and the jobs that it enqueues. */
async function look(boat: Boat): Promise<void> {
  const task = voyageSchedule((work) => boat.as("wakelog_worker", work)).find(
    ({ name }) => name === "end logs of silent vessels",
  );
  await task?.run();
  await boat.drain();
}

/** Lets the time pass for which a boat is waited for. */
const pass = (boat: Boat, minutes: number) =>
  boat.rows(sql`
    update app.fold_states set close_due = close_due - ${minutes}::integer * interval '1 min'
    where vessel_id = ${boat.vesselId} returning close_due`);

const log = async (boat: Boat): Promise<JsonObject> => {
  const { logs } = await boat.logbook();
  expect(logs).toHaveLength(1);
  return logs[0] as JsonObject;
};

describe("a boat that falls silent under way", () => {
  it("has a finished log with a doubtful arrival once the time of a stop has passed, and not before", async () => {
    const boat = await makeBoat(database, () => NOW);
    await boat.post(BEFORE);
    await pass(boat, 44);
    await look(boat);
    expect(await log(boat)).toMatchObject({ active: true, _to_time: null });
    await pass(boat, 2);
    await look(boat);
    expect(await log(boat)).toMatchObject({ active: false });
    const [finished] = await boat.as("user_role", (tx) =>
      tx.query(sql`
        select l._to_time, l.distance::float8 as distance, l.name, v.doubt, v.kind, v.reasons from api.logbook l
        join api.review_view v on v.id = l.id where l.vessel_id = ${boat.vesselId}`),
    );
    expect(finished).toMatchObject({
      _to_time: expect.stringContaining("2026-06-01"),
      doubt: "arrival",
      kind: "doubt",
      reasons: expect.stringMatching(/the record ends here$/),
      name: expect.any(String),
    });
    expect(Date.parse(String(finished?._to_time))).toBe(START + 180 * 60_000);
    expect(finished?.distance).toBeCloseTo(10, 0);
    // Her place is unknown.
    expect((await boat.logbook()).stays).toMatchObject([{ active: false }]);
  });

  it("costs nothing while she is silent, or at rest", async () => {
    const [silent, resting] = [await makeBoat(database, () => NOW), await makeBoat(database, () => NOW)];
    await silent.post(BEFORE);
    await resting.post(ROWS);
    await pass(silent, 60);
    await look(silent);
    const due = (boat: Boat) =>
      boat.rows(sql`select close_due from app.fold_states where vessel_id = ${boat.vesselId}`);
    expect(await due(silent)).toEqual([{ close_due: null }]);
    expect(await due(resting)).toEqual([{ close_due: null }]);
    const events = () =>
      silent.rows(sql`
        select id from app.events where channel = 'close_log'
          and ref_id in (${silent.vesselId}, ${resting.vesselId})`);
    const called = await events();
    expect(called).toHaveLength(1);
    await look(silent);
    expect(await events()).toEqual(called);
  });

  it("is waited for as long as two of her intervals, if those are longer", async () => {
    const boat = await makeBoat(database, () => NOW);
    // A tracker that reports each hour.
    await boat.post(ROWS.filter((_, i) => i % 60 === 11));
    expect(await pass(boat, 60)).toHaveLength(1);
    await look(boat);
    expect(await log(boat)).toMatchObject({ active: true });
  });
});

describe("a row that comes after the clock ended a log", () => {
  const cases: readonly {
    readonly name: string;
    readonly before: readonly JsonObject[];
    readonly late: readonly (readonly JsonObject[])[];
    readonly ends: boolean;
  }[] = [
    { name: "in order", before: BEFORE, late: [since(180)], ends: false },
    { name: "after a silence", before: BEFORE, late: [since(230)], ends: false },
    { name: "the newest first", before: BEFORE, late: [since(200), until(200).slice(133)], ends: false },
    { name: "older ones alone", before: BEFORE.slice(70), late: [BEFORE.slice(0, 70)], ends: true },
  ];
  it.each(cases)("opens it again as if it had never been closed: $name", async ({ before, late, ends }) => {
    const [never, again] = [await makeBoat(database, () => NOW), await makeBoat(database, () => NOW)];
    await again.post(before);
    await again.drain();
    await pass(again, 50);
    await look(again);
    const { id } = await log(again);
    for (const batch of late) await again.post(batch);
    await again.drain();
    await never.post([...before, ...late.flat()]);
    await never.drain();
    // The newest row is still the one after which nothing came.
    if (ends) await pass(never, 50);
    await look(never);
    expect(await wholeStory(again)).toEqual(await wholeStory(never));
    expect((await log(again)).id).toBe(id);
  });

  it("does not count as silence while the clock's call waits", async () => {
    const boat = await makeBoat(database, () => NOW);
    await boat.post(BEFORE);
    await pass(boat, 50);
    await boat.as("wakelog_worker", (tx) => tx.run(sql`select app.call_closing()`));
    await boat.post(since(180).slice(0, 3));
    await boat.drain();
    expect(await log(boat)).toMatchObject({ active: true });
  });
});

it("ends a log soon after an arrival where the boat came to rest", async () => {
  const boat = await makeBoat(database, () => NOW);
  // The rows say nothing of rest themselves.
  await boat.post(until(265).map((row) => ({ ...row, status: null })));
  expect(await log(boat)).toMatchObject({ active: true });
  await pass(boat, 50);
  await look(boat);
  const { _to_time: ended } = await log(boat);
  expect(Math.abs(Date.parse(String(ended)) - (START + 240 * 60_000))).toBeLessThanOrEqual(120_000);
  expect((await boat.logbook()).stays).toMatchObject([{ active: false }, { active: true }]);
});

it("ends after an upgrade what was left under way", async () => {
  const boat = await makeBoat(database, () => NOW);
  await boat.post(BEFORE);
  // As another version of the detector left it.
  await boat.rows(sql`
    update app.fold_states set detector_version = 0, state = jsonb_set(state, '{detector,version}', '0'),
      close_due = now(), revision = gen_random_uuid() where vessel_id = ${boat.vesselId} returning 1`);
  await look(boat);
  expect(await log(boat)).toMatchObject({ active: true });
  await pass(boat, 50);
  await look(boat);
  expect(await log(boat)).toMatchObject({ active: false });
});
