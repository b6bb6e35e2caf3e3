/** The monitored values have one definition in SQL and one in TypeScript: rows drawn at random find them the same. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/kit/json/json.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { MONITORED_NAMES, readingOf } from "../../../src/boat/monitoring/monitored.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
});
afterAll(() => db.drop());

const OWN = ["own.key", "own.other", "environment.wind.speedTrue"];
const TANKS = [
  "tanks.fuel.0.currentLevel",
  "tanks.fuel.main.aft.currentLevel",
  "tanks.fuel.1.currentLevel",
  "tanks.fuel.0.capacity",
  "tanks.freshWater.1.currentLevel",
  "tanks.wasteWater.0.currentLevel",
  "tanks.blackWater.0.currentLevel",
];

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom<unknown>("12.5", "on", "", true, null, [], [1], {}, 1e308),
);

it("agree on every name in every row", async () => {
  const { rows: known } = await db.owner.transaction((tx) =>
    tx.run(sql`select name, setting, array_to_json(paths)::text from app.monitored_values`),
  );
  const settings = known.flatMap(([, setting]) => (typeof setting === "string" ? [setting] : []));
  const usual = known.flatMap(([, , keys]) => z.array(z.string()).parse(JSON.parse(keys ?? "[]")));
  expect(known.map(([name]) => name).toSorted()).toEqual(MONITORED_NAMES.toSorted());
  const metrics = fc.option(
    fc.dictionary(fc.constantFrom(...usual, ...OWN, ...TANKS), value, { maxKeys: 12 }),
    { freq: 20 },
  );
  const speed = fc.option(fc.double({ noNaN: true, min: 0, max: 99 }));
  const drawn = fc.record({
    name: fc.constantFrom(...MONITORED_NAMES),
    metrics,
    chosen: fc.dictionary(fc.constantFrom(...settings), fc.constantFrom(...OWN)),
    sog: speed,
    aws: speed,
  });
  const cases = fc.sample(drawn, 3000);
  const found = await db.owner.transaction((tx) =>
    tx.query(sql`
      select (app.named_readings(nullif(c.metrics, 'null'), c.chosen, c.sog, c.aws) ->> c.name)::float8 as value
      from json_array_elements(${JSON.stringify(cases)}::json) with ordinality e (item, place)
      cross join lateral json_to_record(e.item) as c (name text, metrics jsonb, chosen jsonb, sog float8, aws float8)
      order by e.place`),
  );
  expect(found).toHaveLength(cases.length);
  for (const [n, one] of cases.entries()) {
    const row = {
      time: 0,
      latitude: null,
      longitude: null,
      speedoverground: one.sog,
      windspeedapparent: one.aws,
      metrics: one.metrics as JsonObject | null,
    };
    const ours = readingOf(one.name, one.chosen)(row);
    const theirs = z
      .number()
      .nullable()
      .parse(found[n]?.value ?? null);
    const about = `${JSON.stringify(one)}: ${ours} and ${theirs}`;
    if (ours === null || theirs === null) expect(ours, about).toBe(theirs);
    else expect(Math.abs(ours - theirs), about).toBeLessThanOrEqual(Math.abs(ours) * 1e-12);
  }
});
