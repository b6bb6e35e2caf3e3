import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { inSlices } from "@wakelog/kit/time/slices.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measuredFigures } from "../../../../../src/boat/voyages/finishing/measured.ts";
import type { MetricRow } from "../../../../../src/boat/voyages/record/metric-row.ts";

const row = (minute: number, metrics: JsonObject | null): MetricRow => ({
  time: minute * 60_000,
  client_id: null,
  latitude: 60,
  longitude: 23,
  speedoverground: 5,
  courseovergroundtrue: 0,
  windspeedapparent: null,
  anglespeedapparent: null,
  status: null,
  metrics,
});
const figures = (metrics: readonly (JsonObject | null)[], solarKey: string | null = null, minutes = 1) =>
  inSlices(
    measuredFigures(
      metrics.map((one, i) => row(i * minutes, one)),
      solarKey,
    ),
  );

describe("fuel", () => {
  it("is what each engine burns by its rate, without rates that no engine has", async () => {
    const rates = [1, 2, 9000, 3].map((rate) => ({
      "propulsion.main.fuel.rate": rate / 1_000_000,
      "propulsion.main.fuel.used": 7,
    }));
    // A millionth of a cubic metre a second is 0.06 litres a minute.
    expect(await figures(rates, null, 10)).toEqual({
      "propulsion.main.fuel_litres": Math.round((1.5 * 0.6 + 2.5 * 0.6) * 10) / 10,
    });
    expect(await figures([{ "propulsion.main.fuel.rate": -1 }, { "propulsion.main.fuel.rate": 1 }])).toEqual(
      {},
    );
  });
});

describe("counters", () => {
  it("count what they gained, also when they are set back, for every engine", async () => {
    const counts = [
      { "navigation.log": 1000, "propulsion.port.runTime": 10, "navigation.log.other": 1 },
      { "propulsion.port.runTime": 70, "propulsion.starboard.runTime": 5 },
      { "navigation.log": 2852, "propulsion.port.runTime": 0, "propulsion.port.state": "started" },
      { "propulsion.port.runTime": 30, "propulsion.starboard.runTime": 8 },
    ];
    expect(await figures(counts)).toEqual({
      "navigation.log": 1,
      "propulsion.port.runTime": 90,
      "propulsion.starboard.runTime": 3,
    });
  });

  it("do not count a step that no engine and no boat can make", async () => {
    const counts = [720_000, 720_060, 0, 720_120, 720_180].map((seconds) => ({
      "propulsion.main.runTime": seconds,
      "navigation.log": seconds * 10,
    }));
    expect(await figures(counts)).toEqual({
      "propulsion.main.runTime": 120,
      "navigation.log": Math.round((1200 / 1852) * 1e4) / 1e4,
    });
  });

  it("agree with their last and first reading if they only rise, whatever rows lack them", async () => {
    const steps = fc.array(fc.option(fc.integer({ min: 0, max: 3600 })), { minLength: 2, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (gains) => {
        const counts = gains.map((gain, i) => {
          const before = gains.slice(0, i).reduce<number>((sum, one) => sum + (one ?? 0), 5000);
          return gain === null ? null : { "propulsion.a.runTime": before + gain };
        });
        const known = counts.flatMap((one) => (one === null ? [] : [one["propulsion.a.runTime"]]));
        const wanted =
          known.length < 2 ? {} : { "propulsion.a.runTime": (known.at(-1) ?? 0) - (known[0] ?? 0) };
        expect(await figures(counts)).toEqual(wanted);
      }),
    );
  });
});

describe("tanks", () => {
  it("change by what is there at the end less what was there at the beginning, each by itself", async () => {
    const levels = [
      { "tanks.fuel.0.currentLevel": 0.75, "tanks.freshWater.1.currentLevel": 0.5 },
      { "tanks.fuel.0.currentLevel": "full", "tanks.freshWater.1.currentLevel": 57 },
      { "tanks.fuel.0.currentLevel": 0.7, "tanks.blackWater.0.currentLevel": 0.1 },
      { "tanks.fuel.0.currentLevel": 0.625_04, "tanks.freshWater.1.currentLevel": 0.9 },
    ];
    expect(await figures(levels)).toEqual({
      "tanks.fuel.0.currentLevel": -0.125,
      "tanks.freshWater.1.currentLevel": 0.4,
    });
  });
});

describe("energy", () => {
  const panel = (watts: unknown) => ({ "electrical.solar.Main.panelPower": watts }) as JsonObject;

  it("is power by time, of all panels together, and of no silence longer than ten minutes", async () => {
    expect(await figures(Array.from({ length: 61 }, () => panel(120)))).toEqual({ "solar.energy_wh": 120 });
    expect(await figures([panel(60), panel(60)], null, 300)).toEqual({ "solar.energy_wh": 10 });
    const two = { ...panel(30), "electrical.solar.Aft.panelPower": 60, "my.panel": 30 };
    expect(
      await figures(
        Array.from({ length: 61 }, () => two),
        "my.panel",
      ),
    ).toEqual({ "solar.energy_wh": 120 });
  });

  it("agrees with the areas under the line through the samples", async () => {
    const watts = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 2, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(watts, async (samples) => {
        // Twice as many samples on the same line have the same area below them.
        const halves = samples.flatMap((watt, i) =>
          i === 0 ? [watt] : [(watt + (samples[i - 1] ?? 0)) / 2, watt],
        );
        const thin = (await figures(samples.map(panel), null, 4))["solar.energy_wh"] ?? 0;
        const dense = (await figures(halves.map(panel), null, 2))["solar.energy_wh"] ?? 0;
        expect(Math.abs(thin - dense)).toBeLessThanOrEqual(0.1001);
      }),
    );
  });

  it("of a battery is its power, or its voltage times its current, and readings that cannot be are left out", async () => {
    const bank = { "electrical.batteries.House.voltage": 12.5, "electrical.batteries.House.current": -8 };
    expect(await figures(Array.from({ length: 31 }, () => bank))).toEqual({
      "batteries.House.energy_wh": -50,
    });
    const both = { ...bank, "electrical.batteries.House.power": -120 };
    expect(await figures(Array.from({ length: 31 }, () => both))).toEqual({
      "batteries.House.energy_wh": -60,
    });
    expect(await figures([panel(60), panel(1e300), panel("many"), panel(60)])).toEqual({
      "solar.energy_wh": 3,
    });
  });

  it("is kept for so many sources only as a boat can have", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`tanks.fuel.${i}.currentLevel`, 0.5]),
    );
    expect(Object.keys(await figures([many, many]))).toHaveLength(100);
  });
});
