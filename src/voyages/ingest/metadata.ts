/**
 * What a boat says about itself: `POST /metadata`. Plugins differ by release, so what this one does not know is left
 * out and what cannot be right is left empty, rather than losing the boat's contact over it. Row security, defaults
 * and the upsert are left to the database.
 */
import type { JsonObject, JsonValue, PreparingInsert } from "../../engine/handlers.ts";

/** How each column is read; everything else in a body is ignored. */
const COLUMNS: Readonly<Record<string, (value: JsonValue) => JsonValue>> = {
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
  time: asIs,
  active: asIs,
  platform: text,
  configuration: asIs,
  available_keys: asIs,
  user_data: asIs,
};

/** The handler of inserts into `metadata`. A vessel has one row there: sending it again changes it. */
export function metadataInsert(): PreparingInsert {
  return { kind: "prepare", merges: true, prepare: async (rows) => rows.map(cleaned) };
}

function cleaned(row: JsonValue): JsonValue {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  const known: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(row as JsonObject)) {
    const read = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
    if (read !== undefined && value !== undefined) known.push([name, read(value)]);
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
