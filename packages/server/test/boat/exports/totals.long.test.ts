/** Lines of logs: their greatest and mean readings, and legs of a day. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { destination } from "@wakelog/kit/geo/distance.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const minutesOf = (time: string) => (Date.parse(time) - START) / 60_000;
/** Two and a half days, with a wind around north that veers, and readings of which some are missing. */
const ROWS = passage(
  START,
  [
    { stay: "moored", minutes: 60 },
    { sail: 180, knots: 6, minutes: 52 * 60 },
    { stay: "anchored", minutes: 120 },
  ],
  { latitude: 59, longitude: 20 },
).map((row, n) => ({
  ...row,
  anglespeedapparent: n % 2 === 0 ? -175 : 175,
  metrics: {
    wind: { speed: 5 + (n % 7), direction: n % 3 === 0 ? 0.2 : 2 * Math.PI - 0.1 },
    ...(n % 4 === 0 ? { "environment.depth.belowTransducer": 10 + (n % 11) } : {}),
    "electrical.batteries.House.voltage": 12 + (n % 10) / 10,
  },
}));
const KEYS = [
  ...["sog", "aws", "awa", "tws", "twd", "depth", "temp_water", "temp_out", "pres_out", "hum_out"],
  ...["stateofcharge", "voltage", "solar_voltage", "solar_power", "tank_level"],
];

// biome-ignore lint/suspicious/noExplicitAny: properties of every feature
type Properties = Readonly<Record<string, any>>;
interface Feature {
  readonly geometry: { readonly type: string; readonly coordinates: readonly [number, number][] };
  readonly properties: Properties;
}

const service = serviceForTests();
let skipper: Skipper;
let id: number;
let points: readonly Properties[];
let features: readonly Feature[];
beforeAll(async () => {
  skipper = await newSkipper(service);
  for (let at = 0; at < ROWS.length; at += 1000) await skipper.send(ROWS.slice(at, at + 1000));
  [[id = 0] = []] = await skipper.logs(START);
  features = (await skipper.call("export_logbook_geojson_trip_fn", { _id: id })).json.features;
  points = features.filter(({ geometry }) => geometry.type === "Point").map((one) => one.properties);
}, 120_000);
const lineOf = async (): Promise<Feature> => {
  const { json } = await skipper.call("export_logbook_geojson_linestring_trip_fn", { _id: id });
  expect(json.features).toHaveLength(1);
  return json.features[0];
};

/** Weights by time since the point before; here all points are a minute apart. */
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const valuesOf = (key: string) =>
  points.flatMap(({ [key]: value }) => (typeof value === "number" ? [value] : []));

describe("the line of totals of a log", () => {
  it("has its figures, its extra, its times, and null for what was not measured", async () => {
    const { geometry, properties } = await lineOf();
    const [log] = await skipper.rows(`/logbook?id=eq.${id}`);
    // PostGIS names its reference system, too.
    expect(log.track_geom).toMatchObject(geometry);
    expect(properties).toMatchObject({
      ...{ id, name: log.name, starttimestamp: log._from_time, endtimestamp: log._to_time },
      ...{
        duration: log.duration,
        distance: log.distance,
        avg_speed: log.avg_speed,
        max_speed: log.max_speed,
      },
      ...{ extra: log.extra, _from_moorage_id: log._from_moorage_id, _to_moorage_id: log._to_moorage_id },
      times: points.map(({ time }) => time),
    });
    for (const key of KEYS) expect(properties).toHaveProperty([`max_${key}`]);
    for (const key of ["temp_water", "solar_power", "tank_level"])
      expect([properties[`max_${key}`], properties[`avg_${key}`]]).toEqual([null, null]);
  });

  it("has means by time, of angles and directions those of vectors", async () => {
    const { properties } = await lineOf();
    for (const [key, reading] of [
      ["sog", "speedoverground"],
      ["aws", "windspeedapparent"],
      ["tws", "truewindspeed"],
      ["depth", "depth"],
      ["voltage", "voltage"],
    ] as const) {
      const values = valuesOf(reading);
      expect(properties[`max_${key}`]).toBeCloseTo(Math.max(...values), 6);
      expect(properties[`avg_${key}`], key).toBeCloseTo(mean(values), 2);
    }
    // Two thirds at 354.3°, one third at 11.5°; and to both sides of astern.
    expect(properties.avg_twd).toBeGreaterThan(359);
    expect(Math.abs(properties.avg_awa)).toBeGreaterThan(179);
    expect(properties.max_twd).toBeCloseTo(354.27, 2);
  });

  it("weighs a reading by the time that it stands for", async () => {
    const other = await newSkipper(service);
    // Half an hour in rows of a minute at 4 V, the other half in rows of ten minutes at 8 V.
    const rows = passage(START, [
      { stay: "moored", minutes: 60 },
      { sail: 90, knots: 6, minutes: 60 },
      { stay: "anchored", minutes: 60 },
    ]).filter((row) => {
      const minute = minutesOf(String(row.time));
      return minute < 90 || minute >= 120 || minute % 10 === 0;
    });
    await other.send(
      rows.map((row) => ({
        ...row,
        metrics: { battery: { voltage: minutesOf(String(row.time)) <= 90 ? 4 : 8 } },
      })),
    );
    const [{ id: log }] = await other.rows("/logs_view");
    const { json } = await other.call("export_logbook_geojson_linestring_trip_fn", { _id: log });
    expect(json.features[0].properties.avg_voltage).toBeCloseTo(6, 1);
  });

  it("is in the list of lines without times, among logs found by a moorage, and in the view without apparent wind", async () => {
    const { times: _, ...properties } = (await lineOf()).properties;
    const all = (await skipper.rows("/rpc/export_logbooks_geojson_linestring_trips_fn")).geojson.features;
    expect(all.map((one: Feature) => one.properties)).toEqual([properties]);
    const [{ _from_moorage_id: moorage }] = await skipper.rows("/logs_view");
    const { geojson } = await skipper.rows(`/rpc/find_log_from_moorage_fn?_id=${moorage}`);
    expect(geojson.features[0].properties).toMatchObject(properties);
    expect(geojson.features[0].properties).toMatchObject({ _from_time: properties.starttimestamp });
    const [view] = await skipper.rows("/logs_geojson_view");
    const { max_aws, avg_aws, max_awa, avg_awa, ...shown } = properties;
    expect(view.geojson.properties).toMatchObject({ ...shown, has_images: false, tags: null, notes: null });
    for (const key of ["max_aws", "avg_aws", "max_awa", "avg_awa"])
      expect(view.geojson.properties).not.toHaveProperty([key]);
    expect([max_aws, avg_aws, max_awa, avg_awa]).not.toContain(undefined);
  });

  it("has the log's pictures in the list", async () => {
    const listed = async () => (await skipper.rows("/logs_geojson_view"))[0].geojson.properties;
    expect(await listed()).toMatchObject({ images: null, has_images: false });
    const images = [{ url: "https://example.org/bow.jpg" }];
    const token = skipper.sailor.userToken;
    await service.api.patch(`/logbook?id=eq.${id}`, { user_data: { images } }, { token });
    expect(await listed()).toMatchObject({ images, has_images: true });
    await service.api.patch(`/logbook?id=eq.${id}`, { user_data: {} }, { token });
  });

  it("is the same whether it was stored when the log was finished or not", async () => {
    const before = await lineOf();
    const erase = (tx: Parameters<Parameters<typeof service.database.owner.transaction>[0]>[0]) =>
      tx.run(sql`update app.log_figures set figures = figures - 'trip' where figures ? 'trip'`);
    expect((await service.database.owner.transaction(erase)).affected).toBeGreaterThan(0);
    expect(await lineOf()).toEqual(before);
  });
});

