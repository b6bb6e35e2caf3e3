import { setTimeout } from "node:timers/promises";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";

const NOW = Date.UTC(2026, 5, 3);
const START = Date.UTC(2026, 5, 1, 6);
const ROWS = passage(START, DAY_TRIP);
let database: TestDatabase;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  boat = await makeBoat(database, () => NOW);
  await boat.post(ROWS);
  await boat.drain();
});

/** A user's correction, followed by the worker. */
async function says(statement: Sql): Promise<void> {
  await boat.as("user_role", (tx) => tx.run(statement));
  await boat.drain();
}

const minutes = (time: unknown) => (time === null ? null : (Date.parse(String(time)) - START) / 60_000);
async function spans() {
  const { logs, stays } = await boat.logbook();
  return {
    logs: logs.map((log) => [minutes(log._from_time), minutes(log._to_time)]),
    stays: stays.map((stay) => [minutes(stay.arrived), minutes(stay.departed)]),
  };
}
async function ids() {
  const { logs, stays } = await boat.logbook();
  return { logs: logs.map(({ id }) => Number(id)), stays: stays.map(({ id }) => Number(id)) };
}
/** Everything again, from the first row. */
async function foldedAgain() {
  await boat.rows(sql`select app.enqueue('refold', '', ${boat.vesselId})`);
  await boat.drain();
  return spans();
}

