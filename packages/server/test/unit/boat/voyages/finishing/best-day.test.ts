import { destination, distanceM, type Position } from "@wakelog/kit/geo/distance.ts";
import { positionAt, type TimedPosition } from "@wakelog/kit/geo/track.ts";
import { inSlices } from "@wakelog/kit/time/slices.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bestDayNm } from "../../../../../src/boat/voyages/finishing/best-day.ts";

const HOUR = 3_600_000;
const rowAt = (hours: number, { latitude, longitude }: Position): TimedPosition => ({
  time: hours * HOUR,
  latitude,
  longitude,
});

it("no 24 hours that are tried one by one are better, and one is as good", async () => {
  const legs = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 8 })), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(legs, async (parts) => {
      // Along a meridian, so that distances are differences of positions.
      let here: Position = { latitude: -80, longitude: 20 };
      let hours = 0;
      const rows = [rowAt(0, here)];
      for (const [long, knots] of parts) {
        hours += long;
        here = destination(here, 0, long * knots * 1852);
        rows.push(rowAt(hours, here));
      }
      const track = rows.map(({ time, latitude, longitude }) => ({
        time,
        latitude: latitude ?? 0,
        longitude: longitude ?? 0,
      }));
      const at = (hour: number) => positionAt(track, Math.min(Math.max(hour, 0), hours) * HOUR) ?? here;
      let best = 0;
      for (let end = 0; end <= hours + 24; end++)
        best = Math.max(best, distanceM(at(end - 24), at(end)) / 1852);
      expect(await inSlices(bestDayNm(rows))).toBeCloseTo(best, 3);
    }),
  );
});

it("is unknown without two positions", async () => {
  expect(await inSlices(bestDayNm([rowAt(0, { latitude: 1, longitude: 2 })]))).toBeNull();
});
