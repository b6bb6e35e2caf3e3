/** A stay's kind follows from its own rows and users' edits, in whatever order rows come. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { client } from "../../../../../../test/support/client.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { type Part, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const NOW = Date.UTC(2026, 5, 10);
/** The second place is reported as an anchorage first, and for longer as a berth. */
const TURNED: readonly Part[] = [
  { stay: "moored", minutes: 60 },
  { sail: 160, knots: 5, minutes: 30 },
  { stay: "anchored", minutes: 60 },
  { stay: "moored", minutes: 240 },
  { sail: 340, knots: 5, minutes: 30 },
  { stay: "moored", minutes: 60 },
];
const ROWS = passage(START, TURNED);
const rowAt = (minute: number) =>
  ROWS.findIndex((row) => row.time === new Date(START + minute * 60_000).toISOString());

describe("a stay's type", () => {
  let database: TestDatabase;
  let wanted: unknown;
  beforeAll(async () => {
    database = await cloneDatabase();
    const boat = await makeBoat(database, () => NOW);
    await boat.post(ROWS);
    await boat.drain();
    wanted = await types(boat);
  });
  afterAll(() => database.drop());

  async function types(boat: Boat): Promise<unknown> {
    const stays = await boat.rows(
      sql`select stay_code from api.stays where vessel_id = ${boat.vesselId} order by arrived`,
    );
    const moorages = await boat.rows(
      sql`select stay_code from api.moorages where vessel_id = ${boat.vesselId} order by latitude`,
    );
    return { stays: stays.map((stay) => stay.stay_code), moorages: moorages.map((one) => one.stay_code) };
  }

  async function send(batches: readonly (readonly JsonObject[])[], jobs: boolean): Promise<unknown> {
    const boat = await makeBoat(database, () => NOW);
    for (const batch of batches) {
      await boat.post(batch);
      if (jobs) await boat.drain();
    }
    await boat.drain();
    return types(boat);
  }

  it("is unknown where it was mostly moored, and so is the moorage's", () => {
    expect(wanted).toEqual({ stays: [1, 1, 1], moorages: [1, 1] });
  });

  it.each([true, false])(
    "does not come back from the moorage that took it from a guess (jobs between: %s)",
    async (jobs) => {
      const [from, to] = [rowAt(150), rowAt(390)];
      const batches = [[...ROWS.slice(0, from), ...ROWS.slice(to)], ROWS.slice(from, to)];
      expect(await send(batches, jobs)).toEqual(wanted);
    },
  );

  it("is the same in any order and batching, with jobs in between", async () => {
    const batched = (rows: readonly JsonObject[], size: number) =>
      Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
    const shuffled = fc
      .tuple(fc.shuffledSubarray([...ROWS], { minLength: ROWS.length }), fc.integer({ min: 10, max: 80 }))
      .map(([rows, size]) => batched(rows, size));
    const partLast = fc
      .tuple(fc.nat(ROWS.length), fc.nat(ROWS.length), fc.constantFrom(20, 200))
      .map(([a, b, size]) => {
        const rest = [...ROWS];
        const late = rest.splice(Math.min(a, b), Math.abs(a - b));
        return [...batched(rest, size), ...batched(late, size)];
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(shuffled, partLast), fc.boolean(), async (batches, jobs) => {
        expect(await send(batches, jobs)).toEqual(wanted);
      }),
      { numRuns: 30 },
    );
  });

  it("that is unknown is the moorage's, which a person may have said, and is unknown again without it", async () => {
    const boat = await makeBoat(database, () => NOW);
    await boat.post(ROWS);
    await boat.drain();
    const says = async (code: number) => {
      await boat.as("user_role", (tx) =>
        tx.run(sql`update api.moorages set stay_code = ${code}::int where latitude < 59.79`),
      );
      await boat.drain();
      return types(boat);
    };
    expect(await says(4)).toEqual({ stays: [1, 4, 1], moorages: [4, 1] });
    expect(await says(3)).toEqual({ stays: [1, 3, 1], moorages: [3, 1] });
    expect(await says(1)).toEqual(wanted);
  });

  it("that was reported as moored is never an anchorage, whatever is known of the place", async () => {
    const visits = (statuses: readonly (string | null)[]): JsonObject[] =>
      passage(
        START,
        statuses.flatMap((_, n): Part[] => [
          { stay: "anchored", minutes: 300 },
          { sail: n % 2 === 0 ? 160 : 340, knots: 5, minutes: 30 },
        ]),
      ).map((row) => {
        const n = Math.floor((Date.parse(String(row.time)) - START) / (330 * 60_000));
        return row.status === "sailing" ? { ...row, status: null } : { ...row, status: statuses[n] ?? null };
      });
    // Even visits are at one place, odd ones at the other.
    const kinds = async (...statuses: readonly (string | null)[]) => {
      const boat = await makeBoat(database, () => NOW);
      await boat.post(visits(statuses));
      await boat.drain();
      const stays = await boat.rows(
        sql`select stay_code from api.stays where vessel_id = ${boat.vesselId} order by arrived`,
      );
      return stays.map(({ stay_code: code }) => Number(code));
    };
    expect(await kinds("anchored", null, "moored", null, null, null)).toEqual([2, 1, 1, 1, 2, 1]);
    expect(await kinds(null, "moored", "anchored", "anchored", null, "moored")).toEqual([1, 1, 2, 2, 2, 1]);
  });

  it("of a moored stay is the dock or the buoy that a person said the place to be", async () => {
    const boat = await makeBoat(database, () => NOW);
    await boat.post(ROWS);
    await boat.drain();
    const says = async (code: number) => {
      await boat.as("user_role", (tx) => tx.run(sql`update api.moorages set stay_code = ${code}::int`));
      await boat.drain();
      return (await types(boat)) as { stays: number[] };
    };
    expect((await says(2)).stays).toEqual([1, 1, 1]);
    expect((await says(4)).stays).toEqual([4, 4, 4]);
  });

  it("that a person gives one stay is lent to the unknown ones there", async () => {
    const boat = await makeBoat(database, () => NOW);
    await boat.post(ROWS);
    await boat.drain();
    await boat.as("user_role", (tx) =>
      tx.run(sql`update api.stays set stay_code = 4 where id = (select min(id) from api.stays)`),
    );
    await boat.drain();
    expect(await types(boat)).toEqual({ stays: [4, 1, 4], moorages: [1, 4] });
    const edits = await boat.rows(sql`select id from app.edits where vessel_id = ${boat.vesselId}`);
    await boat.as("user_role", (tx) => tx.run(sql`select app.undo_edit(${Number(edits[0]?.id)}::int)`));
    await boat.rows(sql`select app.enqueue('rederive', '/', ${boat.vesselId})`);
    await boat.drain();
    expect(await types(boat)).toEqual(wanted);
  });
});

describe("over HTTP", () => {
  const service = serviceForTests();

  it("a late backlog ends in the types of a boat that was always online", async () => {
    const online = await newSkipper(service);
    await online.send(ROWS);
    const late = await newSkipper(service);
    await late.send(ROWS.slice(0, rowAt(150)));
    await late.send(ROWS.slice(rowAt(390)));
    await late.send(ROWS.slice(rowAt(150), rowAt(390)));
    const types = "/stays?select=stay_code&order=arrived";
    expect(await late.rows(types)).toEqual(await online.rows(types));
    expect(await late.rows(types)).toEqual([{ stay_code: 1 }, { stay_code: 1 }, { stay_code: 1 }]);
    const shown = await client(service.apiUrl).get("/moorages_view?select=default_stay", {
      token: late.sailor.userToken,
    });
    expect(shown.json).toEqual([{ default_stay: "Unknown" }, { default_stay: "Unknown" }]);
  });
});
