/** Logs as other programs import them: points with trip, notes and places, and the choice of logs. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
const READINGS = { heading: 1.5, wind: { speed: 7, direction: 3.2 }, water: { depth: 12 } };
const ROWS = passage(START, DAY_TRIP).map((row) => ({ ...row, metrics: READINGS }));
const NAMES = ["courseovergroundtrue", "speedoverground", "windspeedapparent", "windangleapparent"];
const PROPERTIES = [
  ...["time", ...NAMES, "truewindspeed", "truewinddirection", "notes", "status", "depth", "stateofcharge"],
  ...["voltage", "watertemperature", "outsidetemperature", "outsidepressure", "outsidehumidity"],
  ...["solarvoltage", "solarpower", "tanklevel", "heading", "anglespeedapparent", "longitude", "latitude"],
];
const SHORT = [
  ...["time", "cog", "sog", "aws", "awa", "tws", "twd", "notes", "status", "stateofcharge", "voltage"],
  ...["watertemperature", "outsidetemperature", "outsidepressure", "outsidehumidity", "solarvoltage"],
  ...["solarpower", "tanklevel", "heading"],
];
const ONE = ["geojson_trip", "geojson_point_trip", "metrics_trip", "geojson_linestring_trip"] as const;
const NOTHING = { type: "FeatureCollection", features: [] };

const service = serviceForTests();
let skipper: Skipper;
let first: number;
let second: number;
async function sail(): Promise<void> {
  skipper = await newSkipper(service);
  await skipper.send(ROWS);
  [first, second] = (await skipper.logs(START)).map(([id]) => id) as [number, number];
}
const send = async (method: "PATCH" | "POST", path: string, body: object) => {
  const token = skipper.sailor.userToken;
  const answer = await client(service.apiUrl).send(method, path, { token, body });
  expect([201, 204], answer.text).toContain(answer.status);
  await service.drainJobs();
};
const remark = (minute: number, text: string, kind = "remark") =>
  send("POST", "/log_entries", { time: at(minute), kind, text });

interface Feature {
  readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] };
  // biome-ignore lint/suspicious/noExplicitAny: properties of every feature
  readonly properties: Readonly<Record<string, any>>;
}
async function exported(
  name: string,
  id: number | string,
): Promise<{ readonly features: readonly Feature[] }> {
  const answer = await skipper.call(name, { _id: id });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}
const pointsOf = async (id: number) =>
  (await exported("export_logbook_geojson_trip_fn", id)).features.slice(1).map((one) => one.properties);

describe("a log as GeoJSON", () => {
  beforeAll(sail);

  it("has its line, and its points with their readings, bare and as log_view shows it", async () => {
    const { features } = await exported("export_logbook_geojson_trip_fn", String(first));
    const [line, ...points] = features;
    const [view] = await skipper.rows(`/log_view?id=eq.${first}`);
    expect(view.geojson).toEqual({ type: "FeatureCollection", features });
    expect(line?.geometry.type).toBe("LineString");
    expect(line?.properties).toMatchObject({
      ...{ id: first, name: view.name, distance: view.distance, duration: "PT50M", notes: null },
      ...{ avg_speed: view.avg_speed, max_wind_speed: view.max_wind_speed, _from: view.from, _to: view.to },
      ...{ _from_time: view.started, _to_time: view.ended, avg_wind_speed: view.extra.avg_wind_speed },
      ...{ _from_moorage_id: view._from_moorage_id, _to_moorage_id: view._to_moorage_id },
      times: points.map(({ properties }) => properties.time),
    });
    expect(points).toHaveLength(51);
    for (const [n, { geometry, properties }] of points.entries()) {
      expect(geometry).toEqual({ type: "Point", coordinates: [properties.longitude, properties.latitude] });
      expect(Object.keys(properties).sort()).toEqual([...PROPERTIES, ...(n === 0 ? ["trip"] : [])].sort());
      expect(properties).toMatchObject({ truewindspeed: 13.61, truewinddirection: 183.35, depth: 12 });
      expect(properties.windangleapparent).toBe(properties.anglespeedapparent);
    }
    expect(points.at(0)?.properties.time).toBe("2026-06-01T07:00:00+00:00");
    expect(points.at(-1)?.properties.time).toBe("2026-06-01T07:50:00+00:00");
  });

  it("has points alone, with notes but without trip and places; as a list with both; and with short names", async () => {
    const whole = (await exported("export_logbook_geojson_trip_fn", first)).features;
    const plain = await exported("export_logbook_geojson_point_trip_fn", first);
    expect(plain.features.map(({ geometry }) => geometry)).toEqual(whole.slice(1).map((one) => one.geometry));
    for (const { properties } of plain.features) {
      expect(Object.keys(properties).sort()).toEqual([...PROPERTIES].sort());
      expect(properties.notes).toBe("");
    }
    expect(await exported("export_logbook_metrics_trip_fn", first)).toEqual(whole.slice(1));
    const { features } = await exported("logbook_update_geojson_trip_fn", first);
    expect(features[0]).toEqual(whole[0]);
    for (const [n, { properties }] of features.slice(1).entries()) {
      const { speedoverground: sog, truewindspeed: tws, notes, trip } = whole[n + 1]?.properties ?? {};
      expect(properties).toMatchObject({ sog, tws, notes, ...(n === 0 ? { trip } : {}) });
      expect(Object.keys(properties).sort()).toEqual([...SHORT, ...(n === 0 ? ["trip"] : [])].sort());
    }
  });

  it("answers GET as POST, and a part that is selected", async () => {
    for (const name of [...ONE.map((one) => `export_logbook_${one}_fn`), "logbook_update_geojson_trip_fn"])
      expect(await skipper.rows(`/rpc/${name}?_id=${first}`)).toEqual(await exported(name, first));
    const part = await skipper.rows(
      "/rpc/export_logbooks_geojson_point_trips_fn?select=features:geojson->features",
    );
    expect(part.features).toHaveLength(100);
  });

  it("is empty for unknown logs, other vessels' and those under way", async () => {
    const other = await newSkipper(service);
    await other.send(ROWS.slice(0, 45));
    const [running] = await other.rows("/logbook?active=is.true");
    for (const [asker, id] of [
      [skipper, 999_999],
      [other, first],
      [other, running.id],
    ] as const) {
      const answers = ["geojson_trip", "metrics_trip", "gpx_trip", "kml_trip"].map((name) =>
        asker.call(`export_logbook_${name}_fn`, { _id: id }),
      );
      for (const answer of await Promise.all(answers))
        expect([answer.status, answer.json]).toEqual([200, null]);
      expect((await asker.call("logbook_update_geojson_trip_fn", { _id: id })).json).toBeNull();
      for (const name of ["geojson_point_trip", "geojson_linestring_trip"])
        expect((await asker.call(`export_logbook_${name}_fn`, { _id: id })).json).toEqual(NOTHING);
    }
    expect((await other.rows("/rpc/export_logbooks_geojson_point_trips_fn")).geojson).toEqual(NOTHING);
    for (const name of ONE)
      expect((await skipper.call(`export_logbook_${name}_fn`, {})).status, name).toBe(404);
    for (const name of ["gpx", "kml"])
      for (const body of [{}, { _id: 0 }])
        expect((await skipper.call(`export_logbook_${name}_trip_fn`, body)).json.code).toBe("22023");
  });

  it("is chosen among several by ids and dates; a start alone is that log or day alone", async () => {
    const chosen = async (query: string) => {
      const { geojson } = await skipper.rows(`/rpc/export_logbooks_geojson_point_trips_fn?${query}`);
      const lines = await skipper.rows(`/rpc/export_logbooks_geojson_linestring_trips_fn?${query}`);
      const ids = lines.geojson.features.map((one: Feature) => one.properties.id);
      const begins = geojson.features.filter((one: Feature) => one.properties.trip !== undefined);
      expect(begins).toHaveLength(ids.length);
      expect(geojson.features[0]?.properties.trip === undefined).toBe(ids.length === 0);
      return ids;
    };
    expect(await chosen("")).toEqual([first, second]);
    expect(await chosen(`start_log=${first}`)).toEqual([first]);
    expect(await chosen(`start_log=${first}&end_log=${second}`)).toEqual([first, second]);
    expect(await chosen(`end_log=${first}`)).toEqual([first]);
    expect(await chosen("start_date=2026-06-01")).toEqual([first, second]);
    expect(await chosen("start_date=2026-05-31")).toEqual([]);
    expect(await chosen("start_date=2026-05-31&end_date=2026-06-01")).toEqual([first, second]);
    expect(await chosen("start_date=2026-05-31&end_date=2026-06-01T08:00:00Z")).toEqual([first]);
    expect(await chosen("start_date=2026-06-01T08:00:00Z")).toEqual([second]);
    expect(await chosen(`start_log=${second}&end_date=2026-06-01T08:00:00Z`)).toEqual([]);
    for (const format of ["gpx", "kml"]) {
      const several = async (body: object) =>
        String((await skipper.call(`export_logbooks_${format}_trips_fn`, body)).json).match(
          /<trk>|<Folder>/g,
        );
      expect(await several({})).toHaveLength(2);
      expect(await several({ start_log: first })).toHaveLength(1);
      expect(await several({ start_log: first, end_log: second })).toHaveLength(2);
    }
  });
});

describe("trip, notes and places", () => {
  beforeEach(sail);

  it("name the places with an arrow until a user names the log", async () => {
    const [log] = await skipper.rows(`/logbook?id=eq.${first}`);
    const trip = async () => (await pointsOf(first))[0]?.trip;
    const { _from: from, _to: to, distance } = log;
    expect(await trip()).toEqual({ name: `${from} → ${to}`, duration: "PT50M", distance });
    await send("PATCH", `/logbook?id=eq.${first}`, { name: "Midsummer" });
    expect(await trip()).toEqual({ name: "Midsummer", duration: "PT50M", distance });
    await send("PATCH", `/moorages?id=eq.${log._from_moorage_id}`, { name: "Home" });
    expect((await pointsOf(first))[1]?.notes).toBe("Home");
    await send("PATCH", `/logbook?id=eq.${first}`, { name: null });
    expect(await trip()).toEqual({ name: `Home → ${to}`, duration: "PT50M", distance });
  });

  it("are on the points at or before which remarks were written, and keep those of people", async () => {
    const [log] = await skipper.rows(`/logbook?id=eq.${first}`);
    expect((await pointsOf(first)).map(({ notes }) => notes)).toEqual([
      ...["", log._from, ...Array(48).fill(""), log._to],
    ]);
    await remark(70.5, "reefed");
    await remark(70.25, "squall");
    await remark(70.75, "17 knots", "weather");
    await remark(110, "dropped anchor");
    const notes = (await pointsOf(first)).map((one) => one.notes);
    expect(notes[10]).toBe("squall\nreefed");
    expect(notes.at(-1)).toBe("dropped anchor");
    expect(notes.filter((one) => one !== "")).toHaveLength(3);
    const plain = await exported("export_logbook_geojson_point_trip_fn", first);
    expect(plain.features.map((one) => one.properties.notes).filter((one) => one !== "")).toHaveLength(2);
  });

  it("follow a split, and its undoing", async () => {
    const before = await exported("export_logbook_geojson_trip_fn", first);
    const { json } = await skipper.call("split_logbook_fn", { _id: first, split_time: at(80) });
    const parts: readonly number[] = json.logs;
    // At once, and when both are finished.
    for (const drain of [async () => {}, service.drainJobs]) {
      await drain();
      const times = await Promise.all(parts.map(async (id) => (await pointsOf(id)).map(({ time }) => time)));
      expect(
        times.map((one) => [one[0], one.at(-1)].map((time) => (Date.parse(time) - START) / 60_000)),
      ).toEqual([
        [60, 80],
        [80, 110],
      ]);
    }
    for (const id of parts) expect((await pointsOf(id))[0]?.trip.name).toContain(" → ");
    await skipper.call("undo_edit_fn", { _id: json.edit });
    await service.drainJobs();
    expect(await exported("export_logbook_geojson_trip_fn", first)).toEqual(before);
  });

  it("are there right after a log has ended, and for a log entered by hand", async () => {
    const other = await newSkipper(service);
    const token = other.sailor.vesselToken;
    expect((await client(service.apiUrl).post("/metrics", ROWS, { token })).status).toBe(201);
    const [ended] = await other.rows("/logbook?order=_from_time&limit=1");
    const { json } = await other.call("export_logbook_geojson_trip_fn", { _id: ended.id });
    expect(json.features).toHaveLength(52);
    expect(json.features[0].geometry.coordinates).toHaveLength(51);
    const drawn = {
      type: "LineString",
      coordinates: [
        [22, 59],
        [22.1, 59.1],
        [22.3, 59.1],
      ],
    };
    const features = [{ type: "Feature", geometry: drawn, properties: {} }];
    const entered = await client(service.apiUrl).post(
      "/log_view",
      {
        name: "By hand",
        started: at(-600),
        ended: at(-480),
        geojson: { type: "FeatureCollection", features },
      },
      { token: skipper.sailor.userToken, headers: { Prefer: "return=representation" } },
    );
    expect(entered.status, entered.text).toBe(201);
    await service.drainJobs();
    const points = await pointsOf(entered.json[0].id);
    expect(points.map(({ longitude }) => longitude)).toEqual([22, 22.1, 22.3]);
    expect(points[0]).toMatchObject({ time: "2026-05-31T20:00:00+00:00", trip: { name: "By hand" } });
  });
});
