/** The figures in a log's `extra`: computed from its rows, recomputed on changes, never overwriting a user's. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { passage } from "../../../../../../test/support/passage.ts";

const NOW = Date.UTC(2026, 5, 10);
const START = Date.UTC(2026, 5, 1);
let database: TestDatabase;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  boat = await makeBoat(database, () => NOW);
});

/** An hour under way from minute 60 on: 60 W of sun, a tank that is used, an engine that runs. */
const ROWS: readonly JsonObject[] = passage(START, [
  { stay: "moored", minutes: 60 },
  { sail: 160, knots: 5, minutes: 60 },
  { stay: "moored", minutes: 600 },
]).map((row) => {
  const minute = (Date.parse(String(row.time)) - START) / 60_000;
  const metrics = {
    "electrical.solar.Main.panelPower": 60,
    "propulsion.main.runTime": minute * 60,
    "tanks.fuel.0.currentLevel": 0.9 - minute / 1000,
  };
  return { ...row, windspeedapparent: 12, metrics };
});

const COUNTED = {
  metrics: { "solar.energy_wh": 60, "propulsion.main.runTime": 3600, "tanks.fuel.0.currentLevel": -0.06 },
  observations: { seaState: -1, cloudCoverage: -1, visibility: -1 },
  avg_wind_speed: 12,
  best_24h_nm: 5,
  countries: ["fi"],
  seas: ["Baltic Sea"],
};

async function extra(): Promise<unknown> {
  await boat.drain();
  const [log] = await boat.rows(sql`
    select extra from api.logbook where vessel_id = ${boat.vesselId} order by _from_time limit 1`);
  return log?.extra;
}

const write = (changes: JsonObject) =>
  boat.as("user_role", (tx) =>
    tx.run(sql`
      update api.logbook set extra = app.merge_json(coalesce(extra, '{}'), ${JSON.stringify(changes)}::jsonb)
      where vessel_id = ${boat.vesselId}`),
  );

/** Rows that come late, in the middle of the log: another engine, another tank, a stronger wind. */
const LATE = [
  lateRow(90, { "tanks.freshWater.0.currentLevel": 0.5, "propulsion.wing.runTime": 5 }),
  lateRow(95, { "tanks.freshWater.0.currentLevel": 0.25, "propulsion.wing.runTime": 305 }),
];

function lateRow(minute: number, metrics: JsonObject): JsonObject {
  const time = START + minute * 60_000;
  const before = ROWS.find((one) => Date.parse(String(one.time)) === time);
  return { ...before, time: new Date(time + 5000).toISOString(), windspeedapparent: 30, metrics };
}

const RECOUNTED = {
  ...COUNTED.metrics,
  "tanks.freshWater.0.currentLevel": -0.25,
  "propulsion.wing.runTime": 300,
};

describe("the figures of a log", () => {
  it("are counted from its rows", async () => {
    await boat.post(ROWS);
    expect(await extra()).toEqual(COUNTED);
  });

  it("are counted again with rows that come late, also after a user noted the sea", async () => {
    await boat.post(ROWS);
    await boat.drain();
    await write({ observations: { seaState: 3, cloudCoverage: 2, visibility: 8 } });
    await boat.post(LATE);
    expect(await extra()).toMatchObject({
      metrics: RECOUNTED,
      observations: { seaState: 3, cloudCoverage: 2, visibility: 8 },
    });
    expect(await extra()).not.toMatchObject({ avg_wind_speed: 12 });
  });

  it("that a person wrote stay, each by itself, whatever comes later", async () => {
    await boat.post(ROWS);
    await boat.drain();
    const said = { metrics: { "propulsion.main.runTime": 1200 }, polar: "mine", tags: ["race"] };
    await write(said);
    await boat.post(LATE);
    const kept = {
      metrics: { ...RECOUNTED, "propulsion.main.runTime": 1200 },
      polar: "mine",
      tags: ["race"],
    };
    expect(await extra()).toMatchObject(kept);
  });

  it("that a person wrote stay if the log goes on, and if it goes and comes back", async () => {
    await boat.post(ROWS.slice(0, 100));
    await boat.post(ROWS.slice(-1));
    await boat.drain();
    await write({ metrics: { "propulsion.main.runTime": 1200 }, tags: ["race"] });
    await boat.post(ROWS.slice(100, -1));
    expect(await extra()).toEqual({
      ...COUNTED,
      metrics: { ...COUNTED.metrics, "propulsion.main.runTime": 1200 },
      tags: ["race"],
    });
    const under = (when: string) =>
      boat.as("user_role", (tx) =>
        tx.run(
          sql`delete from api.metrics where vessel_id = ${boat.vesselId} and "time" > ${when}::timestamptz`,
        ),
      );
    await under(new Date(START + 30 * 60_000).toISOString());
    expect(await extra()).toBeUndefined();
    await boat.post(ROWS);
    expect(await extra()).toEqual({
      ...COUNTED,
      metrics: { ...COUNTED.metrics, "propulsion.main.runTime": 1200 },
      tags: ["race"],
    });
  });

  it("have polar points if she is a sailing vessel", async () => {
    // As an earlier release stored it; now it is refused.
    await database.owner.transaction(async (tx) => {
      await tx.run(sql`alter table api.metadata disable trigger check_configuration`);
      await tx.run(sql`
        insert into api.metadata (vessel_id, ship_type, configuration) values (${boat.vesselId}, 36, '"nonsense"')`);
      await tx.run(sql`alter table api.metadata enable trigger check_configuration`);
    });
    const reach = {
      status: "sailing",
      speedoverground: 6,
      windspeedapparent: Math.hypot(12, 6),
      metrics: null,
    };
    const angle = { anglespeedapparent: (Math.atan2(12, 6) * 180) / Math.PI };
    await boat.post(ROWS.map((row) => (row.status === "sailing" ? { ...row, ...reach, ...angle } : row)));
    expect(await extra()).toMatchObject({ polar: "twa/tws;12\n90;6" });
  });
});
