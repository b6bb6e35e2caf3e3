/** Logs of a boat, read for a document: some at a time, and the same as one by one. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { lawCases } from "../../../../../test/support/laws/cases.ts";
import type { ExportedLog } from "../../../src/boat/exports/model.ts";
import { type LogChoice, readLogs, type TooLong } from "../../../src/boat/exports/stored.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** A boat whose logs have this many points each. */
async function boatWith(points: readonly number[]): Promise<Boat> {
  const boat = await makeBoat(database);
  await boat.rows(sql`
    insert into api.logbook (vessel_id, name, active, _from_time, _to_time, distance, track_geojson)
    select ${boat.vesselId}, 'Log ' || n, false, began, began + interval '20 hours', 10, jsonb_build_object(
      'type', 'FeatureCollection', 'features', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(n, i / 1e5)),
          'properties', jsonb_build_object('time', began + i * interval '1 second')) order by i), '[]')
        from generate_series(1, p.points) i))
    from unnest(${points}::int[]) with ordinality p (points, n),
      lateral (select '2020-01-01'::timestamptz + n * interval '1 day' as began) _ returning id`);
  return boat;
}

/** Rows read, and the number of statements. */
async function read(
  boat: Boat,
  choice: LogChoice,
  tooLong?: TooLong,
): Promise<{ readonly logs: readonly ExportedLog[]; readonly statements: number }> {
  return boat.as("user_role", async (tx) => {
    let statements = 0;
    const counting: Tx = new Proxy(tx, {
      get(target, name) {
        if (name === "run" || name === "query") statements++;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const logs: ExportedLog[] = [];
    for await (const log of readLogs(counting, choice, tooLong)) logs.push(log);
    return { logs, statements };
  });
}

it("many short logs take few statements", async () => {
  const boat = await boatWith(Array.from({ length: 300 }, (_, at) => at % 40));
  const { logs, statements } = await read(boat, { first: null, last: null });
  expect(logs).toHaveLength(300);
  expect(statements).toBeLessThan(15);
});

it("are the same together and alone, however long each is", { timeout: 60_000 }, async () => {
  const length = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 700, max: 4100 }));
  await fc.assert(
    fc.asyncProperty(fc.array(length, { minLength: 1, maxLength: 8 }), async (points) => {
      const boat = await boatWith(points);
      const { logs } = await read(boat, { first: null, last: null });
      expect(logs.map(({ lines }) => lines.flat().length)).toEqual(points);
      for (const log of logs) expect((await read(boat, { id: log.id })).logs).toEqual([log]);
    }),
    { numRuns: lawCases(1 / 10) },
  );
});

it("that are too long for a document are refused, or left out where that is wanted", async () => {
  const boat = await boatWith([3, 0, 4]);
  await boat.rows(sql`
    update api.logbook set track_geojson = jsonb_build_object('features',
      (select jsonb_agg(0) from generate_series(1, 500001)))
    where vessel_id = ${boat.vesselId} and name = 'Log 2' returning id`);
  await expect(read(boat, { first: null, last: null })).rejects.toMatchObject({ code: "22023" });
  const { logs } = await read(boat, { first: null, last: null }, "leave out");
  expect(logs.map(({ lines }) => lines.flat().length)).toEqual([3, 4]);
});
