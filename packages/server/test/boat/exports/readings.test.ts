/** Law: every exported point has the readings of its row, whichever way the boat sent them, and packed or not. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

type Metrics = Readonly<Record<string, unknown>>;
interface Source {
  readonly property: string;
  readonly group: readonly [string, string?];
  readonly setting: string | null;
  readonly usual: readonly string[];
  readonly factor: number;
}

const KNOTS = 3600 / 1852;
const DEGREES = 180 / Math.PI;
/** Independent of the service: the table of the interface. */
const SOURCES: readonly Source[] = [
  source("heading", ["heading"], null, ["navigation.headingTrue"], DEGREES),
  source("truewindspeed", ["wind", "speed"], "windSpeedKey", ["environment.wind.speedTrue"], KNOTS),
  source(
    "truewinddirection",
    ["wind", "direction"],
    "windDirectionKey",
    ["environment.wind.directionTrue"],
    DEGREES,
  ),
  source("depth", ["water", "depth"], "depthKey", ["environment.depth.belowTransducer"]),
  source("watertemperature", ["water", "temperature"], "waterTemperatureKey", [
    "environment.water.temperature",
  ]),
  source("outsidetemperature", ["temperature", "outside"], "outsideTemperatureKey", [
    "environment.outside.temperature",
  ]),
  source("outsidehumidity", ["humidity", "outside"], "outsideHumidityKey", [
    "environment.outside.relativeHumidity",
    "environment.outside.humidity",
  ]),
  source("outsidepressure", ["presure", "outside"], "outsidePressureKey", ["environment.outside.pressure"]),
  source("stateofcharge", ["battery", "charge"], "stateOfChargeKey", [
    "electrical.batteries.House.capacity.stateOfCharge",
  ]),
  source("voltage", ["battery", "voltage"], "voltageKey", ["electrical.batteries.House.voltage"]),
  source("solarpower", ["solar", "power"], "solarPowerKey", ["electrical.solar.Main.panelPower"]),
  source("solarvoltage", ["solar", "voltage"], "solarVoltageKey", ["electrical.solar.Main.panelVoltage"]),
  source("tanklevel", ["tank", "level"], "tankLevelKey", ["tanks.fuel.0.currentLevel"]),
];

function source(
  property: string,
  group: readonly [string, string?],
  setting: string | null,
  usual: readonly string[],
  factor = 1,
): Source {
  return { property, group, setting, usual, factor };
}

const service = serviceForTests();
let skipper: Skipper;
beforeAll(async () => {
  skipper = await newSkipper(service);
});

const value = fc.option(
  fc.oneof(fc.double({ min: 0.001, max: 6, noNaN: true }), fc.constant("n/a"), fc.constant(null)),
);
/** Values of a source: in the group, under the chosen key, under each usual key. */
const sent = fc.tuple(...SOURCES.map(() => fc.array(value, { minLength: 4, maxLength: 4 })));

function metricsOf(values: readonly (readonly unknown[])[]): Metrics {
  const metrics: Record<string, unknown> = {};
  SOURCES.forEach(({ group: [name, member], setting, usual }, at) => {
    const [inGroup, chosen, ...others] = values[at] ?? [];
    if (inGroup != null && member !== undefined)
      metrics[name] = { ...(metrics[name] as object | undefined), [member]: inGroup };
    else if (inGroup != null) metrics[name] = inGroup;
    if (setting !== null && chosen !== undefined) metrics[`own.${setting}`] = chosen;
    usual.forEach((key, n) => {
      if (others[n] !== undefined) metrics[key] = others[n];
    });
  });
  return metrics;
}

function wanted(values: readonly (readonly unknown[])[], { factor, setting }: Source, at: number): unknown {
  const [inGroup, chosen, ...usual] = (values[at] ?? []).slice(0, 2 + (SOURCES[at]?.usual.length ?? 0));
  const found = [inGroup, setting === null ? null : chosen, ...usual].find((one) => typeof one === "number");
  return typeof found === "number" ? expect.closeTo(found * factor, factor === 1 ? 9 : 1) : null;
}

it("has them, packed or not", { timeout: 120_000 }, async () => {
  // Not old enough to be packed by itself.
  const start = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000;
  const rows = passage(start, DAY_TRIP);
  const values = fc.sample(sent, { numRuns: rows.length, seed: 7 });
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      insert into api.metadata (vessel_id, configuration)
      select m.vessel_id, ${JSON.stringify(
        Object.fromEntries(
          SOURCES.flatMap(({ setting }) => (setting === null ? [] : [[setting, `own.${setting}`]])),
        ),
      )}::jsonb
      from app.memberships m join app.accounts a using (account_id) where a.email = ${skipper.sailor.email}
      on conflict (vessel_id) do update set configuration = excluded.configuration`),
  );
  await skipper.send(rows.map((row, at) => ({ ...row, metrics: metricsOf(values[at] ?? []) })));
  const points = async () => {
    const answer = await skipper.call("export_logbooks_geojson_point_trips_fn", {});
    return answer.json.geojson.features.map((one: { properties: Metrics }) => one.properties);
  };
  const before: readonly (Metrics & { readonly time: string })[] = await points();
  expect(before.length).toBeGreaterThan(90);
  for (const { time, ...properties } of before) {
    const n = rows.findIndex((row) => Date.parse(String(row.time)) === Date.parse(time));
    const readings = SOURCES.map((one, at) => [one.property, wanted(values[n] ?? [], one, at)] as const);
    expect(properties).toMatchObject(Object.fromEntries(readings));
  }
  const [{ packed } = {}] = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select app.pack_metrics(m.vessel_id, '-infinity', 'infinity') as packed
      from app.memberships m join app.accounts a using (account_id) where a.email = ${skipper.sailor.email}`),
  );
  expect(packed).toBeGreaterThan(90);
  expect(await points()).toEqual(before);
});
