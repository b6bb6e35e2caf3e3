/**
 * `POST /metadata`: a boat's description of itself. Plugins differ by release, so unknown members are ignored and
 * invalid values become null, rather than losing contact. The database handles row security, defaults and the upsert.
 */
import type { JsonObject, JsonValue, PreparingInsert } from "@wakelog/data-api/engine/handlers.ts";
import { isRecord } from "@wakelog/kit/json/json.ts";
import { storable } from "@wakelog/kit/json/storable.ts";
import { parseInstant } from "@wakelog/kit/time/iso-time.ts";

/** Parsers by column; undefined leaves a column unchanged. Everything else in a body is ignored. */
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

/** Handles inserts into `metadata`. A vessel has one row, which later posts change. */
export function metadataInsert(): PreparingInsert {
  return {
    kind: "prepare",
    merges: true,
    prepare: async (rows) => oneForEachVessel(rows.map(cleanedMetadata)),
  };
}

/** Merges repeats for one vessel, as if sent one after the other; a single upsert cannot. */
function oneForEachVessel(rows: readonly JsonValue[]): readonly JsonValue[] {
  const merged = new Map<JsonValue, JsonValue>();
  for (const row of rows) {
    const vessel = isRecord(row) ? (row.vessel_id ?? null) : row;
    const before = merged.get(vessel);
    merged.set(vessel, isRecord(before) && isRecord(row) ? { ...before, ...row } : row);
  }
  return [...merged.values()];
}

/** The known columns of a description, with values that can be stored. */
export function cleanedMetadata(row: JsonValue): JsonValue {
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

/** Some boats send numbers as text, and misconfigured ones send words. */
function number(value: JsonValue): JsonValue {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : null;
}

/** Clocks on board may report anything, even years that PostgreSQL does not support. */
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