describe("legs of a log of more than a day", () => {
  it("come last, cover it in days from its departure, and add up to its distance", async () => {
    const legs = features.slice(1).filter(({ geometry }) => geometry.type === "LineString");
    expect(features.slice(-legs.length)).toEqual(legs);
    const [log] = await skipper.rows(`/logbook?id=eq.${id}`);
    expect(legs.map((leg) => leg.properties.segment_num)).toEqual([0, 1, 2]);
    const bounds = legs.flatMap(({ properties: one }) => [one.period_start, one.period_end]);
    const since = minutesOf(log._from_time);
    expect(bounds.map((time) => minutesOf(time) - since)).toEqual([
      ...[0, 1440, 1440, 2880],
      ...[2880, minutesOf(log._to_time) - since],
    ]);
    const miles = legs.reduce((sum, leg) => sum + leg.properties.distance, 0);
    expect(miles).toBeCloseTo(log.distance, 1);
    for (const [n, { geometry, properties }] of legs.entries()) {
      expect(properties).toMatchObject({ id, name: log.name, avg_wind_speed: properties.avg_aws });
      expect(properties.max_wind_speed).toBe(13);
      expect(properties.avg_speed).toBeCloseTo(6, 1);
      expect(properties.max_tws).toBeCloseTo((11 * 3600) / 1852, 1);
      if (n > 0) expect(geometry.coordinates[0]).toEqual(legs[n - 1]?.geometry.coordinates.at(-1));
    }
    expect(legs.map((leg) => leg.properties.duration).slice(0, 2)).toEqual(["P1D", "P1D"]);
  });

  it("are not there for a log of a day or less", async () => {
    const other = await newSkipper(service);
    await other.send(
      passage(START, [
        { stay: "moored", minutes: 60 },
        { sail: 90, knots: 6, minutes: 60 },
        { stay: "anchored", minutes: 60 },
      ]),
    );
    const [{ geojson }] = await other.rows("/log_view");
    const kinds = geojson.features.slice(1).map((one: Feature) => one.geometry.type);
    expect(new Set(kinds)).toEqual(new Set(["Point"]));
  });
});

describe("a log across the 180th meridian", () => {
  it("is cut there in every line", async () => {
    const other = await newSkipper(service);
    const from = destination({ latitude: -18, longitude: 180 }, 270, 9000);
    await other.send(
      passage(
        START,
        [
          { stay: "moored", minutes: 60 },
          { sail: 90, knots: 6, minutes: 120 },
          { stay: "anchored", minutes: 60 },
        ],
        from,
      ),
    );
    const [{ id: log, geojson }] = await other.rows("/log_view");
    const { json } = await other.call("export_logbook_geojson_linestring_trip_fn", { _id: log });
    for (const line of [geojson.features[0], json.features[0]])
      expect(line.geometry.type).toBe("MultiLineString");
  });
});
