/** The procedures' responses about the vessel, as clients read them. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, test } from "vitest";
import { rowsAs, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";

const boats = twoBoatsForTests();
const asUser = (statement: Sql) => valueAs(boats.db, boats.alfa.user, statement);

describe("the vessel", () => {
  test("vessel_fn shows where it was seen last, its length in metres, its type and country", async () => {
    expect(await asUser(sql`select api.vessel_fn()`)).toMatchObject({
      name: "SV alfa",
      mmsi: 230099999,
      ship_type: "Sailing",
      country: "Finland",
      alpha_2: "FI",
      length: 12.5,
      beam: 4,
      height: 18,
      plugin_version: "alfa",
      geojson: {
        type: "Feature",
        geometry: { type: "Point", coordinates: [23.5, expect.closeTo(60.06, 6)] },
        properties: { name: "SV alfa" },
      },
    });
  });

  test("vessel_details_fn is bare", async () => {
    expect(await valueAs(boats.db, boats.bravo.user, sql`select api.vessel_details_fn()`)).toEqual({
      ship_type: "Sailing",
      country: "Germany",
      alpha_2: "DE",
      length: 12.5,
      beam: 4,
      height: 18,
      plugin_version: "bravo",
      platform: null,
      configuration: false,
    });
  });

  test("a vessel that never made contact is null", async () => {
    await boats.db.owner.transaction(async (tx) => {
      await tx.run(
        sql`insert into app.accounts (account_id, email, first, last, password_hash) values ('newaccount', 'new@example.org', 'New', 'One', 'x')`,
      );
      await tx.run(sql`insert into app.vessels (vessel_id, name) values ('newvessel', 'Silent')`);
      await tx.run(
        sql`insert into app.memberships (account_id, vessel_id) values ('newaccount', 'newvessel')`,
      );
    });
    const silent = { role: "user_role", claims: { uid: "newaccount", email: "new@example.org" } };
    expect(await valueAs(boats.db, silent, sql`select api.vessel_fn()`)).toBeNull();
    expect(
      await rowsAs(boats.db, silent, sql`select name, last_contact, offline from api.vessels_view`),
    ).toEqual([{ name: "Silent", last_contact: null, offline: null }]);
    expect(await valueAs(boats.db, silent, sql`select api.stats_logs_fn()`)).toMatchObject({
      name: "Silent",
      count: 0,
      max_speed: null,
    });
  });

  test("versions_fn names the same versions as versions_view and no mobilitydb, to anybody", async () => {
    const versions = await valueAs(
      boats.db,
      { role: "anonymous", path: "/rpc/versions_fn" },
      sql`select api.versions_fn()`,
    );
    expect(Object.keys(versions as object)).toEqual([
      "api_version",
      "sys_version",
      "timeseriesdb",
      "spatialdb",
      "restserver",
      "mobilitydb",
    ]);
    const [view] = await rowsAs(boats.db, boats.alfa.user, sql`select * from api.versions_view`);
    expect({ ...view, mobilitydb: null }).toEqual(versions);
  });
});
