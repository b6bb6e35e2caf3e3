/** Monitoring under the names of later clients. */
import { expect, it } from "vitest";
import { passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../test/support/skipper.ts";
import { watchedBoat } from "../../boat/monitoring/watched-boat.ts";

const service = serviceForTests();
const { api } = service;
const MINUTE = 60_000;

const FIELDS =
  "watertemperature insidetemperature outsidetemperature windspeedoverground insidehumidity outsidehumidity " +
  "outsidepressure insidepressure batterycharge batteryvoltage depth";

it("has the same means by every key as history_metrics, and null without measurements", async () => {
  const boat = await watchedBoat(api);
  expect((await boat.call("monitoring_history_fn")).json).toEqual({ history: [], history_metrics: null });
  await boat.send([
    { minute: -90, metrics: { "environment.depth.belowTransducer": 4 } },
    { minute: -30, metrics: { "environment.depth.belowTransducer": 6, "environment.wind.speedTrue": 5 } },
  ]);
  for (const hours of ["24", "48", "72", "168", 24]) {
    const { history, history_metrics } = (await boat.call("monitoring_history_fn", { time_interval: hours }))
      .json;
    for (const bucket of history_metrics)
      expect(Object.keys(bucket).sort()).toEqual(["time_bucket", ...FIELDS.split(" ")].sort());
    expect(
      history_metrics.map(({ time_bucket: time, ...means }: Readonly<Record<string, unknown>>) => ({
        time,
        ...Object.fromEntries(Object.entries(means).filter(([, mean]) => mean !== null)),
      })),
    ).toEqual(history);
  }
});

it.each([
  [{ "environment.wind.speedTrue": 5 }, 5, 5],
  [{ "environment.wind.speedOverGround": 7 }, 7, 7],
  [{ "environment.wind.speedTrue": 5, "environment.wind.speedOverGround": 7 }, 7, 5],
  [{}, null, null],
])("shows the wind of %j in both views", async (metrics, overGround, trueWind) => {
  const boat = await watchedBoat(api);
  await boat.send([{ minute: -1, metrics }]);
  const wind = async (view: string) =>
    (await boat.rows(`/${view}?select=windspeedoverground`))[0].windspeedoverground;
  expect([await wind("monitoring_view"), await wind("monitoring_live")]).toEqual([overGround, trueWind]);
});

it("shows the wind in the position's properties, in m/s and radians, and only numbers", async () => {
  const boat = await watchedBoat(api);
  const row = {
    latitude: 59.8,
    longitude: 22.9,
    speedoverground: 5,
    windspeedapparent: 12,
    status: "sailing",
  };
  const metrics = { "environment.wind.speedTrue": 6, "environment.wind.directionTrue": 1.5 };
  await boat.send([{ minute: -1, row, metrics }]);
  for (const view of ["monitoring_view", "monitoring_live"]) {
    const [{ geojson, winddirectiontrue }] = await boat.rows(`/${view}`);
    expect(winddirectiontrue).toBe(1.5);
    expect(geojson.properties).toMatchObject({
      ...{ speedoverground: 5, windspeedapparent: 12, truewindspeed: 6, truewinddirection: 1.5 },
      status: "sailing",
    });
  }
  await boat.send([{ minute: 0, row, metrics: { "environment.wind.speedTrue": "n/a" } }]);
  const [{ geojson }] = await boat.rows("/monitoring_view");
  expect(geojson.properties).toMatchObject({ truewindspeed: null, truewinddirection: null });
});

it("has means of the air pressure of six hours", async () => {
  const boat = await watchedBoat(api);
  expect(await boat.rows("/monitoring_live")).toEqual([]);
  await boat.send([{ minute: -1, metrics: { "environment.depth.belowTransducer": 4 } }]);
  expect(await boat.rows("/monitoring_live?select=outsidepressurehistory")).toEqual([
    { outsidepressurehistory: null },
  ]);
  const pressures = [-400, -300, -200, -199, -100, -2];
  await boat.send(
    pressures.map((minute) => ({ minute, metrics: { "environment.outside.pressure": 101_300 - minute } })),
  );
  const [{ outsidepressurehistory: history }] = await boat.rows("/monitoring_live");
  const wanted = new Map<number, number[]>();
  const now = Date.now();
  for (const minute of pressures.filter((one) => one > -360)) {
    const slot = Math.floor((now + minute * MINUTE) / (10 * MINUTE));
    wanted.set(slot, [...(wanted.get(slot) ?? []), 101_300 - minute]);
  }
  expect(history.map(({ outsidePressure }: { outsidePressure: number }) => outsidePressure)).toEqual(
    [...wanted.values()].map((all) => all.reduce((sum, one) => sum + one, 0) / all.length),
  );
  const times = history.map(({ time }: { time: string }) => Date.parse(time));
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

it("shows where the vessel is: nothing, her stay, the log under way, her stay again", async () => {
  const skipper = await newSkipper(service);
  const live = async () => (await skipper.rows("/monitoring_live?select=live"))[0]?.live;
  expect(await live()).toBeUndefined();
  const rows = passage(Date.now() - 6 * 60 * MINUTE, [
    { stay: "anchored", minutes: 120 },
    { sail: 160, knots: 6, minutes: 90 },
    { stay: "moored", minutes: 120 },
  ]);
  await skipper.send(rows.slice(0, 20));
  const [stay] = await skipper.rows("/stays");
  expect(await live()).toMatchObject({
    type: "Feature",
    geometry: { type: "Point", coordinates: [stay.longitude, stay.latitude] },
    properties: {
      ...{ stay_code: stay.stay_code, arrived: stay.arrived, latitude: stay.latitude, anchor: null },
      ...{ name: stay.name, status: "anchored", time: expect.any(String) },
    },
  });
  await skipper.call("anchor_watch_fn", { radius: 40 });
  const { anchor } = (await live()).properties;
  expect(anchor).toEqual({
    position: { latitude: expect.any(Number), longitude: expect.any(Number) },
    radius: 40,
  });
  await skipper.send(rows.slice(20, 90));
  const [log] = await skipper.rows("/logbook?active=is.true");
  const under = rows.slice(0, 90).filter((row) => Date.parse(String(row.time)) >= Date.parse(log._from_time));
  const { type, features } = await live();
  expect([type, features.length]).toEqual(["FeatureCollection", 2]);
  const [line, point] = features;
  expect(line.geometry.type).toBe("LineString");
  expect(line.geometry.coordinates).toEqual(under.map((row) => [row.longitude, row.latitude]));
  expect(line.properties).toMatchObject({ _from_time: log._from_time, in_route: true });
  expect(line.properties.distance).toBeCloseTo((6 * under.length) / 60, 0);
  expect(line.properties.duration).toMatch(/^PT/);
  const newest = under.at(-1);
  expect(point).toEqual({
    type: "Feature",
    geometry: { type: "Point", coordinates: [newest?.longitude, newest?.latitude] },
    properties: {
      ...{
        time: String(newest?.time)
          .replace("Z", "+00:00")
          .replace(/\.?0*\+/, "+"),
        notes: "",
      },
      ...{ courseovergroundtrue: 160, speedoverground: 6, windspeedapparent: newest?.windspeedapparent },
      ...{ longitude: newest?.longitude, latitude: newest?.latitude, status: "sailing" },
      ...{ truewindspeed: null, truewinddirection: null },
    },
  });
  await skipper.send(rows.slice(90));
  expect((await live()).properties).toMatchObject({ status: "moored" });
  expect((await skipper.rows("/monitoring_view?select=live"))[0].live).toEqual(await live());
});
