/** Validates a boat's rows one by one: accepted as a row of `metrics`, or refused with a reason. Pure. */
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { isRecord, parseJson } from "@wakelog/kit/json/json.ts";
import { depthWithin, lengthWithin, storable } from "@wakelog/kit/json/storable.ts";
import { parseInstant } from "@wakelog/kit/time/iso-time.ts";
import { DAY } from "@wakelog/kit/time/units.ts";
import type { ReportedStatus } from "../detector/fixes/fix.ts";
import type { MetricRow } from "../record/metric-row.ts";

/** The context for validation. */
export interface ValidationRules {
  /** The vessel of the request's token. */
  readonly vesselId: string;
  /** The server's clock, milliseconds since 1970-01-01 UTC. */
  readonly now: number;
  /** Speed over ground at or above this is an instrument fault, knots. */
  readonly sogLimitKnots: number;
  /** Apparent wind at or above this is an instrument fault, knots. */
  readonly awsLimitKnots: number;
}

/** A refused row with a reason for the user. */
export interface Refusal {
  readonly reason: string;
  /** The row as it was sent. */
  readonly row: JsonValue;
}

export type Verdict = { readonly accepted: MetricRow } | { readonly refused: Refusal };

/** No masthead instrument survives this wind, knots. */
export const AWS_LIMIT_KNOTS = 200;
/** No vessel sent metrics earlier; receivers without a fix report 1970 or 1980. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** Deeper than any instrument nests; PostgreSQL's parser has a limit too. */
const MAX_DEPTH = 32;
/** Characters of keys and texts in a row's metrics: ten times as many as a fully instrumented boat sends. */
const MAX_LENGTH = 65_536;
const TOO_DEEP = `a value nested deeper than ${MAX_DEPTH} levels`;
const STATUSES: ReadonlySet<string> = new Set(["sailing", "motoring", "moored", "anchored"]);
/** Path of the status in the navigation data, where an unknown one stays readable. */
const STATUS_PATH = "navigation.state";
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Longest number sent as text, characters. */
const MOST_OF_NUMBER = 64;

class Fault extends Error {}

