import { sql } from "@wakelog/data-api/db/sql.ts";
import { type Observation, sentence } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";

let database: TestDatabase;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  boat = await makeBoat(database, () => Date.UTC(2026, 5, 3));
  await boat.post(passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP));
  await boat.drain();
});

/** Works off every event; the faults that the worker noticed, as they are logged. */
async function faults(): Promise<readonly string[]> {
  const observed: Observation[] = [];
  await boat.drain((one) => observed.push(one));
  return observed.flatMap((one) => (one.kind === "fault" ? [sentence(one)] : []));
}

it("folds everything again for a span that cannot be read, and says so", async () => {
  const before = await boat.logbook();
  for (const channel of ["refold", "rederive"]) {
    await boat.rows(sql`delete from api.logbook where vessel_id = ${boat.vesselId}`);
    await boat.rows(sql`delete from app.edits where vessel_id = ${boat.vesselId}`);
    await boat.rows(sql`delete from app.events where ref_id = ${boat.vesselId}`);
    for (const payload of ["yesterday/", "2026-06-01T06:00:00Z/soon", "/2026-06-01T06:00:00Z/"]) {
      await boat.rows(sql`select app.enqueue(${channel}, ${payload}, ${boat.vesselId})`);
      const [one, ...others] = await faults();
      expect(one).toContain(`${channel}: `);
      expect(one).toContain(payload);
      expect(others).toEqual([]);
    }
    expect(await boat.logbook()).toEqual(before);
  }
});

it("says nothing of a span that can be read, whichever of its ends is open", async () => {
  for (const payload of [
    "",
    "/",
    "2026-06-01T06:00:00.000Z/",
    "1970-01-01T00:00:00Z",
    "/2026-06-01T06:00:00Z",
  ]) {
    await boat.rows(sql`select app.enqueue('refold', ${payload}, ${boat.vesselId})`);
    expect(await faults()).toEqual([]);
  }
});

it("leaves out an edit that cannot be read, keeps the others, and says which", async () => {
  const [log] = (await boat.logbook()).logs;
  await boat.rows(sql`
    insert into app.edits (vessel_id, kind, from_time, to_time, facts)
    values (${boat.vesselId}, 'split', '2026-06-01T07:20Z', null, '{"latitude": "north"}'),
      (${boat.vesselId}, 'delete', ${String(log?._from_time)}::timestamptz, ${String(log?._to_time)}::timestamptz, '{}')`);
  const [broken] = await boat.rows(sql`
    select id from app.edits where vessel_id = ${boat.vesselId} and kind = 'split'`);
  await boat.rows(sql`select app.enqueue('rederive', '/', ${boat.vesselId})`);
  const [one, ...others] = await faults();
  expect(one).toContain(`edit ${String(broken?.id)} of vessel ${boat.vesselId}, which is left out`);
  expect(one).toContain("latitude");
  expect(others).toEqual([]);
  expect((await boat.logbook()).logs.map(({ id }) => id)).not.toContain(log?.id);
});
