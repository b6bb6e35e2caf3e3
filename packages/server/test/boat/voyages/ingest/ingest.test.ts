import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { metricsInsert } from "../../../../src/boat/voyages/ingest/ingest.ts";

const NOW = Date.UTC(2026, 5, 2);
const ROWS = passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const boatNow = () => makeBoat(database, () => NOW);
const refusals = (boat: Boat) =>
  boat.rows(
    sql`select reason, metric from app.metrics_rejected where vessel_id = ${boat.vesselId} order by reason`,
  );
const stored = async (boat: Boat) =>
  (await boat.rows(sql`select count(*)::int as n from api.metrics where vessel_id = ${boat.vesselId}`))[0]?.n;
const row = (parts: JsonObject = {}): JsonObject => ({
  time: "2026-06-01T10:00:00.250Z",
  latitude: 60.1,
  longitude: 23.5,
  speedoverground: 5.7,
  status: "sailing",
  ...parts,
});

describe("rows that a boat posts", () => {
  it("come back in the order in which they came, whole, with milliseconds and zone", async () => {
    const boat = await boatNow();
    const answer = await boat.post([row({ time: "2026-06-01T10:01:00.007Z" }), row({ metrics: { a: 1 } })]);
    expect(answer).toEqual([
      { ...empty(boat), ...row(), time: "2026-06-01T10:01:00.007+00:00" },
      { ...empty(boat), ...row(), time: "2026-06-01T10:00:00.25+00:00", metrics: { a: 1 } },
    ]);
  });

  it("are stored beside a bad one, which is kept with the reason", async () => {
    const boat = await boatNow();
    const bad = [
      row({ latitude: 91 }),
      7,
      row({ time: "2036-01-01T00:00:00Z" }),
      row({ metrics: { "a\0": "\ud800" }, speedoverground: "x" }),
    ];
    expect((await boat.post([row(), ...bad, row({ time: "2026-06-01T10:05:00Z" })])).length).toBe(2);
    expect(await stored(boat)).toBe(2);
    expect((await refusals(boat)).map(({ reason }) => reason)).toEqual([
      "The latitude 91 is not between -90 and 90.",
      "The row is not an object.",
      'The speedoverground "x" is not a number.',
      "The time is more than 24 hours in the future.",
    ]);
  });

  it("are kept aboard if all of them are from the future: the server's clock may be behind", async () => {
    let now = Date.UTC(2026, 4, 20);
    const boat = await makeBoat(database, () => now);
    const sailed = Array.from({ length: 31 }, (_, n) =>
      row({ time: new Date(Date.UTC(2026, 5, 1, 8, n)).toISOString() }),
    );
    for (const sent of [sailed, [7, ...sailed], sailed.map((one) => ({ ...one, latitude: 91 }))])
      await expect(boat.post(sent)).rejects.toThrow("answered 503");
    expect([await stored(boat), await refusals(boat)]).toEqual([0, []]);
    // A row of the present shows that the clocks agree: the others are refused permanently, and the boat goes on.
    const present = row({ time: new Date(now - 60_000).toISOString() });
    expect(await boat.post([present, row({ time: "2036-01-01T00:00:00Z" })])).toHaveLength(1);
    now = NOW;
    expect(await boat.post(sailed)).toHaveLength(31);
    expect(await stored(boat)).toBe(32);
  });

  it("may all be bad, and none may come at all", async () => {
    const boat = await boatNow();
    expect(await boat.post([{}, null])).toEqual([]);
    expect(await boat.post([])).toEqual([]);
    expect(await stored(boat)).toBe(0);
    expect((await boat.logbook()).stays).toEqual([]);
  });

  it("are accepted again and stored once when the boat repeats itself", async () => {
    const boat = await boatNow();
    const batch = [
      row({ metrics: { a: 1, b: [2] } }),
      row({ time: "2026-06-01T10:05:00Z", latitude: 60.11 }),
    ];
    const first = await boat.post(batch);
    expect(await boat.post([...batch, ...batch])).toEqual([...first, ...first]);
    expect(await stored(boat)).toBe(2);
    expect(await refusals(boat)).toEqual([]);
  });

  it("are refused when another row of that time says otherwise, stored or in the same batch", async () => {
    const boat = await boatNow();
    await boat.post([row()]);
    expect(await boat.post([row({ latitude: 60.2 })])).toEqual([]);
    const later = "2026-06-01T11:00:00Z";
    const answer = await boat.post([
      row({ time: later }),
      row({ time: later, latitude: 60.3 }),
      row({ time: later }),
    ]);
    expect(answer.map(({ latitude }) => latitude)).toEqual([60.1, 60.1]);
    expect((await refusals(boat)).map(({ metric }) => (metric as JsonObject).latitude)).toEqual([60.2, 60.3]);
    expect(await stored(boat)).toBe(2);
  });

  it("are kept without a position, and change no logbook", async () => {
    const boat = await boatNow();
    const dark = row({ latitude: null, longitude: null, windspeedapparent: 30 });
    expect((await boat.post([dark])).length).toBe(1);
    expect(await boat.logbook()).toEqual({ logs: [], stays: [] });
  });

  it("may not name another vessel", async () => {
    const [mine, other] = [await boatNow(), await boatNow()];
    expect(
      await mine.post([row({ vessel_id: other.vesselId }), row({ vessel_id: mine.vesselId })]),
    ).toHaveLength(1);
    expect(await stored(other)).toBe(0);
    expect(await refusals(mine)).toMatchObject([
      { reason: "The row names a different vessel from the token." },
    ]);
  });

  it("are a boat's to write: a person's role is refused by the database", async () => {
    const boat = await boatNow();
    const text = JSON.stringify([{ ...row(), time: Date.now() }]);
    const asPerson = boat.as("user_role", (tx) =>
      tx.query(sql`select * from app.store_metrics(${text}::json)`),
    );
    await expect(asPerson).rejects.toMatchObject({ sqlstate: "42501" });
  });

  it("note the contact by the server's clock and bring the boat back online", async () => {
    const boat = await boatNow();
    await boat.rows(
      sql`insert into api.metadata (vessel_id, name, "time", active) values (${boat.vesselId}, 'A', '2020-01-01', false)`,
    );
    await boat.post([row({ time: new Date(NOW - 14 * 60_000).toISOString() })]);
    const [metadata] = await boat.rows(sql`
      select active, now() - "time" < interval '1 minute' as fresh from api.metadata where vessel_id = ${boat.vesselId}`);
    expect(metadata).toEqual({ active: true, fresh: true });
    const online = await boat.rows(sql`
      select 1 from app.events where ref_id = ${boat.vesselId} and channel = 'monitoring_online'`);
    expect(online.length).toBe(1);
  });

  it("that come at once on two connections end in one logbook", async () => {
    const [alone, both] = [await boatNow(), await boatNow()];
    await alone.post(ROWS);
    const halves = [ROWS.filter((_, i) => i % 2 === 0), ROWS.filter((_, i) => i % 2 === 1)];
    await Promise.all(halves.flatMap((half) => [both.post(half.slice(0, 40)), both.post(half.slice(40))]));
    const shape = async (boat: Boat) => {
      const { logs, stays } = await boat.logbook();
      return [...logs, ...stays].map(({ id, voyage_id, ...rest }) => rest);
    };
    expect(await shape(both)).toEqual(await shape(alone));
  });

  it("need a vessel", async () => {
    const withoutVessel = database.requests.transaction(
      (tx) =>
        metricsInsert({ sogLimitKnots: 40 }).insert([row()], {
          tx,
          caller: { role: "vessel_role", claims: {} },
          headers: {},
          address: "",
          afterwards() {},
          afterCommit: () => {},
        }),
      { role: "vessel_role" },
    );
    await expect(withoutVessel).rejects.toMatchObject({ sqlstate: "PT551" });
  });
});

function empty(boat: Boat): JsonObject {
  return {
    client_id: null,
    courseovergroundtrue: null,
    windspeedapparent: null,
    anglespeedapparent: null,
    metrics: null,
    vessel_id: boat.vesselId,
  };
}
