import { inSlices } from "@wakelog/kit/time/slices.ts";
import { expect, it } from "vitest";
import { polarOf } from "../../../../../../src/boat/voyages/finishing/wind/polar.ts";
import type { MetricRow } from "../../../../../../src/boat/voyages/record/metric-row.ts";

const KNOT = 1852 / 3600;
const row = (second: number, parts: Partial<MetricRow>): MetricRow => ({
  time: second * 1000,
  client_id: null,
  latitude: 60,
  longitude: 23,
  speedoverground: 5,
  courseovergroundtrue: 0,
  windspeedapparent: null,
  anglespeedapparent: null,
  status: "sailing",
  metrics: null,
  ...parts,
});

/** The apparent wind on a boat that sails at a speed in a true wind: the other way round, by coordinates. */
function apparent(knots: number, degrees: number, boat: number): Partial<MetricRow> {
  const ahead = knots * Math.cos((degrees * Math.PI) / 180) + boat;
  const abeam = knots * Math.sin((degrees * Math.PI) / 180);
  return {
    speedoverground: boat,
    windspeedapparent: Math.hypot(ahead, abeam),
    anglespeedapparent: (Math.atan2(abeam, ahead) * 180) / Math.PI,
  };
}

it("is a table of the boat's speed by true wind, on both tacks together", async () => {
  const samples = [
    ...[6, 6.1, 6.2].map((boat) => apparent(12, 90, boat)),
    ...[5, 5.1, 5.2].map((boat) => apparent(12, -50, boat)),
    ...[7, 7.1, 7.2].map((boat) => apparent(20, 90, boat)),
  ];
  const rows = samples.map((parts, i) => row(i, parts));
  expect(await inSlices(polarOf(rows))).toEqual({
    csv: "twa/tws;12;20\n50;5.2;\n90;6.2;7.2",
    newest: 8000,
  });
});

it("takes the true wind and the speed through the water where they are measured", async () => {
  const metrics = {
    "environment.wind.speedTrue": 10 * KNOT,
    "environment.wind.angleTrueWater": (4 / 3) * Math.PI,
    "navigation.speedThroughWater": 4 * KNOT,
  };
  const rows = [0, 1, 2].map((second) => row(second, { ...apparent(30, 40, 9), metrics }));
  expect((await inSlices(polarOf(rows)))?.csv).toBe("twa/tws;10\n120;4");
});

it("is of nothing but sailing, and of no single gust", async () => {
  const reach = apparent(12, 90, 6);
  const rows = [
    ...[0, 1].map((second) => row(second, reach)),
    ...[2, 3].map((second) => row(second, { ...reach, status: "motoring" })),
    ...[4, 5].map((second) => row(second, { ...reach, metrics: { "propulsion.main.state": "started" } })),
    ...[6, 7].map((second) => row(second, { ...reach, windspeedapparent: null })),
  ];
  expect(await inSlices(polarOf(rows))).toBeNull();
  expect((await inSlices(polarOf([...rows, row(8, { ...reach, status: null })])))?.csv).toBe(
    "twa/tws;12\n90;6",
  );
});
