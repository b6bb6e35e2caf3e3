/** Recognises reading columns by name: `sog (kn)`, `depth_m`, `latitude` … */
import { KNOT_MPS, toDegrees, toRadians } from "@wakelog/kit/geo/units.ts";
import { withoutNoise } from "../navigation-path.ts";
import type { RowDraft } from "../row.ts";
import { type HeadSide, sideOf } from "./sides.ts";
import { type Quantity, UNITS } from "./units.ts";

/** A column that does not hold readings. */
export interface RoleColumn {
  readonly index: number;
  readonly kind: "time" | "date" | "latitude" | "longitude" | "north-south" | "east-west" | "status" | "json";
  /** The side of the earth that the head of a coordinate names. */
  readonly side?: HeadSide;
}

/** A column of readings. */
export interface ReadingColumn {
  readonly index: number;
  readonly kind: "reading";
  readonly quantity: Quantity;
  /** Destination: a column of `metrics`, or a path. */
  readonly target: string;
  /** The unit in the column's name; null if there is none. */
  readonly unit: string | null;
}

export type Column = RoleColumn | ReadingColumn;

interface Known {
  readonly names: readonly string[];
  readonly quantity: Quantity;
  /** The unit if the name contains none; if absent, inferred from the values. */
  readonly unit?: string;
  /** A column of the table `metrics`, or a path. */
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

const ROLES: ReadonlyMap<string, RoleColumn["kind"]> = new Map([
  ...role("time", "time timestamp datetime date_time utc time_utc utc_time gps_time recorded_at"),
  ...role("date", "date utc_date date_utc"),
  ...role("latitude", "latitude lat navigation_position_latitude"),
  ...role("longitude", "longitude lon lng long navigation_position_longitude"),
  ...role(
    "north-south",
    "n_s ns lat_dir lat_ns lat_n_s lat_hemisphere latitude_dir latitude_hemisphere n_s_indicator",
  ),
  ...role(
    "east-west",
    "e_w ew lon_dir lon_ew lon_e_w lon_hemisphere longitude_dir longitude_hemisphere e_w_indicator",
  ),
  ...role("status", "status state navigation_state"),
  ...role("json", "metrics telemetry extra attributes"),
]);

function role(kind: RoleColumn["kind"], names: string): (readonly [string, RoleColumn["kind"]])[] {
  return names.split(" ").map((name) => [name, kind]);
}

/** Longer texts are not column names. */
const LONGEST_NAME = 200;

/** A header for the minutes of a coordinate; next to it, S means seconds. */
const MINUTES = /^\W*(?:lat|lon|lng)[a-z]*[\W_]+m(?:in|inutes?)?\W*$/i;
const DEGREES = /^deg(?:rees?)?$/i;

/** The recognised columns among these headers. */
export function columnsIn(names: readonly string[]): readonly Column[] {
  const isInParts = names.some((name) => MINUTES.test(name.slice(0, LONGEST_NAME)));
  return names.map((name, i) => columnOf(name, i, isInParts)).filter((column) => column !== null);
}

/** The column of a coordinate whose header names its hemisphere: `lat (S)`, `Longitude W`, `latitude [degrees south]`. */
function onSideOf(header: string, index: number): RoleColumn | null {
  const words = (header.match(/\p{L}+/gu) ?? []).filter((word) => !DEGREES.test(word));
  const side = sideOf(words.pop() ?? "");
  const kind = ROLES.get(words.join("_").toLowerCase());
  if (side === null || (kind !== "latitude" && kind !== "longitude")) return null;
  return (kind === "latitude") === "NS".includes(side) ? { index, kind, side } : null;
}

/**
 * The column for a header; null if not recognised.
 * @param isInParts whether coordinates have separate columns for degrees, minutes and seconds
 */
function columnOf(header: string, index: number, isInParts = false): Column | null {
  if (header.length > LONGEST_NAME) return null;
  const coordinate = isInParts ? null : onSideOf(header, index);
  if (coordinate !== null) return coordinate;
  const { name, unit } = parts(header);
  const role = ROLES.get(name);
  if (role !== undefined) return { index, kind: role };
  for (const known of KNOWN) {
    const found = unitIn(known, name, unit);
    if (found === undefined) continue;
    return { index, kind: "reading", quantity: known.quantity, target: known.target, unit: found };
  }
  const path = header.trim();
  return isPath(path) ? { index, kind: "reading", quantity: "si", target: path, unit: null } : null;
}

/** Whether a text is a navigation path, whose values are stored unchanged, in SI units. */
export function isPath(text: string): boolean {
  return text.length <= LONGEST_NAME && /^[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+$/.test(text);
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

/** The unit in a column's name, null if there is none; undefined if it is another column. */
function unitIn(known: Known, name: string, given: string | null): string | null | undefined {
  const base = known.names.find((one) => one === name || (given === null && name.startsWith(`${one}_`)));
  if (base === undefined) return undefined;
  const ending = name === base ? null : name.slice(base.length + 1).replace(/^(m|km)_([sh])$/, "$1/$2");
  const unit = given ?? ending ?? known.unit ?? null;
  return unit === null || Object.hasOwn(UNITS[known.quantity], unit) ? unit : undefined;
}

/**
 * Puts a value into a row.
 * @returns false for an angle out of range
 */
export function putValue(
  row: RowDraft,
  { quantity, target }: ReadingColumn,
  unit: string,
  value: number,
): boolean {
  const [factor, offset = 0] = UNITS[quantity][unit] ?? [1];
  let si = value * factor + offset;
  if (quantity === "angle") {
    const degrees = toDegrees(si);
    if (degrees < -180 || degrees > 360) return false;
    if (CIRCLES.has(target) && degrees < 0) si = toRadians(degrees + 360);
  }
  if (isColumn(target)) row[target] = withoutNoise(quantity === "speed" ? si / KNOT_MPS : toDegrees(si));
  else row.metrics[target] = withoutNoise(si);
  return true;
}

/** Angles from 0 to 360 degrees; other angles are to port or starboard. */
const CIRCLES: ReadonlySet<string> = new Set([
  "courseovergroundtrue",
  "navigation.headingTrue",
  "navigation.headingMagnetic",
  "environment.wind.directionTrue",
]);

type MetricsColumn = "speedoverground" | "courseovergroundtrue" | "windspeedapparent" | "anglespeedapparent";

function isColumn(target: string): target is MetricsColumn {
  return ["speedoverground", "courseovergroundtrue", "windspeedapparent", "anglespeedapparent"].includes(
    target,
  );
}
