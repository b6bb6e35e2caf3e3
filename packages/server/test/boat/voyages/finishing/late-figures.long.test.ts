import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { type Part, passage } from "../../../../../../test/support/passage.ts";
import { wholeStory } from "../logbook/whole-story.ts";

const NOW = Date.UTC(2026, 5, 10);
const START = Date.UTC(2026, 5, 1);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** A boat whose rows came in order, and never changed. */
async function undisturbed(rows: readonly JsonObject[]): Promise<Boat> {
  const boat = await makeBoat(database, () => NOW);
  await boat.post(rows);
  await boat.drain();
  return boat;
}

it("a log counts a late row that the detector does not look at", async () => {
  // The second checkpoint, a day after the first, lies within the second log, where the fold finds no change.
  const rows = passage(START, [
    { stay: "moored", minutes: 180 },
    { sail: 160, knots: 5, minutes: 60 },
    { stay: "moored", minutes: 23 * 60 },
    { sail: 160, knots: 5, minutes: 240 },
    { stay: "moored", minutes: 300 },
  ]);
  const between = rows[420] ?? {};
  const dense = {
    ...between,
    time: new Date(Date.parse(String(between.time)) + 5000).toISOString(),
    speedoverground: 9,
    windspeedapparent: 31,
  };
  const boat = await makeBoat(database, () => NOW);
  for (let at = 0; at < rows.length; at += 100) await boat.post(rows.slice(at, at + 100));
  await boat.drain();
  await boat.post([dense]);
  await boat.drain();
  const story = await wholeStory(boat);
  expect(story.logs).toMatchObject([{}, { max_wind_speed: 31, max_speed: 9 }]);
  expect(story).toEqual(await wholeStory(await undisturbed([...rows, dense])));
});

it("every log from which rows were removed is finished again", async () => {
  const trips = Array.from({ length: 4 }, (_, n): Part[] => [
    { stay: "moored", minutes: 400 },
    { sail: n % 2 === 0 ? 160 : 340, knots: 5, minutes: 60 },
  ]).flat();
  const rows = passage(START, [...trips, { stay: "moored", minutes: 4000 }]);
  const isGusty = (_: JsonObject, i: number) => i === 80 + 20 || i === 80 * 2 + 60 + 30;
  const gusty = rows.map((row, i) => (isGusty(row, i) ? { ...row, windspeedapparent: 44 } : row));
  const boat = await makeBoat(database, () => NOW);
  for (let at = 0; at < gusty.length; at += 100) await boat.post(gusty.slice(at, at + 100));
  await boat.drain();
  const winds = async () => (await wholeStory(boat)).logs.map((log) => log.max_wind_speed);
  expect(await winds()).toEqual([44, 44, 13, 13]);
  await boat.as("user_role", (tx) =>
    tx.run(sql`delete from api.metrics where vessel_id = ${boat.vesselId} and windspeedapparent = 44`),
  );
  await boat.drain();
  expect(await winds()).toEqual([13, 13, 13, 13]);
  expect(await wholeStory(boat)).toEqual(
    await wholeStory(await undisturbed(rows.filter((row, i) => !isGusty(row, i)))),
  );
});

it("a log that a person draws without a name is finished", async () => {
  const boat = await undisturbed(passage(START, [{ stay: "moored", minutes: 600 }]));
  const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
  await boat.as("user_role", (tx) =>
    tx.run(sql`
      insert into api.logbook (vessel_id, _from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng)
      values (${boat.vesselId}, ${at(700)}, ${at(760)}, 59.8, 22.9, 59.9, 23)`),
  );
  await boat.drain();
  const [log] = (await wholeStory(boat)).logs;
  const [row] = await boat.rows(sql`
    select name, distance::float8 as distance, _from, _to from api.logbook where vessel_id = ${boat.vesselId}`);
  expect(log).toMatchObject({ active: false });
  expect(row).toMatchObject({ name: expect.stringMatching(/ to /), distance: expect.closeTo(6.7, 0) });
});
