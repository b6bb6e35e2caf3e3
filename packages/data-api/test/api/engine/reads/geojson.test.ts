import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyDatabase } from "../../../../../../test/support/database.ts";
import { sql } from "../../../../src/db/sql.ts";
import { type Observatory, openObservatory } from "../observatory.ts";

const DOMES = `
create extension if not exists postgis schema public;
set search_path = observatory, public;
create table domes (id integer primary key, name text, place geometry(Point, 4326));
insert into domes values (1, 'north', st_setsrid(st_point(1, 2), 4326));
grant select, insert on domes to fixture_anonymous;
grant usage on schema public to fixture_anonymous, fixture_user;
`;

const probe = await emptyDatabase();
const hasPostgis =
  (
    await probe.owner.transaction((tx) =>
      tx.run(sql`select 1 from pg_available_extensions where name = 'postgis'`),
    )
  ).rows.length > 0;
await probe.drop();

const GEOJSON = { headers: { Accept: "application/geo+json" } };

describe.skipIf(!hasPostgis)("GeoJSON (needs a server with PostGIS)", () => {
  let o: Observatory;
  beforeAll(async () => {
    o = await openObservatory({ extra: DOMES, config: { extraSearchPath: ["tools", "public"] } });
  });
  afterAll(() => o.close());

  it("is a collection with a feature for each row", async () => {
    const { status, headers, json } = await o.get("/domes", GEOJSON);
    expect([status, headers["content-type"]]).toEqual([200, "application/geo+json; charset=utf-8"]);
    expect(json).toEqual({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [1, 2] },
          properties: { id: 1, name: "north" },
        },
      ],
    });
    expect((await o.get("/domes?id=eq.0", GEOJSON)).json.features).toEqual([]);
  });

  it("is answered to writes as well", async () => {
    const { status, json } = await o.post(
      "/domes",
      { id: 2, name: "south", place: { type: "Point", coordinates: [3, 4] } },
      { headers: { Accept: "application/geo+json", Prefer: "return=representation" } },
    );
    expect(status).toBe(201);
    expect(json.features[0].geometry.coordinates).toEqual([3, 4]);
  });

  it("has of each row what is selected", async () => {
    const { json } = await o.get("/domes?select=place,key:id&id=eq.1", GEOJSON);
    expect(json.features).toEqual([
      { type: "Feature", geometry: { type: "Point", coordinates: [1, 2] }, properties: { key: 1 } },
    ]);
  });

  it("has the range of its rows", async () => {
    const { headers } = await o.get("/domes?id=eq.1", {
      headers: { ...GEOJSON.headers, Prefer: "count=exact" },
    });
    expect([headers["content-range"], headers["preference-applied"]]).toEqual(["0-0/1", "count=exact"]);
  });

  it.each(["/sites", "/domes?select=id"])("is not made of rows without a geometry: %s", async (path) => {
    const { status, json } = await o.get(path, GEOJSON);
    expect([status, json]).toEqual([
      400,
      { code: "22023", message: "geometry column is missing", details: null, hint: null },
    ]);
  });
});

describe("GeoJSON without PostGIS", () => {
  it("is not among the media types", async () => {
    const o = await openObservatory();
    expect((await o.get("/sites", GEOJSON)).status).toBe(415);
    await o.close();
  });
});
