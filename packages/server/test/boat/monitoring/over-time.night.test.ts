/** Histories of a boat with a year of rows: small requests read little. */

import { ident, raw, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { valueAs } from "../../../../../test/support/acting.ts";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type Party, twoBoats } from "../../../../../test/support/two-boats.ts";

/** A row every ten minutes. */
const YEAR_OF_ROWS = 52_560;
const VIEWS = ["monitoring_view3", "monitoring_temperatures", "monitoring_humidity", "monitoring_voltage"];

/** Stores the year; each row has five measurements. */
const yearOfRows = (vesselId: string) => sql`
  insert into api.metrics (vessel_id, "time", metrics)
  select ${vesselId}, now() - i * interval '10 minutes', jsonb_build_object('environment.water.temperature', 280 + i % 20,
    'environment.inside.relativeHumidity', 0.5, 'Environment.outside.HUMIDITY', 0.75,
    'electrical.batteries.House.voltage', 12 + i % 3, 'navigation.log', i)
  from generate_series(1, ${YEAR_OF_ROWS}::int) i
  on conflict do nothing`;

/** A node of a plan. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PlanNode[];
}

describe("ten measurements of a year", () => {
  let db: TestDatabase;
  let alfa: Party;
  let bravo: Party;
  beforeAll(async () => {
    db = await cloneDatabase();
    ({ alfa, bravo } = await twoBoats(db));
    await db.owner.transaction(async (tx) => {
      await tx.run(raw("alter table app.metrics set (autovacuum_enabled = false)"));
      await tx.run(yearOfRows(alfa.vesselId));
    });
  });
  afterAll(() => db.drop());

  const cost = async (view: string, boat = alfa): Promise<void> => {
    const plan = await valueAs(
      db,
      boat.user,
      sql`explain (analyze, buffers, timing off, format json)
        select * from ${ident("api", view)} order by "time" desc limit 10`,
    ).then((plans) => (plans as readonly { Plan: PlanNode }[])[0]?.Plan);
    if (plan === undefined) throw new Error("PostgreSQL returned no plan");
    // The year takes thousands. A new connection reads about a hundred of the catalogues.
    expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(200);
    const kinds = (node: PlanNode): string[] => [node["Node Type"], ...(node.Plans ?? []).flatMap(kinds)];
    expect(kinds(plan)).not.toContain("Sort");
  };

  it.each(VIEWS)("cost %s a few pages before PostgreSQL has statistics of them", (view) => cost(view));

  it.each(VIEWS)("cost %s a few pages when it has", async (view) => {
    await db.owner.pipeline([{ statement: raw("analyze app.metrics") }]);
    await cost(view);
  });

  it("of sensors that the boat lacks cost a few pages once its days are rolled up", async () => {
    await db.owner.transaction(async (tx) => {
      await tx.run(yearOfRows(bravo.vesselId));
      await tx.run(
        sql`update api.metrics set metrics = '{"navigation.log": 1}' where vessel_id = ${bravo.vesselId}`,
      );
      await tx.run(sql`select app.note_keys(${bravo.vesselId}, '-infinity', 'infinity')`);
      await tx.run(sql`delete from app.metric_days_due where vessel_id = ${bravo.vesselId}`);
    });
    for (const view of VIEWS.slice(1)) await cost(view, bravo);
  });
});

describe("all measurements of a year", () => {
  const service = serviceForTests();
  let sailor: Sailor;
  beforeAll(async () => {
    sailor = await newSailor(service.api, "Old salt");
    const [vessel] = await service.database.owner.transaction((tx) =>
      tx.query(sql`select vessel_id from app.vessels where name = 'Old salt'`),
    );
    await service.database.owner.transaction((tx) => tx.run(yearOfRows(String(vessel?.vessel_id))));
  });

  it("are refused in a sentence, and served in parts", async () => {
    const { userToken: token } = sailor;
    const all = await service.api.get("/monitoring_view3", { token });
    expect([all.status, all.json.message]).toEqual([
      400,
      "An answer can have at most 200000 rows, embedded ones included",
    ]);
    const humidity = (await service.api.get("/monitoring_humidity?limit=2&offset=100000", { token })).json;
    expect(humidity).toMatchObject([{ value: expect.any(String) }, { value: expect.any(String) }]);
    const keys = (await service.api.get("/monitoring_humidity?limit=2&order=time.desc,key", { token })).json;
    expect(keys.map(({ key, value }: { key: string; value: string }) => [key, value])).toEqual([
      ["Environment.outside.HUMIDITY", "0.75"],
      ["environment.inside.relativeHumidity", "0.5"],
    ]);
  });
});
