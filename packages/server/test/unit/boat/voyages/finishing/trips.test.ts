import { inSlices } from "@wakelog/kit/time/slices.ts";
import { expect, it } from "vitest";
import { figuresOf } from "../../../../../src/boat/voyages/finishing/figures.ts";
import type { MetricRow } from "../../../../../src/boat/voyages/record/metric-row.ts";

const row = (minute: number, trip: string | null): MetricRow => ({
  time: minute * 60_000,
  client_id: null,
  latitude: 60,
  longitude: 23,
  speedoverground: 5,
  courseovergroundtrue: 0,
  windspeedapparent: null,
  anglespeedapparent: null,
  status: null,
  metrics: trip === null ? null : { "navigation.trip.id": trip },
});
const figures = async (...trips: readonly (string | null)[]) =>
  (
    await inSlices(
      figuresOf(
        { solarKey: null, isSailing: false },
        trips.map((trip, i) => row(i, trip)),
        [],
        [],
      ),
    )
  ).figures;

it("a log names the trip begun on board, or all of them in order", async () => {
  expect(await figures(null, "a", "a", null)).toMatchObject({ trip_id: "a" });
  const several = await figures("a", "b", "a");
  expect(several).toMatchObject({ trip_ids: ["a", "b"] });
  expect(several).not.toHaveProperty("trip_id");
  expect(Object.keys(await figures(null))).not.toContain("trip_id");
});
