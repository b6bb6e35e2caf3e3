import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat, sampleRows } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const START = NOW - 2 * 3_600_000;
const rows = sampleRows(START) ?? [];
let database: TestDatabase;
let boat: Boat;

describe.skipIf(rows.length === 0)("the known sample (skipped where ../shared/data is absent)", () => {
  beforeAll(async () => {
    database = await cloneDatabase();
    boat = await makeBoat(database, () => NOW);
    await boat.post(rows);
    await boat.drain();
  });
  afterAll(() => database.drop());
  const minutes = (text: unknown) => (Date.parse(String(text)) - START) / 60_000;

  it("gives two logs with their boundaries, distances and averages", async () => {
    const logs = await boat.rows(sql`
      select _from_time, _to_time, distance::float8 as distance, duration::text as duration, avg_speed, max_speed,
        max_wind_speed, extra, name, jsonb_array_length(track_geojson -> 'features') as features, active
      from api.logbook where vessel_id = ${boat.vesselId} order by id`);
    expect(logs.map((log) => [minutes(log._from_time), minutes(log._to_time), log.duration])).toEqual([
      [2, 27, "00:25:00"],
      [30, 48, "00:18:00"],
    ]);
    expect(logs.map((log) => [log.distance, log.max_speed, log.max_wind_speed])).toEqual([
      [7.1875, 6.1, 22.1],
      [8.708, 6.5, 37.2],
    ]);
    expect(logs[0]?.avg_speed).toBeCloseTo(3.6961538461538455, 12);
    expect(logs[1]?.avg_speed).toBeCloseTo(6.026315789473684, 12);
    expect(logs.map((log) => log.features)).toEqual([27, 20]);
    expect(logs[0]?.extra).toMatchObject({
      metrics: { "propulsion.main.runTime": 10 },
      observations: { seaState: -1, cloudCoverage: -1, visibility: -1 },
    });
    expect(logs[1]?.extra).toMatchObject({ metrics: { "propulsion.main.runTime": 11 } });
    expect(logs.map((log) => log.name)).toEqual(["Pohja to Ekenäs", "Ekenäs to 7 NM SSW of Ekenäs"]);
  });

  it("gives three stays, the last one at anchor and not over", async () => {
    const stays = await boat.rows(sql`
      select latitude, longitude, duration::text as duration, stay_code, active, name from api.stays
      where vessel_id = ${boat.vesselId} order by arrived`);
    expect(stays.map((stay) => [stay.duration, stay.stay_code, stay.active])).toEqual([
      ["00:02:00", 1, false],
      ["00:03:00", 1, false],
      [null, 2, true],
    ]);
    const places = [
      [60.0776667, 23.5308667],
      [59.9768833, 23.4321],
      [59.86, 23.3657667],
    ] as const;
    stays.forEach((stay, i) => {
      expect(stay.latitude).toBeCloseTo(places[i]?.[0] ?? 0, 4);
      expect(stay.longitude).toBeCloseTo(places[i]?.[1] ?? 0, 4);
    });
  });

  it("gives a moorage for each place that it left, linked to its stays and logs", async () => {
    const moorages = await boat.rows(sql`
      select m.id, m.name, m.country, m.reference_count, m.stay_duration::text as total, s.id as stay,
        (select array_agg(id) from api.logbook l where l._from_moorage_id = m.id) as departures,
        (select array_agg(id) from api.logbook l where l._to_moorage_id = m.id) as arrivals
      from api.moorages m join api.stays s on s.moorage_id = m.id where m.vessel_id = ${boat.vesselId} order by m.id`);
    expect(moorages).toEqual([
      {
        id: 1,
        name: "Pohja",
        country: "fi",
        reference_count: 1,
        total: "00:02:00",
        stay: 1,
        departures: [1],
        arrivals: null,
      },
      {
        id: 2,
        name: "Ekenäs",
        country: "fi",
        reference_count: 1,
        total: "00:03:00",
        stay: 2,
        departures: [2],
        arrivals: [1],
      },
    ]);
  });

  it("is reported in the order in which it happened", async () => {
    const events = await boat.rows(sql`
      select channel || ' ' || payload as event from app.events where ref_id = ${boat.vesselId}
        and channel like 'new%' order by id`);
    expect(events.map(({ event }) => event)).toEqual([
      "new_stay 1",
      "new_moorage 1",
      "new_stay 2",
      "new_logbook 1",
      "new_moorage 2",
      "new_stay 3",
      "new_logbook 2",
    ]);
  });

  it("finishes the same again", async () => {
    const all = sql`select * from api.logbook where vessel_id = ${boat.vesselId} order by id`;
    const before = await boat.rows(all);
    await boat.rows(sql`
      select app.mark_unfinished(vessel_id, 'logbook', id) from api.logbook where vessel_id = ${boat.vesselId}
      union all select app.mark_unfinished(vessel_id, 'stays', id) from api.stays where vessel_id = ${boat.vesselId}`);
    await boat.drain();
    expect(await boat.rows(all)).toEqual(before);
  });
});
