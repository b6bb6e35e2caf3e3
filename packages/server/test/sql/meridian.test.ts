/** Tracks across the 180° meridian as GeoJSON: cut there, by RFC 7946, section 3.1.9. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueAs } from "../../../../test/support/acting.ts";
import { lawCases } from "../../../../test/support/laws/cases.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";
import { cutAtMeridian } from "../../src/boat/exports/meridian.ts";

const boats = twoBoatsForTests();
const asUser = (statement: ReturnType<typeof sql>) => valueAs(boats.db, boats.alfa.user, statement);

/** Gives the first log of alfa a track along these places: a line, and the first of them as a point. */
async function sail(line: readonly (readonly [number, number])[]): Promise<void> {
  const features = [
    { type: "Feature", geometry: { type: "LineString", coordinates: line }, properties: {} },
    { type: "Feature", geometry: { type: "Point", coordinates: line[0] }, properties: { status: "sailing" } },
  ];
  await boats.db.owner.transaction((tx) =>
    tx.run(sql`
      update api.logbook set track_geom = app.make_line(${JSON.stringify(line)}::jsonb),
        track_geojson = ${JSON.stringify({ type: "FeatureCollection", features })}::jsonb
      where id = ${boats.alfa.logId}::int`),
  );
}

describe("a track as GeoJSON", () => {
  const cut = {
    type: "MultiLineString",
    coordinates: [
      [
        [179, -17],
        [179.5, -17],
        [180, -17.5],
      ],
      [
        [-180, -17.5],
        [-179.5, -18],
      ],
    ],
  };

  test("is cut on both sides of the meridian, with its points and words as they are", async () => {
    await sail([
      [179, -17],
      [179.5, -17],
      [-179.5, -18],
    ]);
    expect(await asUser(sql`select api.export_logbook_geojson_fn(${boats.alfa.logId}::int)`)).toMatchObject({
      type: "FeatureCollection",
      features: [
        { type: "Feature", geometry: cut, properties: { id: boats.alfa.logId } },
        { type: "Feature", geometry: { type: "Point", coordinates: [179, -17] } },
      ],
    });
    const listed = sql`select geojson from api.logs_geojson_view where id = ${boats.alfa.logId}::int`;
    expect(await asUser(listed)).toMatchObject({ geometry: cut, properties: { id: boats.alfa.logId } });
  });

  test("is one line where it stays on one side", async () => {
    const coordinates = [
      [179, -17],
      [180, -17],
      [179.5, -18],
    ] as const;
    await sail(coordinates);
    expect(await asUser(sql`select api.export_logbook_geojson_fn(${boats.alfa.logId}::int)`)).toMatchObject({
      features: [{ geometry: { type: "LineString", coordinates } }, { geometry: { type: "Point" } }],
    });
  });

  test("is cut where KML cuts it", async () => {
    // Whole and half degrees, of which every crossing is reckoned in the same way.
    const half = (most: number) => fc.integer({ min: -most, max: most }).map((halves) => halves / 2);
    const line = fc.array(fc.tuple(half(500), half(170)), { minLength: 2, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(line, async (places) => {
        const expected = cutAtMeridian(places.map(([longitude, latitude]) => ({ longitude, latitude }))).map(
          (part) =>
            part.map(({ longitude, latitude }) => [longitude, latitude].map((one) => expect.closeTo(one, 9))),
        );
        expect(await asUser(sql`select app.cut_at_180(${JSON.stringify(places)}::jsonb)`)).toEqual(expected);
      }),
      { numRuns: lawCases(0.3) },
    );
  });
});
