/** The columns of logbook that are texts over time: what they say is what the points say. */
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { parseTemporalText } from "@wakelog/kit/time/temporal-text.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const READINGS = {
  trip_cog: "courseovergroundtrue",
  trip_sog: "speedoverground",
  trip_aws: "windspeedapparent",
};
const MORE = {
  ...READINGS,
  ...{ trip_awa: "windangleapparent", trip_tws: "truewindspeed", trip_twd: "truewinddirection" },
  ...{ trip_heading: "heading", trip_depth: "depth", trip_temp_water: "watertemperature" },
  ...{
    trip_temp_out: "outsidetemperature",
    trip_pres_out: "outsidepressure",
    trip_hum_out: "outsidehumidity",
  },
  ...{ trip_batt_charge: "stateofcharge", trip_batt_voltage: "voltage", trip_solar_voltage: "solarvoltage" },
  ...{ trip_solar_power: "solarpower", trip_tank_level: "tanklevel" },
};
const COLUMNS = ["trip", ...Object.keys(MORE), "trip_status", "trip_notes"];
const ROWS = passage(START, DAY_TRIP).map((row, n) => ({
  ...row,
  metrics: {
    heading: 0.1 + 0.2,
    water: { depth: 1e-7 * (n + 1) },
    ...(n % 2 === 0 ? { tank: { level: 0.5 } } : {}),
  },
}));
// biome-ignore lint/suspicious/noExplicitAny: properties of every point
type Point = Readonly<Record<string, any>>;

const service = serviceForTests();
let skipper: Skipper;
let id: number;
let log: Readonly<Record<string, string | null>>;
let points: readonly Point[];
async function read(): Promise<void> {
  const { json } = await skipper.call("export_logbook_geojson_point_trip_fn", { _id: id });
  points = json.features.map((one: { properties: Point }) => one.properties);
  [log] = await skipper.rows(`/logbook?id=eq.${id}&select=${COLUMNS.join(",")}`);
}
beforeAll(async () => {
  skipper = await newSkipper(service);
  await skipper.send(ROWS);
  [[id = 0] = []] = await skipper.logs(START);
  await read();
});

/** The parts of a column, and the instant of each, in milliseconds. */
function partsOf(column: string): readonly (readonly [string, number])[] {
  const text = log[column] ?? "";
  expect(text, column).toMatch(/^\[.*\]$/s);
  return text
    .slice(1, -1)
    .split(", ")
    .map((part) => {
      const [, value = "", at = ""] =
        /^(.*)@(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00)$/.exec(part) ?? [];
      return [value, Date.parse(at.replace(" ", "T").replace("+00", "Z"))];
    });
}

describe("columns over time", () => {
  it("have each reading at its instant, in 15 digits at most, and null without any", () => {
    for (const [column, property] of Object.entries(MORE)) {
      const measured = points.filter(({ [property]: value }) => value !== null);
      if (measured.length === 0) expect(log[column], column).toBeNull();
      else
        expect(
          partsOf(column).map(([value, at]) => [Number(value), at]),
          column,
        ).toEqual(
          measured.map(({ [property]: value, time }) => [Number(value.toPrecision(15)), Date.parse(time)]),
        );
    }
    expect(log.trip_temp_water).toBeNull();
    expect(partsOf("trip_tank_level").length).toBeLessThan(points.length);
    for (const [value] of [...partsOf("trip_depth"), ...partsOf("trip_heading")])
      expect(value).toMatch(/^-?\d+(\.\d*[1-9])?$/);
  });

  it("have each position as hexadecimal EWKB", () => {
    const places = partsOf("trip").map(([hex, at]) => {
      expect(hex).toMatch(/^0101000020E6100000[0-9A-F]{32}$/);
      const bytes = Buffer.from(hex, "hex");
      return [bytes.readDoubleLE(9), bytes.readDoubleLE(17), at];
    });
    expect(places).toEqual(points.map((one) => [one.longitude, one.latitude, Date.parse(one.time)]));
  });

  it("have the status, and notes without places, of each point", () => {
    const texts = (column: string) => parseTemporalText(log[column] ?? "");
    const wanted = (name: string) => points.map((one) => ({ time: Date.parse(one.time), text: one[name] }));
    expect(texts("trip_status")).toEqual(wanted("status"));
    expect(texts("trip_notes")).toEqual(wanted("notes"));
  });

  it("law: notes are read as they were written, whatever they are, and written back change nothing", async () => {
    const note = fc
      .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(..."ab \"@,[](){};'ö🐳\\") })
      .map((text) => `x${text.trim()}x`);
    const api = client(service.apiUrl);
    for (const [n, text] of fc.sample(note, { numRuns: 30, seed: 3 }).entries()) {
      const time = new Date(START + (61 + n) * 60_000).toISOString();
      const sent = await api.post("/log_entries", { time, text }, { token: skipper.sailor.userToken });
      expect(sent.status, sent.text).toBe(201);
    }
    await read();
    expect(points.filter(({ notes }) => notes !== "")).toHaveLength(30);
    const written = log.trip_notes ?? "";
    expect(parseTemporalText(written)).toEqual(
      points.map(({ time, notes }) => ({ time: Date.parse(time), text: notes })),
    );
    const entries = await skipper.rows("/log_entries?order=id");
    const answer = await skipper.call("update_trip_notes_fn", { _id: id, update_string: written });
    expect(answer.status).toBe(204);
    expect(await skipper.rows("/log_entries?order=id")).toEqual(entries);
  });

  it("cost reads without them nothing, and other vessels' logs stay unseen", async () => {
    const other = await newSkipper(service);
    expect(await other.rows(`/logbook?id=eq.${id}&select=trip`)).toEqual([]);
    expect(Object.keys((await skipper.rows("/logbook?limit=1"))[0])).not.toContain("trip_sog");
  });

  it("are among all columns at the second address, and joined only when they are read", async () => {
    const [all] = await skipper.rows(`/v2/logbook?id=eq.${id}`);
    expect(all).toMatchObject({ id, ...log });
    expect(await skipper.rows(`/v2/logbook?id=eq.${id}&select=trip_sog`)).toEqual([
      { trip_sog: log.trip_sog },
    ]);
    const planOf = async (columns: string) =>
      service.database.owner.transaction(async (tx) => {
        const { rows } = await tx.run(sql`explain select ${ident(columns)} from second.logbook`);
        return rows.flat().join("\n");
      });
    expect(await planOf("name")).not.toContain("temporal_columns");
    expect(await planOf("trip_sog")).toContain("temporal_columns");
  });
});
