/** The track of a log that has ended but is not finished yet: its own rows, found by the key of the table. */

import { raw, Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../test/support/boat.ts";
import { listening } from "../../../../../test/support/counting/listening.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { exportProcedures } from "../../../src/boat/exports/procedures.ts";
import { readLogs } from "../../../src/boat/exports/stored.ts";

const START = Date.UTC(2026, 5, 1, 6);
let database: TestDatabase;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
  boat = await makeBoat(database, () => START + 24 * 3_600_000);
  // Jobs that finish its logs do not run.
  await boat.post(passage(START, DAY_TRIP));
  await send(boat, 300_000);
});
afterAll(() => database.drop());

/** The boat's rows of the year before. */
async function send({ vesselId }: Boat, rows: number): Promise<void> {
  await database.owner.transaction((tx) =>
    tx.run(sql`
      insert into api.metrics ("time", vessel_id, latitude, longitude)
      select timestamptz '2025-01-01' + make_interval(secs => i * 60), ${vesselId}, 59, 22 from generate_series(1, ${rows}::int) i`),
  );
}
const count = () => database.owner.transaction((tx) => tx.run(raw("analyze app.metrics")));

it.each<[string, () => Promise<unknown>]>([
  ["never counted", async () => {}],
  ["counted", count],
  [
    "counted long ago, when there were few",
    () =>
      database.owner.transaction((tx) =>
        tx.run(raw("update pg_class set reltuples = 60, relpages = 1 where oid = 'app.metrics'::regclass")),
      ),
  ],
  ["those of other boats, not counted yet", async () => send(await makeBoat(database), 200_000)],
  ["those of other boats, counted", count],
])("is read by the key, when rows were %s", async (_, prepare) => {
  await prepare();
  const plans = await boat.as("user_role", async (tx) => {
    const asked: Sql[] = [];
    const heard = listening(tx, (statement) => {
      if (statement instanceof Sql) asked.push(statement);
    });
    const logs = readLogs(heard, { id: Number((await boat.logbook()).logs[0]?.id) });
    for await (const { lines } of logs) expect(lines.flat().length).toBeGreaterThanOrEqual(51);
    const found: string[] = [];
    for (const statement of asked) {
      found.push((await tx.run(sql`explain ${statement}`)).rows.flat().join("\n"));
    }
    return found;
  });
  const reading = plans.filter((plan) => plan.includes("on metrics"));
  expect(reading).toHaveLength(1);
  expect(reading[0]).not.toContain("Seq Scan on metrics");
  expect(reading[0]).toMatch(/Index Cond: .*vessel_id.*"time"|Index Cond: .*"time".*vessel_id/);
});

it("is that of the boat alone, in both documents", async () => {
  const [log] = (await boat.logbook()).logs;
  const procedures = exportProcedures({ webUrl: "" });
  for (const [name, mark] of [
    ["export_logbook_gpx_fn", /<trkpt/g],
    ["export_logbook_kml_fn", /\d+\.\d+,\d+\.\d+/g],
  ] as const) {
    const document = await boat.as("user_role", async (tx) =>
      procedures.get(name)?.(
        { _id: Number(log?.id) },
        { tx, caller: { role: "user_role", claims: {} }, headers: {}, address: "" },
      ),
    );
    const places = [...String(document).matchAll(mark)].length;
    expect(places, name).toBeGreaterThanOrEqual(51);
    expect(places, name).toBeLessThan(56);
  }
});
