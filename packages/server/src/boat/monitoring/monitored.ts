/**
 * Monitored values: names for values that boats send under various keys, or any key itself. The SQL counterpart is
 * `app.monitored_values` (packages/server/sql/code/45_monitoring/30_monitored_values.sql).
 */
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import type { JsonObject, JsonValue } from "@wakelog/kit/json/json.ts";

/** The part of a metric row that monitoring reads: positions in degrees, speeds in knots, `metrics` in SI units. */
export interface WatchedRow {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly speedoverground: number | null;
  readonly windspeedapparent: number | null;
  readonly metrics: JsonObject | null;
}

/** Reads one value of a row, in SI units; null if the row does not have it. */
export type Reading = (row: WatchedRow) => number | null;

/** Where to look for a value: first the owner's key, then the usual ones. */
interface Places {
  /** Member of `metadata.configuration` that names the owner's key. */
  readonly setting?: string;
  readonly usual: readonly string[];
  /** Column of the row to try last, in knots. */
  readonly last?: "speedoverground" | "windspeedapparent";
}

const PLACES: ReadonlyMap<string, Places> = new Map<string, Places>([
  ["voltage", { setting: "voltageKey", usual: ["electrical.batteries.House.voltage"] }],
  ["charge", { setting: "stateOfChargeKey", usual: ["electrical.batteries.House.capacity.stateOfCharge"] }],
  ["depth", { setting: "depthKey", usual: ["environment.depth.belowTransducer"] }],
  [
    "wind",
    {
      setting: "windSpeedKey",
      usual: ["environment.wind.speedTrue", "environment.wind.speedOverGround"],
      last: "windspeedapparent",
    },
  ],
  ["speed", { usual: [], last: "speedoverground" }],
  ["pressure", { setting: "outsidePressureKey", usual: ["environment.outside.pressure"] }],
  ["inside_temperature", { setting: "insideTemperatureKey", usual: ["environment.inside.temperature"] }],
  ["outside_temperature", { setting: "outsideTemperatureKey", usual: ["environment.outside.temperature"] }],
  ["water_temperature", { setting: "waterTemperatureKey", usual: ["environment.water.temperature"] }],
  [
    "inside_humidity",
    {
      setting: "insideHumidityKey",
      usual: ["environment.inside.relativeHumidity", "environment.inside.humidity"],
    },
  ],
  [
    "outside_humidity",
    {
      setting: "outsideHumidityKey",
      usual: ["environment.outside.relativeHumidity", "environment.outside.humidity"],
    },
  ],
]);

/** Of several tanks, take the critical one: the lowest, or the fullest for waste. */
const TANKS: ReadonlyMap<string, { readonly keys: RegExp; readonly pick: typeof Math.min }> = new Map([
  ["fuel", { keys: /^tanks\.fuel\.[^.]+\.currentLevel$/, pick: Math.min }],
  ["fresh_water", { keys: /^tanks\.freshWater\.[^.]+\.currentLevel$/, pick: Math.min }],
  ["waste_water", { keys: /^tanks\.(wasteWater|blackWater)\.[^.]+\.currentLevel$/, pick: Math.max }],
]);

/** The monitored names. */
export const MONITORED_NAMES: readonly string[] = [...PLACES.keys(), ...TANKS.keys()];

const ON: ReadonlySet<string> = new Set(["on", "true", "running", "started"]);
const OFF: ReadonlySet<string> = new Set(["off", "false", "stopped"]);
const NUMBER = /^[+-]?\d{1,15}(\.\d{1,15})?$/;
/** Larger values are instrument faults. */
const LARGEST = 1e300;

/** A number that can be compared; null for anything else. */
function numberOf(value: JsonValue | undefined): number | null {
  return typeof value === "number" && Math.abs(value) < LARGEST ? value : null;
}

/** As {@link numberOf}; switches and pumps count as 1 and 0. */
function numberOrSwitch(value: JsonValue | undefined): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string") return numberOf(value);
  if (NUMBER.test(value)) return Number(value);
  const word = value.toLowerCase();
  return ON.has(word) ? 1 : OFF.has(word) ? 0 : null;
}

/**
 * The reader of a monitored name or of any key of `metrics`.
 * @param chosen the owner's keys: `metadata.configuration`
 */
export function readingOf(name: string, chosen: JsonObject): Reading {
  const tanks = TANKS.get(name);
  if (tanks !== undefined) return ({ metrics }) => tankLevel(metrics, tanks.keys, tanks.pick);
  const places = PLACES.get(name);
  if (places === undefined) return ({ metrics }) => (metrics === null ? null : numberOrSwitch(metrics[name]));
  const own = places.setting === undefined ? undefined : chosen[places.setting];
  const keys = typeof own === "string" ? [own, ...places.usual] : places.usual;
  const { last } = places;
  return (row) => firstNumber(row.metrics, keys) ?? (last === undefined ? null : mps(row[last]));
}

function mps(knots: number | null): number | null {
  return knots === null ? null : knots * KNOT_MPS;
}

function firstNumber(metrics: JsonObject | null, keys: readonly string[]): number | null {
  if (metrics === null) return null;
  for (const key of keys) {
    const value = numberOf(metrics[key]);
    if (value !== null) return value;
  }
  return null;
}

function tankLevel(metrics: JsonObject | null, keys: RegExp, pick: typeof Math.min): number | null {
  let found: number | null = null;
  for (const key in metrics) {
    if (!key.startsWith("tanks.") || !keys.test(key)) continue;
    const level = numberOf(metrics[key]);
    if (level !== null) found = found === null ? level : pick(found, level);
  }
  return found;
}

const BILGE = /(bilge[^.]*|\.(currentLevel|level|state|running|active|on|alarm|water|wet))$/i;
const ELSE_IN_BILGE = /light|lamp|fan|blower|heater|vent|temp|humid|count|cycle|time|hours/i;

/** Whether a key says that there is water in the bilge or that its pump runs. In SQL: `app.is_of_bilge`. */
function isOfBilge(key: string): boolean {
  return /bilge/i.test(key) && BILGE.test(key) && !ELSE_IN_BILGE.test(key);
}

/** Whether a row has a bilge or bilge pump key. */
export function measuresBilge({ metrics }: WatchedRow): boolean {
  return metrics !== null && Object.keys(metrics).some(isOfBilge);
}
