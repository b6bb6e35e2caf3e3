/** Boats that measure under other keys than the usual ones. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;

/** A boat that sends measurements, with its owner's settings. */
const boatWith = async (metrics: object, chosen?: object) => {
  const boat = await watchedBoat(api, "Discovered");
  await api.post(
    "/metadata",
    { name: "Discovered", plugin_version: "1" },
    { token: boat.sailor.vesselToken },
  );
  if (chosen !== undefined) {
    await api.patch("/metadata", { configuration: chosen }, { token: boat.sailor.userToken });
  }
  await boat.send([{ minute: -5, metrics: metrics as Record<string, unknown> }]);
  await service.drainJobs();
  const [{ configuration }] = await boat.rows("/metadata?select=configuration");
  return { boat, configuration };
};

it("have the likeliest of them chosen once, and their alerts follow", async () => {
  const { boat, configuration } = await boatWith({
    "electrical.batteries.1.voltage": 12.9,
    "electrical.batteries.house2.voltage": 12.4,
    "environment.depth.belowKeel": 3,
    "environment.water.temperature": 285,
    "environment.inside.saloon.temperature": 291,
    "tanks.fuel.starboard.currentLevel": "full",
  });
  expect(configuration).toEqual({
    voltageKey: "electrical.batteries.house2.voltage",
    depthKey: "environment.depth.belowKeel",
    insideTemperatureKey: "environment.inside.saloon.temperature",
    update_at: expect.any(String),
  });
  expect(await boat.events("autodiscovery")).toEqual(["autodiscovery"]);
  await boat.rule({ name: "Shallow", kind: "below", key: "depth", low: 4, after: "PT0S" });
  await boat.send([{ minute: -4, metrics: { "environment.depth.belowKeel": 3 } }]);
  expect(await boat.alerts()).toEqual([["below", "depth", "raised"]]);
  // A key that a user cleared is not chosen again.
  await api.patch("/metadata", { configuration: null }, { token: boat.sailor.userToken });
  await service.drainJobs();
  expect(await boat.rows("/metadata?select=configuration")).toEqual([{ configuration: null }]);
});

it("keep what their owners chose, and what is usual", async () => {
  const chosen = { depthKey: "environment.depth.belowSurface" };
  const owned = await boatWith(
    { "environment.depth.belowKeel": 3, "electrical.batteries.1.voltage": 12 },
    chosen,
  );
  expect(owned.configuration).toMatchObject(chosen);
  expect(owned.configuration.voltageKey).toBeUndefined();
  const usual = await boatWith({
    "electrical.batteries.House.voltage": 12.9,
    "electrical.batteries.1.voltage": 12.9,
  });
  expect(usual.configuration).toBeNull();
  expect(await usual.boat.events("autodiscovery")).toEqual([]);
});

const BATTERIES = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom("house", "House2", "starter", "engine", "bow-thruster", "0", "1", "lead.acid", "Lifepo4"),
    fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  ),
  { minLength: 1, maxLength: 4 },
);

it("are watched and shown from their first row on, whatever their batteries are called", async () => {
  await fc.assert(
    fc.asyncProperty(BATTERIES, async (ids) => {
      const boat = await watchedBoat(api, "First row");
      await boat.rule({ name: "Low", kind: "below", key: "voltage", low: 12.2, after: "PT0S" });
      const house = ids.filter((id) => /house|service|domestic|leisure/i.test(id));
      const others = ids.filter((id) => !/start|engine|crank|thruster|windlass/i.test(id));
      const [bank] =
        [house, others, ids]
          .find((some) => some.length > 0)
          ?.toSorted((a, b) => (`${a}.` < `${b}.` ? -1 : 1)) ?? [];
      const voltages = ids.map((id) => [`electrical.batteries.${id}.voltage`, id === bank ? 11.9 : 12.9]);
      await boat.send([{ minute: -1, metrics: Object.fromEntries(voltages) }]);
      expect(await boat.rows("/alerts_view?select=key,value")).toEqual([{ key: "voltage", value: 11.9 }]);
      expect(await boat.rows("/monitoring_live?select=batteryvoltage")).toEqual([{ batteryvoltage: 11.9 }]);
      expect(await boat.rows("/metrics_keys_view?select=key&mapped_to=eq.voltage")).toEqual([
        { key: `electrical.batteries.${bank}.voltage` },
      ]);
    }),
    { numRuns: 12 },
  );
});

it("keep a key while rows without it come, and take a likelier one when it does", async () => {
  const boat = await watchedBoat(api, "In parts");
  const voltage = async () => (await boat.rows("/metrics_keys_view?select=key&mapped_to=eq.voltage"))[0]?.key;
  await boat.send([{ minute: -5, metrics: { "electrical.batteries.starter.voltage": 12 } }]);
  expect(await voltage()).toBe("electrical.batteries.starter.voltage");
  await boat.send([{ minute: -4, metrics: { "electrical.batteries.2.voltage": 13 } }]);
  expect(await voltage()).toBe("electrical.batteries.2.voltage");
  await boat.send([{ minute: -3, metrics: { "electrical.batteries.starter.voltage": 12 } }]);
  expect(await voltage()).toBe("electrical.batteries.2.voltage");
  await boat.send([{ minute: -2, metrics: { "electrical.batteries.House.voltage": 13 } }]);
  expect(await voltage()).toBe("electrical.batteries.House.voltage");
});

it("are shown by the keys that their owner chose, now and over time", async () => {
  const { boat } = await boatWith(
    { "my.volts": 11.5, "my.wind": 7, "my.panel": 90, "my.tank": 0.25, "my.depth": 4 },
    {
      ...{ voltageKey: "my.volts", windSpeedKey: "my.wind", depthKey: "my.depth" },
      ...{ solarPowerKey: "my.panel", tankLevelKey: "my.tank" },
    },
  );
  const measured = { batteryvoltage: 11.5, windspeedoverground: 7, depth: 4 };
  const { history } = await boat.rows("/rpc/monitoring_history_fn");
  expect(history[0]).toMatchObject(measured);
  const [live] = await boat.rows("/monitoring_live");
  expect(live).toMatchObject({ ...measured, solarpower: 90, tanklevel: 0.25 });
});
