/** Late rows of a long time, in many batches at once: stored one after another, and folded together. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";

/** Key of the lock that holds folds of late rows. */
const HELD = 360;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  // How often late rows were folded, by boat; a test can hold the end of it.
  await database.owner.transaction((tx) =>
    tx.script(`
      create table late_folds (vessel_id text);
      grant select on late_folds to public;
      create function note_late_fold() returns trigger language plpgsql security definer as $$
        begin
          perform pg_advisory_xact_lock_shared(${HELD});
          insert into public.late_folds values (new.vessel_id);
          return null;
        end $$;
      create trigger note_late_fold after update on app.fold_states for each row
        when (old.late_from is not null and new.late_from is null) execute function note_late_fold()`),
  );
});
afterAll(() => database.drop());

const START = Date.UTC(2025, 0, 1);
const DAYS = 30;
const NOW = START + (DAYS + 1) * 86_400_000;

/** A row each ten minutes; four hours under way each day, out and home again. */
const ROWS: readonly JsonObject[] = Array.from({ length: DAYS * 144 }, (_, n) => {
  const [day, sailed] = [Math.floor(n / 144), Math.min(24, Math.max(0, (n % 144) - 60))];
  const miles = (day % 2 === 0 ? sailed : 24 - sailed) * 0.9;
  return {
    time: new Date(START + n * 600_000).toISOString(),
    latitude: 59 + miles / 60 + (n % 5) * 1e-5,
    longitude: 22.9 + (n % 7) * 1e-5,
    speedoverground: sailed > 0 && sailed < 24 ? 5.4 : 0,
  };
});

const shape = async (boat: Boat) => {
  const { logs, stays } = await boat.logbook();
  return [...logs, ...stays].map(({ id, voyage_id, ...rest }) => rest);
};
const late = (boat: Boat) =>
  boat.rows(sql`select late_from, late_to from app.fold_states where vessel_id = ${boat.vesselId}`);
const waiting = (boat: Boat) =>
  boat.rows(sql`
    select channel from app.events where ref_id = ${boat.vesselId} and channel = 'fold_late' and processed is null`);

it("are all accepted, and the logbook is that of rows in order, for two services too", async () => {
  const inOrder = await makeBoat(database, () => NOW);
  await inOrder.post(ROWS);
  for (const services of [1, 2]) {
    const boat = await makeBoat(
      database,
      () => NOW,
      (post) => post % services,
    );
    await boat.post(ROWS.slice(-10));
    const rest = ROWS.slice(0, -10);
    const batches = Array.from({ length: 30 }, (_, i) => rest.filter((_, n) => n % 30 === i));
    const accepted = await Promise.all(batches.map((batch) => boat.post(batch)));
    expect(accepted.map((rows) => rows.length)).toEqual(batches.map((batch) => batch.length));
    expect(await shape(boat)).toEqual(await shape(inOrder));
    expect(await late(boat)).toEqual([{ late_from: null, late_to: null }]);
    expect(await waiting(boat)).toEqual([]);
    const [{ times } = {}] = await boat.rows(
      sql`select count(*)::int as times from late_folds where vessel_id = ${boat.vesselId}`,
    );
    expect(times).toBeLessThanOrEqual(4 * services);
  }
});

it("are stored and answered at once, before they are folded: while that is held, the logbook is as it was", async () => {
  const inOrder = await makeBoat(database, () => NOW);
  await inOrder.post(ROWS);
  const boat = await makeBoat(database, () => NOW);
  await boat.post(ROWS.slice(-10));
  const before = await shape(boat);
  const count = async () =>
    (await boat.rows(sql`select count(*)::int as n from app.metrics where vessel_id = ${boat.vesselId}`))[0]
      ?.n;
  await database.owner.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${HELD}::int)`);
    expect(await boat.post(ROWS.slice(0, -10))).toHaveLength(ROWS.length - 10);
    expect(await count()).toBe(ROWS.length);
    expect(await late(boat)).not.toEqual([{ late_from: null, late_to: null }]);
    expect(await shape(boat)).toEqual(before);
  });
  const expected = await shape(inOrder);
  await expect.poll(() => shape(boat), { timeout: 20_000 }).toEqual(expected);
});

it("are folded with the next row or by a job, if the process that stored them was cut off", async () => {
  const inOrder = await makeBoat(database, () => NOW);
  await inOrder.post(ROWS);
  for (const how of ["row", "row sent again", "job"] as const) {
    const boat = await makeBoat(database, () => NOW);
    await boat.post(ROWS.slice(-10, -1));
    // As the transaction leaves it that stores them.
    const rest = ROWS.slice(0, -10);
    await boat.rows(sql`
      insert into api.metrics (vessel_id, "time", latitude, longitude, speedoverground)
      select ${boat.vesselId}, "time", latitude, longitude, speedoverground
      from json_to_recordset(${JSON.stringify(rest)}::json) as r ("time" timestamptz, latitude double precision,
        longitude double precision, speedoverground double precision)`);
    await boat.as("vessel_role", (tx) =>
      tx.run(
        sql`select app.fold_owe(${String(rest[0]?.time)}::timestamptz, ${String(rest.at(-1)?.time)}::timestamptz)`,
      ),
    );
    expect(await waiting(boat)).toHaveLength(1);
    if (how === "row sent again") await boat.post(rest.slice(5, 6));
    if (how === "job") {
      await boat.rows(sql`update app.events set due = now() where ref_id = ${boat.vesselId}`);
      await boat.drain();
    }
    await boat.post(ROWS.slice(-1));
    expect(await shape(boat)).toEqual(await shape(inOrder));
    expect(await waiting(boat)).toEqual([]);
  }
});
