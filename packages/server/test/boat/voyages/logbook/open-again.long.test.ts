import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";

const NOW = Date.UTC(2026, 5, 3);
const START = Date.UTC(2026, 5, 1, 6);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Out to an anchorage and back, and under way again, reporting `moored` for two minutes of it. */
const ROWS = passage(START, [...DAY_TRIP, { sail: 160, knots: 5, minutes: 60 }]).map((row, i, all) =>
  i === all.length - 30 || i === all.length - 29 ? { ...row, status: "moored", speedoverground: 0 } : row,
);
const MOORED = ROWS.length - 28;

/** Every column of the newest row except identifiers. */
async function newest(boat: Boat, table: "log" | "stay"): Promise<JsonObject> {
  const [found] = await boat.rows(
    table === "log"
      ? sql`select to_jsonb(l) - array['id', 'vessel_id', 'voyage_id', '_from_moorage_id', 'created_at', 'updated_at'] as row from api.logbook l
          where vessel_id = ${boat.vesselId} order by _from_time desc limit 1`
      : sql`select to_jsonb(s) - array['id', 'vessel_id', 'moorage_id', 'stay_code', 'created_at', 'updated_at'] as row from api.stays s
          where vessel_id = ${boat.vesselId} order by arrived desc limit 1`,
  );
  return found?.row as JsonObject;
}

const places = (boat: Boat) =>
  boat.rows(sql`
    select l.active, f.latitude as from, t.latitude as to from api.logbook l
    left join api.moorages f on f.vessel_id = l.vessel_id and f.id = l._from_moorage_id
    left join api.moorages t on t.vessel_id = l.vessel_id and t.id = l._to_moorage_id
    where l.vessel_id = ${boat.vesselId} order by l._from_time`);

/** Two boats with the same rows: the second seemed to have arrived, and all that is done on arrival was done. */
async function twoBoats(type: (boat: Boat) => Promise<unknown> = async () => {}): Promise<[Boat, Boat]> {
  const [never, again] = [await makeBoat(database, () => NOW), await makeBoat(database, () => NOW)];
  await again.post(ROWS.slice(0, MOORED));
  await again.drain();
  expect(await newest(again, "log")).toMatchObject({ active: false, distance: expect.any(Number) });
  await type(again);
  for (const boat of [never, again]) {
    await boat.post(boat === again ? ROWS.slice(MOORED) : ROWS);
    await boat.drain();
  }
  return [never, again];
}

describe("a log that looked finished and goes on", () => {
  it("is open in every column, as one that never looked so", async () => {
    const [never, again] = await twoBoats();
    expect(await newest(never, "log")).toMatchObject({
      active: true,
      name: null,
      _to: null,
      distance: null,
      extra: null,
    });
    expect(await newest(again, "log")).toEqual(await newest(never, "log"));
    expect(await places(again)).toEqual(await places(never));
  });

  it("keeps what a person typed, and nothing else", async () => {
    const [never, again] = await twoBoats((boat) =>
      boat.as("user_role", (tx) =>
        tx.run(sql`
          update api.logbook set name = 'Round the island', _to = 'Home', notes = 'Rain',
            extra = extra || '{"tags": ["wet"]}'
          where vessel_id = ${boat.vesselId} and id = (select max(id) from api.logbook)`),
      ),
    );
    expect(await newest(again, "log")).toEqual({
      ...(await newest(never, "log")),
      ...{ name: "Round the island", _to: "Home", notes: "Rain", extra: { tags: ["wet"] } },
      user_data: { tags: ["wet"] },
    });
  });

  it("has the figures of all its rows when it ends", async () => {
    const [never, again] = await twoBoats();
    const last = ROWS.at(-1) ?? {};
    const rest = Array.from({ length: 12 }, (_, n) => ({
      ...last,
      time: new Date(Date.parse(String(last.time)) + (n + 1) * 300_000).toISOString(),
      status: "moored",
      speedoverground: 0,
    }));
    for (const boat of [never, again]) {
      await boat.post(rest);
      await boat.drain();
    }
    const { track_geojson: _, ...wanted } = await newest(never, "log");
    const { track_geojson: __, ...got } = await newest(again, "log");
    expect(got).toMatchObject({ active: false, distance: expect.any(Number) });
    expect(got).toEqual(wanted);
  });
});

it("a stay that looked ended and goes on is open in every column, and has made no moorage", async () => {
  const [never, again] = [await makeBoat(database, () => NOW), await makeBoat(database, () => NOW)];
  // Out of the harbour, and back: rows in between, which come late, show that the receiver was elsewhere for a moment.
  const rows = passage(START, [{ stay: "moored", minutes: 600 }]);
  const away = rows.slice(60, 72).map((row, i) => ({
    ...row,
    time: new Date(Date.parse(String(row.time)) + 1000 + i).toISOString(),
    latitude: Number(row.latitude) + 0.01 + i / 50,
    speedoverground: 12,
    status: "sailing",
  }));
  const leaving = rows.map((row, i) => ({ row, i })).filter(({ i }) => i < 60);
  await again.post(leaving.map(({ row }) => row));
  await again.post(away);
  await again.drain();
  expect((await again.logbook()).stays[0]).not.toMatchObject({ departed: null });
  await again.as("user_role", (tx) =>
    tx.run(sql`delete from api.metrics where vessel_id = ${again.vesselId} and speedoverground = 12`),
  );
  await again.post(rows.slice(60));
  await again.drain();
  await never.post(rows);
  await never.drain();
  expect(await newest(again, "stay")).toEqual(await newest(never, "stay"));
  expect(await again.rows(sql`select id from api.moorages where vessel_id = ${again.vesselId}`)).toEqual([]);
});
