/** An accepted metric row and its fix for the detector. */
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import type { EngineReading, Fix, ReportedStatus } from "../detector/fixes/fix.ts";

/** A row of `metrics` in the table's units: degrees and knots; `metrics` in SI units. */
export interface MetricRow {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly client_id: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly speedoverground: number | null;
  readonly courseovergroundtrue: number | null;
  readonly windspeedapparent: number | null;
  readonly anglespeedapparent: number | null;
  readonly status: ReportedStatus | null;
  readonly metrics: JsonObject | null;
}

/** Keys for the id of a trip begun on board. */
const TRIP_KEYS = ["navigation.trip.id", "trip.id", "tripId", "trip_id"] as const;
/** An engine runs above these revolutions, hertz; an idling diesel turns at 10 Hz. */
const RUNNING_HZ = 1;

/** The row's fix; null without a position. */
export function toFix(row: MetricRow): Fix | null {
  if (row.latitude === null || row.longitude === null) return null;
  return {
    time: row.time,
    latitude: row.latitude,
    longitude: row.longitude,
    sogKnots: row.speedoverground,
    cogDegrees: row.courseovergroundtrue,
    status: row.status,
    engine: row.metrics === null ? null : engineReading(row.metrics),
    tripId: tripIdOf(row),
  };
}

/** The row's engine reading; null if there is none. */
function engineReading(metrics: JsonObject): EngineReading | null {
  let running: boolean | null = null;
  let runTimeSeconds: number | null = null;
  for (const key in metrics) {
    if (!key.startsWith("propulsion.")) continue;
    const value = metrics[key];
    if (key.endsWith(".state") && typeof value === "string") {
      running = value === "started" || (value === "stopped" ? (running ?? false) : running);
    } else if (key.endsWith(".revolutions") && typeof value === "number") {
      running = (running ?? false) || value > RUNNING_HZ;
    } else if (key.endsWith(".runTime") && typeof value === "number") {
      runTimeSeconds = Math.max(runTimeSeconds ?? value, value);
    }
  }
  return running === null && runTimeSeconds === null ? null : { running, runTimeSeconds };
}

/** The id of the trip that the row belongs to, as the boat named it on board; null if there is none. */
export function tripIdOf({ metrics }: Pick<MetricRow, "metrics">): string | null {
  if (metrics === null) return null;
  for (const key of TRIP_KEYS) {
    const value: JsonValue | undefined = metrics[key];
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return null;
}
