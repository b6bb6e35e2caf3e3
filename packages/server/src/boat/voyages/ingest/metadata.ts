/**
 * What a boat says about itself: `POST /metadata`. Plugins differ by release, so what this one does not know is left
 * out and what cannot be right is left empty, rather than losing the boat's contact over it. Row security, defaults
 * and the upsert are left to the database.
 */
import type { JsonObject, JsonValue, PreparingInsert } from "@wakelog/data-api/engine/handlers.ts";
import { isRecord } from "@wakelog/kit/json/json.ts";
import { parseInstant } from "@wakelog/kit/time/iso-time.ts";
import { storable } from "./storable-json.ts";

/** How each column is read, undefined being what is left as it was; everything else in a body is ignored. */
const COLUMNS: Readonly<Record<string, (value: JsonValue) => JsonValue | undefined>> = {
  vessel_id: asIs,
  name: text,
  mmsi: number,
  client_id: text,
  length: number,
  beam: number,
  height: number,
  ship_type: number,
  plugin_version: text,
  navdata_version: text,
  time: instant,
  active: boolean,
  platform: text,
  configuration: object,
  available_keys: list,
  user_data: object,
};

/** The handler of inserts into `metadata`. A vessel has one row there: sending it again changes it. */
export function metadataInsert(): PreparingInsert {
  return { kind: "prepare", merges: true, prepare: async (rows) => oneForEachVessel(rows.map(cleaned)) };
}

/** What is sent twice in one body ends as if it had been sent one after the other, which one statement cannot do. */
function oneForEachVessel(rows: readonly JsonValue[]): readonly JsonValue[] {
  const said = new Map<JsonValue, JsonValue>();
  for (const row of rows) {
    const vessel = isRecord(row) ? (row.vessel_id ?? null) : row;
    const before = said.get(vessel);
    said.set(vessel, isRecord(before) && isRecord(row) ? { ...before, ...row } : row);
  }
  return [...said.values()];
}

function cleaned(row: JsonValue): JsonValue {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  const known: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(row as JsonObject)) {
    const read = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
    const column = value === undefined ? undefined : read?.(storable(value));
    if (column !== undefined) known.push([name, column]);
  }
  return Object.fromEntries(known);
}

function asIs(value: JsonValue): JsonValue {
  return value;
}

function text(value: JsonValue): JsonValue {
  return typeof value === "object" ? null : String(value);
}

/** Numbers come as text from some boats, and as words from misconfigured ones. */
function number(value: JsonValue): JsonValue {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : null;
}

/** Clocks on board may say anything, also years that the database does not know. */
function instant(value: JsonValue): JsonValue | undefined {
  const time = typeof value === "string" ? parseInstant(value) : null;
  return time === null || time < 0 ? undefined : new Date(time).toISOString();
}

function boolean(value: JsonValue): JsonValue | undefined {
  return typeof value === "boolean" || value === "true" || value === "false" ? value : undefined;
}

function object(value: JsonValue): JsonValue | undefined {
  return value === null || isRecord(value) ? value : undefined;
}

function list(value: JsonValue): JsonValue | undefined {
  return value === null || Array.isArray(value) ? value : undefined;
}
