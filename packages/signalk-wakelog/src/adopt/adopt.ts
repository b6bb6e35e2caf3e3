/** Coming from the other plugin: its settings and its unsent rows are taken over, and its files only read. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Draft, FLAG, isRecord, type Value } from "../buffer/row.ts";
import { flatten, isRecorded, significant } from "../sample/recorded-paths.ts";
import { type Cell, readTable } from "./sqlite.ts";

/** The other plugin. */
export const OTHER = "signalk-postgsail";

const KNOT = 1852 / 3600;
const DIGITS = 7;
const RADIANS = Math.PI / 180;
/** Columns and what they are in Signal K. */
const COLUMNS: readonly (readonly [column: string, path: string, factor: number])[] = [
  ["speedoverground", "navigation.speedOverGround", KNOT],
  ["courseovergroundtrue", "navigation.courseOverGroundTrue", RADIANS],
  ["windspeedapparent", "environment.wind.speedApparent", KNOT],
  ["anglespeedapparent", "environment.wind.angleApparent", RADIANS],
];

/** What the other plugin has beside ours. */
export interface OtherPlugin {
  readonly isEnabled: boolean;
  /** Its server's address and token as a pairing line; null if it has none. */
  readonly line: string | null;
}

/** Looks for the other plugin. @param folder our folder of data; @returns null if it is not there */
export function findOther(folder: string): OtherPlugin | null {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(dirname(folder), `${OTHER}.json`), "utf8"));
  } catch {
    return null;
  }
  if (!isRecord(json)) return null;
  const { host, token } = isRecord(json.configuration) ? json.configuration : {};
  const isPaired = typeof host === "string" && host !== "" && typeof token === "string" && token !== "";
  return { isEnabled: json.enabled === true, line: isPaired ? `${host} ${token}` : null };
}

/** Its unsent rows, oldest first; none if there is no buffer. @throws if its buffer cannot be read */
export function unsentRows(folder: string): Draft[] {
  const path = join(dirname(folder), OTHER, "postgsail.sqlite3");
  if (!existsSync(path)) return [];
  const rows = readTable(path, "buffer").flatMap(draftOf);
  return rows.sort((a, b) => a.time - b.time);
}

/** A row of the other plugin as ours; none without a time. */
function draftOf(row: Record<string, Cell>): Draft[] {
  const time = timeOf(row.time ?? null);
  if (time === null) return [];
  const values: Record<string, Value> = metricsOf(row.metrics ?? null);
  for (const [column, path, factor] of COLUMNS) {
    const value = row[column];
    if (typeof value === "number") values[path] = significant(value * factor, DIGITS);
  }
  if (typeof row.status === "string" && row.status !== "") values["navigation.state"] = row.status;
  const { latitude, longitude } = row;
  const hasFix = typeof latitude === "number" && typeof longitude === "number";
  return [
    {
      time,
      run: "adopted",
      mono: 0,
      flags: hasFix ? FLAG.fix : 0,
      latitude: hasFix ? latitude : null,
      longitude: hasFix ? longitude : null,
      values,
      facts: null,
    },
  ];
}

function timeOf(cell: Cell): number | null {
  const text = typeof cell === "string" && !/(Z|[+-]\d\d:?\d\d)$/.test(cell) ? `${cell}Z` : cell;
  const time = typeof text === "string" ? Date.parse(text) : (text ?? Number.NaN);
  return Number.isNaN(time) ? null : Math.round(time);
}

function metricsOf(cell: Cell): Record<string, Value> {
  let json: unknown;
  try {
    json = JSON.parse(String(cell));
  } catch {
    json = null;
  }
  const entries = isRecord(json) ? Object.entries(json) : [];
  const values: Record<string, Value> = {};
  for (const [path, value] of entries) {
    if (typeof value === "object" || !isRecorded(path)) continue;
    for (const [name, part] of flatten(path, value)) if (part !== null) values[name] = part;
  }
  return values;
}