describe("what a person says about the logbook", () => {
  it("begins with two logs and three stays", async () => {
    expect(await spans()).toEqual({
      logs: [
        [60, 110],
        [230, 278],
      ],
      stays: [
        [0, 60],
        [110, 230],
        [278, null],
      ],
    });
  });

  it("deletes a log: it was no trip, and does not come back", async () => {
    const { logs } = await ids();
    await says(sql`delete from api.logbook where vessel_id = ${boat.vesselId} and id = ${logs[1] ?? 0}::int`);
    const without = await spans();
    expect(without.logs).toEqual([[60, 110]]);
    expect(without.stays.at(-1)?.[1]).toBeNull();
    expect(await foldedAgain()).toEqual(without);
  });

  it.each([
    ["a log is deleted", sql`delete from api.logbook where id = (select max(id) from api.logbook)`],
    [
      "a log is named",
      sql`update api.logbook set name = 'Home' where id = (select max(id) from api.logbook)`,
    ],
    ["a stay is deleted", sql`delete from api.stays where id = (select min(id) from api.stays)`],
    [
      "a stay's type is set",
      sql`update api.stays set stay_code = 4 where id = (select min(id) from api.stays)`,
    ],
    ["a moorage is named", sql`update api.moorages set name = 'Club'`],
    ["a moorage is made", sql`insert into api.moorages (name, latitude, longitude) values ('Club', 60, 24)`],
  ])(
    "%s only after a fold or finishing that is under way, so that neither undoes the other",
    async (_, statement) => {
      let over = false;
      let said: Promise<unknown> = Promise.resolve();
      await boat.as("wakelog_worker", async (tx) => {
        await tx.run(sql`select app.lock_vessel()`);
        said = boat
          .as("user_role", (own) => own.run(statement))
          .then(() => {
            over = true;
          });
        const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
        while (!over && (await tx.query(waiting)).length === 0) await setTimeout(10);
        expect(over).toBe(false);
      });
      await said;
      expect(over).toBe(true);
    },
  );

  it("deletes a stay: the logs beside it are one, under the id of the longer", async () => {
    const before = await ids();
    await says(
      sql`delete from api.stays where vessel_id = ${boat.vesselId} and id = ${before.stays[1] ?? 0}::int`,
    );
    expect(await spans()).toEqual({
      logs: [[60, 278]],
      stays: [
        [0, 60],
        [278, null],
      ],
    });
    expect(before.logs).toContain((await ids()).logs[0]);
    const [log] = await boat.rows(
      sql`select distance::float8 as d from api.logbook where vessel_id = ${boat.vesselId}`,
    );
    expect(Number(log?.d)).toBeGreaterThan(7.5);
  });

  it("takes it back, and everything is as it was, ids included", async () => {
    const [before, whole] = [await ids(), await boat.logbook()];
    await says(
      sql`delete from api.stays where vessel_id = ${boat.vesselId} and id = ${before.stays[1] ?? 0}::int`,
    );
    await boat.rows(sql`update app.edits set undone_at = now() where vessel_id = ${boat.vesselId}`);
    await boat.rows(sql`
      select app.enqueue('rederive', app.span_text(from_time, to_time), vessel_id) from app.edits where vessel_id = ${boat.vesselId}`);
    await boat.drain();
    expect(await boat.logbook()).toEqual(whole);
  });

  it("sets a stay's type and times, which late rows and folding again respect", async () => {
    const { stays } = await ids();
    const arrived = new Date(START + 115 * 60_000).toISOString();
    await says(sql`
      update api.stays set stay_code = 4, arrived = ${arrived}::timestamptz
      where vessel_id = ${boat.vesselId} and id = ${stays[1] ?? 0}::int`);
    const wanted = {
      logs: [
        [60, 115],
        [230, 278],
      ],
      stays: [
        [0, 60],
        [115, 230],
        [278, null],
      ],
    };
    expect(await spans()).toEqual(wanted);
    await boat.post([{ ...ROWS[20], time: new Date(START + 70.5 * 60_000).toISOString() }]);
    expect(await foldedAgain()).toEqual(wanted);
    expect(await ids()).toMatchObject({ stays });
    expect((await boat.logbook()).stays[1]).toMatchObject({ stay_code: 4 });
  });

  it("draws a log into a gap: the row keeps its id, and gives way again when it is deleted", async () => {
    const before = await spans();
    const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
    await says(sql`
      insert into api.logbook (vessel_id, name, _from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng)
      values (${boat.vesselId}, 'With the dinghy', ${at(130)}, ${at(150)}, 59.73, 22.94, 59.74, 22.95)`);
    expect((await spans()).logs).toEqual([
      [60, 110],
      [130, 150],
      [230, 278],
    ]);
    const [drawn] = await boat.rows(sql`
      select id, name, distance::float8 as distance from api.logbook where vessel_id = ${boat.vesselId} and name = 'With the dinghy'`);
    expect(drawn?.distance).toBeCloseTo(0.67, 1);
    await says(
      sql`delete from api.logbook where vessel_id = ${boat.vesselId} and id = ${Number(drawn?.id)}::int`,
    );
    expect(await spans()).toEqual(before);
  });

  it("keeps the names that people gave, whatever is derived or finished again", async () => {
    const { logs, stays } = await ids();
    await says(sql`
      update api.logbook set name = 'Midsummer', _to = 'The bay' where vessel_id = ${boat.vesselId} and id = ${logs[0] ?? 0}::int`);
    await says(sql`
      update api.stays set name = 'Sauna' where vessel_id = ${boat.vesselId} and id = ${stays[1] ?? 0}::int`);
    await says(
      sql`update api.moorages set name = 'Home' where vessel_id = ${boat.vesselId} and latitude > 59.75`,
    );
    await boat.post([{ ...ROWS[20], time: new Date(START + 70.5 * 60_000).toISOString() }]);
    await boat.drain();
    await foldedAgain();
    const named = await boat.rows(sql`
      select name, _from, _to from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`);
    expect(named).toEqual([
      { name: "Midsummer", _from: "Home", _to: "The bay" },
      { name: "6 NM S of Hanko to Home", _from: "6 NM S of Hanko", _to: "Home" },
    ]);
    const names = await boat.rows(
      sql`select name from api.stays where vessel_id = ${boat.vesselId} order by arrived`,
    );
    expect(names.map(({ name }) => name)).toEqual(["Home", "Sauna", "Home"]);
  });
});
