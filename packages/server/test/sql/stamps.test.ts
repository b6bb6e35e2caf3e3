/** What triggers stamp, store and enqueue on writes of boats and users. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acting, rowsAs } from "../../../../test/support/acting.ts";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Party, twoBoats } from "../../../../test/support/two-boats.ts";

let db: TestDatabase;
let alfa: Party;
let bravo: Party;

beforeAll(async () => {
  db = await cloneDatabase();
  ({ alfa, bravo } = await twoBoats(db));
});
afterAll(() => db.drop());

const asOwner = (statement: Sql) => db.owner.transaction((tx) => tx.query(statement));
const asWorker = (statement: Sql) =>
  db.owner.transaction((tx) => tx.query(statement), { role: "wakelog_worker" });
const eventsOf = async (channel: string, vesselId: string) =>
  (
    await asOwner(
      sql`select payload from app.events where channel = ${channel} and ref_id = ${vesselId} order by id`,
    )
  ).map((row) => row.payload);
const written = async (resource: string, id: number) =>
  (
    await asOwner(
      sql`select columns from app.written_by_people where resource = ${resource} and id = ${id}::int`,
    )
  )[0]?.columns ?? null;

const upsert = (mmsi: number | null, platform: string) => sql`
  insert into api.metadata (name, mmsi, "time", active, platform) values ('Alfa', ${mmsi}::numeric, '2001-01-01', false, ${platform})
  on conflict (vessel_id) do update set name = excluded.name, mmsi = excluded.mmsi, "time" = excluded."time",
    platform = excluded.platform
  returning id, mmsi, active, now() - "time" < interval '1 minute' as now, platform, updated_at = now() as touched`;

test("a boat's metadata is stamped with the server's time, its radio identity and platform cleaned", async () => {
  const [first] = await rowsAs(db, alfa.boat, upsert(230099999, "Raspberry Pi 4 <script>"));
  expect(first).toMatchObject({
    mmsi: "230099999",
    active: true,
    now: true,
    platform: "Raspberry Pi 4 script",
    touched: true,
  });
  for (const bad of [99999999, 1000000000, 230099999.5, null]) {
    expect(await rowsAs(db, alfa.boat, upsert(bad, ""))).toMatchObject([
      { id: first?.id, mmsi: null, platform: null },
    ]);
  }
});

test("coming online is an event at the first metadata and after every silence, not at each contact", async () => {
  const before = (await eventsOf("monitoring_online", alfa.vesselId)).length;
  expect(before).toBe(1);
  await rowsAs(db, alfa.boat, upsert(null, ""));
  expect(await eventsOf("monitoring_online", alfa.vesselId)).toHaveLength(before);
  await asWorker(sql`update api.metadata set active = false where vessel_id = ${alfa.vesselId}`);
  await rowsAs(db, alfa.boat, upsert(null, ""));
  expect(await eventsOf("monitoring_online", alfa.vesselId)).toHaveLength(before + 1);
});

test("what a person wrote in a derived row is remembered, what a job wrote is not", async () => {
  await asWorker(sql`update api.logbook set name = 'by the job' where vessel_id = ${alfa.vesselId}`);
  expect(await written("logbook", alfa.logId)).toBeNull();
  await acting(db, alfa.user, (tx) =>
    tx.run(sql`update api.logbook set name = 'mine' where id = ${alfa.logId}::int`),
  );
  expect(await written("logbook", alfa.logId)).toEqual(["name"]);
  await acting(db, alfa.user, (tx) =>
    tx.run(sql`update api.log_view set notes = 'calm', name = 'mine' where id = ${alfa.logId}::int`),
  );
  expect(await written("logbook", alfa.logId)).toEqual(["name", "notes"]);
  await acting(db, alfa.user, (tx) =>
    tx.run(
      sql`update api.moorages set home_flag = true, latitude = 60.001 where id = ${alfa.moorageId}::int`,
    ),
  );
  expect(await written("moorages", alfa.moorageId)).toEqual(["latitude"]);
});

test("an update that changes nothing is not a person's word", async () => {
  await acting(db, alfa.user, (tx) =>
    tx.run(sql`update api.logbook set name = name where id = ${alfa.logId + 1}::int`),
  );
  expect(await written("logbook", alfa.logId + 1)).toBeNull();
});

test("a row that a person made is theirs as a whole", async () => {
  const [made] = await rowsAs(
    db,
    alfa.user,
    sql`insert into api.logbook (name, _from_time, _to_time) values ('by hand', '2026-03-01', '2026-03-02') returning id, vessel_id`,
  );
  expect(made?.vessel_id).toBe(alfa.vesselId);
  expect(await written("logbook", Number(made?.id))).toEqual(["name", "id"]);
});

test("moving a moorage moves its point", async () => {
  const [moved] = await rowsAs(
    db,
    alfa.user,
    sql`update api.moorages set latitude = 61, longitude = 24 where id = ${alfa.moorageId}::int returning to_json(geog) as geog`,
  );
  expect(moved?.geog).toMatchObject({ type: "Point", coordinates: [24, 61] });
});

test("deleting a moorage leaves its stays and logs, without it", async () => {
  const before = await asOwner(
    sql`select count(*)::int as n from api.stays where vessel_id = ${bravo.vesselId}`,
  );
  await asWorker(
    sql`update api.logbook set _from_moorage_id = ${bravo.moorageId}::int, _to_moorage_id = ${bravo.moorageId}::int where vessel_id = ${bravo.vesselId}`,
  );
  await acting(db, bravo.user, (tx) =>
    tx.run(sql`delete from api.moorages where id = ${bravo.moorageId}::int`),
  );
  expect(
    await asOwner(sql`select count(*)::int as n from api.stays where vessel_id = ${bravo.vesselId}`),
  ).toEqual(before);
  expect(
    await asOwner(
      sql`select count(*)::int as n from api.logbook where vessel_id = ${bravo.vesselId} and coalesce(_from_moorage_id, _to_moorage_id) is null`,
    ),
  ).toEqual([{ n: 2 }]);
  expect(
    await asOwner(
      sql`select count(*)::int as n from api.stays where vessel_id = ${bravo.vesselId} and moorage_id is null`,
    ),
  ).toEqual([{ n: 2 }]);
});

test("metrics that a person deletes ask once for a refold from the earliest to the latest; a job's deletion does not", async () => {
  const [gone] = await asOwner(sql`
    select app.span_text(min("time"), max("time")) as span from app.metrics
    where vessel_id = ${alfa.vesselId} and speedoverground = 5`);
  await acting(db, alfa.user, (tx) => tx.run(sql`delete from api.metrics where speedoverground = 5`));
  expect(await eventsOf("refold", alfa.vesselId)).toEqual([gone?.span]);
  await acting(db, alfa.user, (tx) => tx.run(sql`delete from api.metrics`));
  expect(await eventsOf("refold", alfa.vesselId)).toHaveLength(1);
  await asWorker(sql`delete from api.metrics where vessel_id = ${bravo.vesselId}`);
  expect(await eventsOf("refold", bravo.vesselId)).toEqual([]);
});

test("a vessel goes with everything that is its own", async () => {
  await asOwner(sql`delete from app.vessels where vessel_id = ${bravo.vesselId}`);
  expect(
    await asOwner(sql`select count(*)::int as n from api.stays where vessel_id = ${bravo.vesselId}`),
  ).toEqual([{ n: 0 }]);
  expect(
    await asOwner(sql`select count(*)::int as n from api.stays where vessel_id = ${alfa.vesselId}`),
  ).toEqual([{ n: 3 }]);
});
