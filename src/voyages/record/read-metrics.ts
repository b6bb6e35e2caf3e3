/** Reading a vessel's metric rows as fixes, a chunk at a time, so that memory does not grow with the past. */
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import type { JsonObject } from "../../engine/handlers.ts";
import { instant } from "../../time/instant.ts";
import { mapInSlices } from "../../time/slices.ts";
import type { Fix, ReportedStatus } from "../detector/fixes/fix.ts";
import { type MetricRow, toFix } from "./metric-row.ts";

/** A chunk of the first size, then larger ones: most folds of the past end within a day. */
const FIRST_CHUNK = 1000;
const LARGEST_CHUNK = 4000;
const STATUSES: readonly string[] = ["sailing", "motoring", "moored", "anchored"] satisfies ReportedStatus[];

/** The fixes after a time, oldest first, in chunks. */
export async function* fixesAfter(tx: Tx, vesselId: string, after: number): AsyncGenerator<Fix[]> {
  let from = after;
  for (let size = FIRST_CHUNK; ; size = Math.min(size * 2, LARGEST_CHUNK)) {
    const chunk = await readChunk(tx, vesselId, from, size);
    const last = chunk.at(-1);
    if (last === undefined) return;
    yield chunk;
    if (chunk.length < size) return;
    from = last.time;
  }
}

async function readChunk(tx: Tx, vesselId: string, after: number, size: number): Promise<Fix[]> {
  const { rows } = await tx.run(sql`
    select extract(epoch from "time") * 1000, latitude, longitude, speedoverground, courseovergroundtrue, status,
      case when shape in (
          select s.id from app.metric_shapes s
          where s.vessel_id = ${vesselId} and exists (
            select from unnest(s.names) as n (name) where n.name ~ ${TELLING_NAME}))
        then app.whole_metrics(metrics, shape, numbers) else metrics end
    from app.metrics
    where vessel_id = ${vesselId} and "time" > ${instant(after)}::timestamptz
      and latitude is not null and longitude is not null
    order by "time" limit ${size}::integer`);
  const fixes = await mapInSlices(rows, ([time, latitude, longitude, sog, cog, status, metrics]) =>
    toFix({
      time: Math.round(Number(time)),
      client_id: null,
      latitude: Number(latitude),
      longitude: Number(longitude),
      speedoverground: number(sog),
      courseovergroundtrue: number(cog),
      windspeedapparent: null,
      anglespeedapparent: null,
      status: isStatus(status) ? status : null,
      // Parsing the whole of it costs more than the fold, and few rows say anything that the detector reads.
      metrics: metrics == null || !TELLING.test(metrics) ? null : readings(metrics),
    }),
  );
  return fixes.filter((fix) => fix !== null);
}

/** What the detector reads of `metrics`: engines, and a trip begun on board. */
const TELLING = /"propulsion\.|"(?:navigation\.)?trip/;
/** The same of a name: only rows of shapes that have one are unpacked, as that costs more than all else of a row. */
const TELLING_NAME = "^(propulsion[.]|(navigation[.])?trip)";

/** The rows of a span that have a position, whole, oldest first. */
export async function metricRowsBetween(
  tx: Tx,
  vesselId: string,
  from: number,
  to: number,
): Promise<MetricRow[]> {
  const { rows } = await tx.run(sql`
    select (extract(epoch from "time") * 1000)::float8, latitude, longitude, speedoverground, courseovergroundtrue,
      windspeedapparent, anglespeedapparent, status,
      app.whole_metrics(metrics, shape, numbers)
    from app.metrics
    where vessel_id = ${vesselId} and "time" between ${instant(from)}::timestamptz and ${instant(to)}::timestamptz
      and latitude is not null and longitude is not null
    order by "time"`);
  return mapInSlices(rows, ([time, latitude, longitude, sog, cog, aws, awa, status, metrics]) => ({
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

/** Only objects are stored in `metrics`; a JSON null counts as an empty one. */
function readings(text: string): JsonObject {
  return (JSON.parse(text) ?? {}) as JsonObject;
}
