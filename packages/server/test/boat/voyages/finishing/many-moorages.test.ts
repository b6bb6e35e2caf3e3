/** A vessel with thousands of moorages: the nearest is found without measuring the way to each. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import { destination } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { twoBoatsForTests } from "../../../../../../test/support/two-boats.ts";
import { nameLogs } from "../../../../src/boat/voyages/finishing/log-names.ts";

const boats = twoBoatsForTests();

/** Works for the boat as a job does; a statement that measures too much is cut off. */
function working<T>(work: (tx: Tx, vessel: string) => Promise<T>): Promise<T> {
  const { vesselId } = boats.alfa;
  return boats.db.owner.transaction(async (tx) => {
    await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
    await tx.run(raw("set local statement_timeout = '10s'"));
    return await work(tx, vesselId);
  });
}

test("the nearest of those in reach is found wherever on Earth they lie", async () => {
  const place = fc.record({
    course: fc.integer({ min: 0, max: 359 }),
    away: fc.integer({ min: 0, max: 3000 }),
    radius: fc.option(fc.integer({ min: 20, max: 2000 }), { nil: null }),
  });
  const here = fc.record({
    latitude: fc.constantFrom(-90, -89.99, -60, 0, 54.3, 88.98, 89.01, 89.99, 90),
    longitude: fc.constantFrom(-180, -179.99, 0, 10.2, 179.99, 180),
  });
  let found = 0;
  await working(async (tx, vessel) => {
    await tx.run(sql`update api.logbook set _from_moorage_id = null, _to_moorage_id = null`);
    await tx.run(sql`update api.stays set moorage_id = null`);
    await fc.assert(
      fc.asyncProperty(here, fc.array(place, { maxLength: 6 }), async (at, places) => {
        await tx.run(sql`delete from api.moorages where vessel_id = ${vessel}`);
        const known = places.map(({ course, away, radius }) => ({
          ...destination(at, course, away),
          radius,
        }));
        await tx.run(sql`
          insert into api.moorages (latitude, longitude, radius_m)
          select latitude, longitude, radius from jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
            as m (latitude float8, longitude float8, radius float8)`);
        const [row] = await tx.query(sql`
          select app.moorage_near(${vessel}, ${at.latitude}::float8, ${at.longitude}::float8, 0) as quick,
            (select m.id from api.moorages m,
              lateral (select app.distance_m(m.latitude, m.longitude, ${at.latitude}::float8, ${at.longitude}::float8) as m) away
            where m.vessel_id = ${vessel} and away.m <= coalesce(m.radius_m, 100) order by away.m, m.id limit 1) as measured`);
        expect(row?.quick).toBe(row?.measured);
        if (row?.quick !== null) found++;
      }),
      { numRuns: 200 },
    );
  });
  expect(found).toBeGreaterThan(20);
});

test("the logs that a person wrote are named in seconds where all moorages lie on one latitude", async () => {
  const named = await working(async (tx, vessel) => {
    await tx.run(sql`
      insert into api.moorages (name, latitude, longitude)
      select 'place ' || i, 50, i * 0.02 from generate_series(1, 1500) i`);
    await tx.run(sql`
      with logs as (
        insert into api.logbook (_from_lat, _from_lng, _to_lat, _to_lng, _from_time, _to_time)
        select 50, i * 0.02, 50, (i + 1) * 0.02, now() - make_interval(hours => i), now() - make_interval(mins => i * 60 - 30)
        from generate_series(1, 700) i returning vessel_id, id)
      insert into app.written_by_people (vessel_id, resource, id, columns)
      select vessel_id, 'logbook', id, '{id}' from logs`);
    await nameLogs(tx, vessel, []);
    const [row] = await tx.query(sql`
      select count(*)::int as number from api.logbook l
      join api.moorages f on f.vessel_id = l.vessel_id and f.id = l._from_moorage_id
      join api.moorages t on t.vessel_id = l.vessel_id and t.id = l._to_moorage_id
      where l.vessel_id = ${vessel} and f.name like 'place %' and f.longitude = l._from_lng
        and t.longitude = l._to_lng and l.name = f.name || ' to ' || t.name`);
    return row?.number;
  });
  expect(named).toBe(700);
});
