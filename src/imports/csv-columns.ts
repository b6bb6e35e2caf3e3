/** Recognises the columns of a table of readings by their names: `sog (kn)`, `depth_m`, `latitude` … */
import { KNOT_MPS, NM_M, toDegrees, toRadians } from "../geo/units.ts";
import { withoutNoise } from "./navigation-path.ts";
import type { RowDraft } from "./row.ts";

/** A recognised column. */
export interface Column {
  readonly index: number;
  readonly kind: "time" | "date" | "latitude" | "longitude" | "status" | "reading";
  /** For readings: puts a value in the column's unit into a row. */
  readonly put?: (row: RowDraft, value: number) => void;
  /** The meaning of the column, in words for the user. */
  readonly meaning: string;
}

type Quantity = "speed" | "angle" | "temperature" | "length" | "pressure" | "frequency" | "time" | "plain";

/** Factor and offset from a unit to the SI unit, by quantity. */
const UNITS: Readonly<
  Record<Quantity, Readonly<Record<string, readonly [factor: number, offset?: number]>>>
> = {
  speed: {
    "m/s": [1],
    mps: [1],
    ms: [1],
    kn: [KNOT_MPS],
    kt: [KNOT_MPS],
    kts: [KNOT_MPS],
    knot: [KNOT_MPS],
    knots: [KNOT_MPS],
    "km/h": [1 / 3.6],
    kmh: [1 / 3.6],
    kph: [1 / 3.6],
    mph: [0.44704],
  },
  angle: {
    rad: [1],
    radians: [1],
    deg: [toRadians(1)],
    degrees: [toRadians(1)],
    "°": [toRadians(1)],
    "°t": [toRadians(1)],
  },
  temperature: {
    k: [1],
    kelvin: [1],
    c: [1, 273.15],
    "°c": [1, 273.15],
    celsius: [1, 273.15],
    f: [5 / 9, 255.372222],
  },
  length: {
    m: [1],
    metres: [1],
    meters: [1],
    ft: [0.3048],
    feet: [0.3048],
    fathoms: [1.8288],
    km: [1000],
    nm: [NM_M],
  },
  pressure: { pa: [1], hpa: [100], mbar: [100], bar: [100_000] },
  frequency: { hz: [1], rpm: [1 / 60] },
  time: { s: [1], seconds: [1], min: [60], h: [3600], hours: [3600] },
  plain: { v: [1], a: [1], w: [1], ratio: [1] },
};

interface Known {
  readonly names: readonly string[];
  readonly quantity: Quantity;
  /** The unit if the name does not contain one; the SI unit if absent. */
  readonly unit?: string;
  /** A column of the table `metrics`, or the path under which the reading is stored. */
  readonly target: string;
}

const SPEEDS = { quantity: "speed" } as const;
const ANGLES = { quantity: "angle" } as const;
const KNOWN: readonly Known[] = [
  {
    ...SPEEDS,
    target: "speedoverground",
    names: ["sog", "speed_over_ground", "speed", "gps_speed", "navigation_speedoverground"],
  },
  { ...SPEEDS, unit: "kn", target: "speedoverground", names: ["speedoverground"] },
  {
    ...ANGLES,
    target: "courseovergroundtrue",
    names: ["cog", "course", "course_over_ground", "navigation_courseovergroundtrue"],
  },
  { ...ANGLES, unit: "deg", target: "courseovergroundtrue", names: ["courseovergroundtrue"] },
  {
    ...SPEEDS,
    target: "windspeedapparent",
    names: ["aws", "apparent_wind_speed", "wind_speed_apparent", "environment_wind_speedapparent"],
  },
  { ...SPEEDS, unit: "kn", target: "windspeedapparent", names: ["windspeedapparent"] },
  {
    ...ANGLES,
    target: "anglespeedapparent",
    names: ["awa", "apparent_wind_angle", "wind_angle_apparent", "environment_wind_angleapparent"],
  },
  { ...ANGLES, unit: "deg", target: "anglespeedapparent", names: ["anglespeedapparent"] },
  { ...SPEEDS, target: "navigation.speedThroughWater", names: ["stw", "speed_through_water", "boat_speed"] },
  { ...ANGLES, target: "navigation.headingTrue", names: ["hdt", "heading", "heading_true"] },
  { ...ANGLES, target: "navigation.headingMagnetic", names: ["hdm", "hdg", "heading_magnetic"] },
  { ...SPEEDS, target: "environment.wind.speedTrue", names: ["tws", "true_wind_speed", "wind_speed_true"] },
  {
    ...ANGLES,
    target: "environment.wind.angleTrueWater",
    names: ["twa", "true_wind_angle", "wind_angle_true"],
  },
  {
    ...ANGLES,
    target: "environment.wind.directionTrue",
    names: ["twd", "true_wind_direction", "wind_direction"],
  },
  {
    quantity: "length",
    target: "environment.depth.belowTransducer",
    names: ["depth", "dbt", "dpt", "water_depth"],
  },
  {
    quantity: "temperature",
    target: "environment.water.temperature",
    names: ["water_temperature", "water_temp", "sea_temperature", "sst", "mtw"],
  },
  {
    quantity: "temperature",
    target: "environment.outside.temperature",
    names: ["air_temperature", "air_temp", "outside_temperature"],
  },
  {
    quantity: "pressure",
    target: "environment.outside.pressure",
    names: ["pressure", "barometer", "baro", "air_pressure"],
  },
  { quantity: "frequency", unit: "rpm", target: "propulsion.main.revolutions", names: ["rpm", "engine_rpm"] },
  {
    quantity: "frequency",
    target: "propulsion.main.revolutions",
    names: ["revolutions", "engine_revolutions"],
  },
  { quantity: "time", unit: "h", target: "propulsion.main.runTime", names: ["engine_hours"] },
  { quantity: "length", target: "navigation.log", names: ["log", "odometer"] },
  { quantity: "plain", target: "electrical.batteries.house.voltage", names: ["voltage", "battery_voltage"] },
];