/** Validates one element of a batch. */
export function validateRow(raw: JsonValue, rules: ValidationRules): Verdict {
  try {
    return { accepted: accept(raw, rules) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return {
      refused: { reason: fault.message, row: depthWithin(raw, MAX_DEPTH + 1) ? storable(raw) : TOO_DEEP },
    };
  }
}

/** Why a row of the sender's vessel would be refused at a time; null if it would not. */
export function faultOf(sogLimitKnots: number): (row: JsonObject, now: number) => string | null {
  return (row, now) => {
    const rules = { vesselId: "", now, sogLimitKnots, awsLimitKnots: AWS_LIMIT_KNOTS };
    const verdict = validateRow(row, rules);
    return "refused" in verdict ? verdict.refused.reason : null;
  };
}

/** Whether all rows with a time are in the future: then the server's clock may be the wrong one. */
export function areAllAhead(rows: readonly JsonValue[], now: number): boolean {
  const times = rows.flatMap((row) => {
    const time = isRecord(row) && typeof row.time === "string" ? parseInstant(row.time) : null;
    return time === null ? [] : [time];
  });
  return times.length > 0 && times.every((time) => isAhead(time, now));
}

function isAhead(time: number, now: number): boolean {
  return time > now + DAY;
}

function accept(raw: JsonValue, rules: ValidationRules): MetricRow {
  if (!isRecord(raw)) throw new Fault("The row is not an object.");
  if (raw.vessel_id != null && raw.vessel_id !== rules.vesselId) {
    throw new Fault("The row names a different vessel from the token.");
  }
  const time = instant(raw.time, rules.now);
  const latitude = coordinate(raw, "latitude", 90);
  const longitude = coordinate(raw, "longitude", 180);
  if (latitude !== null && longitude !== null) plausible(latitude, longitude);
  const speedoverground = real(raw, "speedoverground");
  if (speedoverground !== null && speedoverground >= rules.sogLimitKnots) {
    throw new Fault(`The speed over ground of ${speedoverground} kn is not below ${rules.sogLimitKnots} kn.`);
  }
  const windspeedapparent = real(raw, "windspeedapparent");
  if (windspeedapparent !== null && windspeedapparent >= rules.awsLimitKnots) {
    throw new Fault(`The apparent wind of ${windspeedapparent} kn is not below ${rules.awsLimitKnots} kn.`);
  }
  const given = readings(raw.metrics);
  const status = reported(raw.status);
  const noted = raw.status != null && raw.status !== "" && status === null;
  return {
    time,
    client_id: text(raw, "client_id"),
    latitude,
    longitude,
    speedoverground,
    courseovergroundtrue: real(raw, "courseovergroundtrue"),
    windspeedapparent,
    anglespeedapparent: real(raw, "anglespeedapparent"),
    status,
    metrics: noted && given?.[STATUS_PATH] === undefined ? note(given, raw.status ?? null) : given,
  };
}

function instant(value: JsonValue | undefined, now: number): number {
  if (value == null) throw new Fault("The row has no time.");
  const time = typeof value === "string" ? parseInstant(value) : null;
  if (time === null) throw new Fault(`The time ${shown(value)} is not an ISO 8601 time.`);
  if (isAhead(time, now)) throw new Fault("The time is more than 24 hours in the future.");
  if (time < EARLIEST) throw new Fault("The time is before 2000.");
  return time;
}

function coordinate(raw: JsonObject, name: "latitude" | "longitude", limit: number): number | null {
  const value = real(raw, name);
  if (value !== null && Math.abs(value) > limit) {
    throw new Fault(`The ${name} ${value} is not between -${limit} and ${limit}.`);
  }
  return value;
}

function plausible(latitude: number, longitude: number): void {
  if (latitude === 0 && longitude === 0) throw new Fault("The position is 0, 0: the receiver had no fix.");
  if (latitude === longitude && Math.abs(latitude) > 1) {
    throw new Fault("Latitude and longitude are equal: the receiver mixed them up.");
  }
}

function real(raw: JsonObject, name: string): number | null {
  const value = raw[name];
  if (value == null) return null;
  const number = typeof value === "string" && isNumber(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw new Fault(`The ${name} ${shown(value)} is not a number.`);
}

function isNumber(text: string): boolean {
  return text.length <= MOST_OF_NUMBER && NUMBER.test(text.trim());
}

function text(raw: JsonObject, name: string): string | null {
  const value = raw[name];
  if (value == null) return null;
  if (typeof value === "string") return String(storable(value));
  if (typeof value === "number") return String(value);
  throw new Fault(`The ${name} ${shown(value)} is not text.`);
}

function readings(value: JsonValue | undefined): JsonObject | null {
  if (value == null) return null;
  // Some clients send the object as JSON text.
  const object = typeof value === "string" ? parseJson(value) : value;
  if (!isRecord(object)) throw new Fault(`The metrics ${shown(value)} are not an object.`);
  if (!depthWithin(object, MAX_DEPTH))
    throw new Fault(`The metrics are nested deeper than ${MAX_DEPTH} levels.`);
  if (!lengthWithin(object, MAX_LENGTH))
    throw new Fault(`The metrics have more than ${MAX_LENGTH} characters of text.`);
  const kept = storable(object);
  return isRecord(kept) ? kept : null;
}

function reported(value: JsonValue | undefined): ReportedStatus | null {
  if (typeof value !== "string") return null;
  if (isStatus(value)) return value;
  const plain = value.trim().toLowerCase();
  return isStatus(plain) ? plain : null;
}

function isStatus(value: string): value is ReportedStatus {
  return STATUSES.has(value);
}

function note(metrics: JsonObject | null, status: JsonValue): JsonObject {
  const words = typeof status === "string" ? status : jsonText(status);
  return { ...metrics, [STATUS_PATH]: storable(words.slice(0, 200)) };
}

/** JSON for messages. Values nested too deep have none; numbers too large for JSON are named. */
function jsonText(value: JsonValue): string {
  if (typeof value === "number") return String(value);
  return depthWithin(value, MAX_DEPTH) ? JSON.stringify(value) : TOO_DEEP;
}

function shown(value: JsonValue): string {
  const words = jsonText(value);
  return words.length > 60 ? `${String(storable(words.slice(0, 60)))}…` : words;
}
