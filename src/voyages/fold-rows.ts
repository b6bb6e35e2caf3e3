/** Reading a vessel's metric rows as fixes, a chunk at a time, so that memory does not grow with the past. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { JsonObject } from "../engine/handlers.ts";
import type { Fix, ReportedStatus } from "./fix.ts";
import { instant } from "./fold-state.ts";
import { type MetricRow, toFix } from "./ingest-row.ts";

const CHUNK = 5000;
const STATUSES: readonly string[] = ["sailing", "motoring", "moored", "anchored"] satisfies ReportedStatus[];

/** The fixes after a time, oldest first, in chunks. */
export async function* fixesAfter(tx: Tx, vesselId: string, after: number): AsyncGenerator<Fix[]> {
  for (let from = after; ; ) {
    const chunk = await readChunk(tx, vesselId, from);
    const last = chunk.at(-1);
    if (last === undefined) return;
    yield chunk;
    if (chunk.length < CHUNK) return;
    from = last.time;
  }
}

/** Of `metrics` only what the detector reads crosses the wire. */
async function readChunk(tx: Tx, vesselId: string, after: number): Promise<Fix[]> {
  const { rows } = await tx.run(sql`
    select (extract(epoch from "time") * 1000)::float8, latitude, longitude, speedoverground, courseovergroundtrue, status,
      case when metrics is not null then (
        select jsonb_object_agg(key, value) from jsonb_each(metrics)
        where key like 'propulsion.%' or key in ('navigation.trip.id', 'trip.id', 'tripId', 'trip_id')) end
    from api.metrics
    where vessel_id = ${vesselId} and "time" > ${instant(after)}::timestamptz
      and latitude is not null and longitude is not null
    order by "time" limit ${CHUNK}::integer`);
  return rows.flatMap(([time, latitude, longitude, sog, cog, status, metrics]) => {
    const fix = toFix({
      time: Number(time),
      client_id: null,
      latitude: Number(latitude),
      longitude: Number(longitude),
      speedoverground: number(sog),
      courseovergroundtrue: number(cog),
      windspeedapparent: null,
      anglespeedapparent: null,
      status: isStatus(status) ? status : null,
      metrics: metrics == null ? null : readings(metrics),
    });
    return fix === null ? [] : [fix];
  });
}

/** The rows of a span that have a position, whole, oldest first. */
export async function metricRowsBetween(
  tx: Tx,
  vesselId: string,
  from: number,
  to: number,
): Promise<MetricRow[]> {
  const { rows } = await tx.run(sql`
    select (extract(epoch from "time") * 1000)::float8, latitude, longitude, speedoverground, courseovergroundtrue,
      windspeedapparent, anglespeedapparent, status, metrics
    from api.metrics
    where vessel_id = ${vesselId} and "time" between ${instant(from)}::timestamptz and ${instant(to)}::timestamptz
      and latitude is not null and longitude is not null
    order by "time"`);
  return rows.map(([time, latitude, longitude, sog, cog, aws, awa, status, metrics]) => ({
    time: Number(time),
    client_id: null,
    latitude: Number(latitude),
    longitude: Number(longitude),
    speedoverground: number(sog),
    courseovergroundtrue: number(cog),
    windspeedapparent: number(aws),
    anglespeedapparent: number(awa),
    status: isStatus(status) ? status : null,
    metrics: metrics == null ? null : readings(metrics),
  }));
}

function number(text: string | null | undefined): number | null {
  return text == null ? null : Number(text);
}

function isStatus(text: string | null | undefined): text is ReportedStatus {
  return text != null && STATUSES.includes(text);
}

/** Only objects are stored in `metrics`; a null of JSON is none. */
function readings(text: string): JsonObject {
  return (JSON.parse(text) ?? {}) as JsonObject;
}