const ROLES: Readonly<Record<string, Column["kind"]>> = {
  ...kind("time", [
    "time",
    "timestamp",
    "datetime",
    "date_time",
    "utc",
    "time_utc",
    "utc_time",
    "gps_time",
    "recorded_at",
  ]),
  ...kind("date", ["date", "utc_date", "date_utc"]),
  ...kind("latitude", ["latitude", "lat", "navigation_position_latitude"]),
  ...kind("longitude", ["longitude", "lon", "lng", "long", "navigation_position_longitude"]),
  ...kind("status", ["status", "state", "navigation_state"]),
};

function kind(one: Column["kind"], names: readonly string[]): Record<string, Column["kind"]> {
  return Object.fromEntries(names.map((name) => [name, one]));
}

/** Longer texts are no names of columns. */
const LONGEST_NAME = 200;

/** The column with this name; null if it is not recognised. */
export function columnOf(header: string, index: number): Column | null {
  if (header.length > LONGEST_NAME) return null;
  const { name, unit } = parts(header);
  const role = ROLES[name];
  if (role !== undefined) return { index, kind: role, meaning: role };
  for (const known of KNOWN) {
    const found = match(known, name, unit);
    if (found !== null) return { index, kind: "reading", ...found };
  }
  // A navigation path is kept unchanged, in SI units.
  if (/^[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+$/.test(header.trim())) {
    const path = header.trim();
    return {
      index,
      kind: "reading",
      meaning: path,
      put: (row, value) => {
        row.metrics[path] = value;
      },
    };
  }
  return null;
}

/** `SOG (kn)` is sog in kn; `wind speed_true` is wind_speed_true; `depth_m` keeps its ending for {@link match}. */
function parts(header: string): { name: string; unit: string | null } {
  const text = header.trim();
  const open = /[([]/.exec(text)?.index ?? -1;
  const hasUnit = open >= 0 && /[)\]]$/.test(text);
  const name = (hasUnit ? text.slice(0, open) : text)
    .toLowerCase()
    .split(/[\s.\-/_]+/)
    .filter((word) => word !== "")
    .join("_");
  return {
    name,
    unit: hasUnit
      ? text
          .slice(open + 1, -1)
          .trim()
          .toLowerCase()
      : null,
  };
}

function match(known: Known, name: string, given: string | null): Pick<Column, "put" | "meaning"> | null {
  const base = known.names.find((one) => one === name || (given === null && name.startsWith(`${one}_`)));
  if (base === undefined) return null;
  const units = UNITS[known.quantity];
  const named =
    given ??
    (name === base
      ? null
      : name
          .slice(base.length + 1)
          .replace(/^m_s$/, "m/s")
          .replace(/^km_h$/, "km/h"));
  const unit = named ?? known.unit ?? Object.keys(units)[0] ?? "";
  const scale = units[unit];
  if (scale === undefined) return null;
  const [factor, offset = 0] = scale;
  return {
    meaning: known.quantity === "plain" ? known.target : `${known.target} in ${unit}`,
    put: (row, value) => put(row, known, value * factor + offset),
  };
}

function put(row: RowDraft, known: Known, si: number): void {
  const value = withoutNoise(isColumn(known.target) ? inColumn(known.quantity, si) : si);
  if (isColumn(known.target)) row[known.target] = value;
  else row.metrics[known.target] = value;
}

type ReadingColumn = "speedoverground" | "courseovergroundtrue" | "windspeedapparent" | "anglespeedapparent";

function isColumn(target: string): target is ReadingColumn {
  return ["speedoverground", "courseovergroundtrue", "windspeedapparent", "anglespeedapparent"].includes(
    target,
  );
}

/** Columns are in knots and degrees. */
function inColumn(quantity: Quantity, si: number): number {
  return quantity === "speed" ? si / KNOT_MPS : toDegrees(si);
}
