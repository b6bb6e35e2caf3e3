/** Columns of logs under the names of later clients. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { ownerForTests } from "./owner.ts";

const { person, put, one, sailedLog } = ownerForTests();

it("log_view has places, tags, observations and pictures, and its box", async () => {
  const id = await sailedLog();
  const images = [{ url: "https://example.org/bow.jpg" }];
  const before = await one(`/log_view?id=eq.${id}`);
  const { vessel_id } = await one(`/logbook?id=eq.${id}`);
  expect(before).toMatchObject({
    vessel_id,
    from_moorage_id: before._from_moorage_id,
    to_moorage_id: before._to_moorage_id,
    ...{ polar: null, tags: null, images: null, has_images: false },
    observations: { seaState: -1, cloudCoverage: -1, visibility: -1 },
  });
  await put(`/logbook?id=eq.${id}`, { user_data: { tags: ["race"], observations: { seaState: 2 }, images } });
  await put(`/log_view?id=eq.${id}`, { notes: "Calm" });
  const after = await one(`/log_view?id=eq.${id}`);
  expect(after).toMatchObject({ tags: ["race"], images, has_images: true, notes: "Calm" });
  expect(after.observations).toEqual({ seaState: 2, cloudCoverage: -1, visibility: -1 });
  const extra = { ...after.extra, polar: "twa/tws;6\n40;4.2" };
  await put(`/log_view?id=eq.${id}`, { extra });
  expect((await one(`/log_view?id=eq.${id}`)).polar).toBe("twa/tws;6\n40;4.2");
  await put(`/logbook?id=eq.${id}`, { user_data: {} });
  expect((await one(`/log_view?id=eq.${id}`)).observations).toEqual(before.observations);
  const places: readonly (readonly [number, number])[] = (await one(`/logbook?id=eq.${id}`)).track_geom
    .coordinates;
  const [west, south, east, north] = before.bbox;
  expect([west, south, east, north]).toEqual(
    // PostGIS shows nine digits behind the point.
    [
      Math.min(...places.map(([x]) => x)),
      Math.min(...places.map(([, y]) => y)),
      Math.max(...places.map(([x]) => x)),
      Math.max(...places.map(([, y]) => y)),
    ].map((degrees) => expect.closeTo(degrees, 8)),
  );
  expect(before.bbox_geom).toEqual({
    type: "Polygon",
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  });
});

it("any line is in its box, also across the 180th meridian, and touches all sides", async () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -5, max: 5 })), {
    minLength: 1,
    maxLength: 30,
  });
  const { database } = person.service;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -180, max: 180 }), steps, async (start, way) => {
      const unrolled: [number, number][] = [[start, 0]];
      for (const [east, north] of way) {
        const [x, y] = unrolled.at(-1) ?? [start, 0];
        unrolled.push([x + east, y + north]);
      }
      const line = unrolled.map(([east, north]) => [((((east + 180) % 360) + 360) % 360) - 180, north]);
      const [row] = await database.owner.transaction((tx) =>
        tx.query(sql`select app.bbox_of(${JSON.stringify(line)}::jsonb) as box`),
      );
      const [west, south, east, north] = z.array(z.number()).parse(row?.box);
      const [left, right] = [Math.min(...unrolled.map(([e]) => e)), Math.max(...unrolled.map(([e]) => e))];
      expect([south, north]).toEqual([
        Math.min(...unrolled.map(([, n]) => n)),
        Math.max(...unrolled.map(([, n]) => n)),
      ]);
      const width = Number(east) - Number(west) + (Number(west) > Number(east) ? 360 : 0);
      expect(width).toBe(Math.min(360, right - left));
      if (right - left < 360) expect((((Number(west) - left) % 360) + 360) % 360).toBe(0);
    }),
    { numRuns: 200 },
  );
});
