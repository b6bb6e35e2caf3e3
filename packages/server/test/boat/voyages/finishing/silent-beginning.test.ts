/** A log whose beginning was not recorded: it is drawn from the berth across the silence, whose miles are counted apart. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { destination, type Position } from "@wakelog/kit/geo/distance.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";

const NOW = Date.UTC(2026, 5, 10);
const START = Date.UTC(2026, 5, 1, 6);
const NM = 1852;
const BERTH: Position = { latitude: 59.8, longitude: 22.9 };
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** In to a berth, a single row there, a silence, and under way again 0.6 NM out. */
function rows(status: "moored" | null, silentMinutes: number): { time: string; latitude: number }[] {
  const found: { time: string; latitude: number }[] = [];
  const add = (minute: number, at: Position, knots: number, said: string | null): void => {
    const time = new Date(START + minute * 60_000).toISOString();
    found.push({ time, ...at, ...{ speedoverground: knots, status: said } });
  };
  const sailing = status === null ? null : "sailing";
  for (let minute = 0; minute < 60; minute++)
    add(minute, destination(BERTH, 160, ((60 - minute) * 5 * NM) / 60), 5, sailing);
  add(60, BERTH, 0.1, status);
  const again = 60 + silentMinutes;
  for (let minute = again; minute < again + 60; minute++)
    add(minute, destination(BERTH, 160, 0.6 * NM + ((minute - again) * 5 * NM) / 60), 5, sailing);
  for (let minute = again + 60; minute < again + 150; minute += 5)
    add(minute, destination(BERTH, 160, 0.6 * NM + 5 * NM), 0, status);
  return found;
}

it.each([
  ["moored" as const, 178],
  [null, 178],
  ["moored" as const, 25],
  [null, 600],
])("begins at the berth, with status %s and %i minutes of silence", async (status, silent) => {
  const boat = await makeBoat(database, () => NOW);
  await boat.post(rows(status, silent));
  await boat.drain();
  const logs = await boat.rows(sql`
    select (extract(epoch from _from_time) * 1000)::float8 as started, (extract(epoch from _to_time) * 1000)::float8 as ended,
      distance::float8 as distance, (extra -> 'not_recorded')::float8 as not_recorded, _from_lat, _from_lng,
      (track_geojson #>> '{features,0,geometry,coordinates,0,1}')::float8 as first_lat
    from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`);
  expect(logs).toHaveLength(2);
  const [, log] = logs;
  expect(Number(log?._from_lat)).toBeCloseTo(BERTH.latitude, 3);
  expect(Number(log?.first_lat)).toBeCloseTo(BERTH.latitude, 3);
  expect(Number(log?.not_recorded)).toBeCloseTo(0.6, 2);
  expect(Number(log?.distance)).toBeCloseTo(0.6 + 5, 1);
  // She cannot be at two places at one time: she left before she was seen 0.6 NM out.
  const seen = START + (60 + silent) * 60_000;
  expect(Number(log?.started)).toBeLessThan(seen - 60_000 * 4);
  const stays = await boat.rows(sql`
    select (extract(epoch from arrived) * 1000)::float8 as arrived, (extract(epoch from departed) * 1000)::float8 as departed
    from api.stays where vessel_id = ${boat.vesselId} order by arrived`);
  expect(stays[0]).toEqual({ arrived: logs[0]?.ended, departed: log?.started });
});
