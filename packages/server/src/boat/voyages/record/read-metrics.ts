/** Reads a vessel's metric rows as fixes, in chunks, so that memory stays constant. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import type { Fix, ReportedStatus } from "../detector/fixes/fix.ts";
import { type MetricRow, toFix } from "./metric-row.ts";
import { MetricShapes } from "./packed-metrics.ts";

/** The first chunk is small, because most refolds end within a day. */
const FIRST_CHUNK = 1000;
const LARGEST_CHUNK = 4000;
const STATUSES: readonly string[] = ["sailing", "motoring", "moored", "anchored"] satisfies ReportedStatus[];

/** The fixes after a time, oldest first, in chunks. */
export async function* fixesAfter(tx: Tx, vesselId: string, after: number): AsyncGenerator<Fix[]> {
  const shapes = new MetricShapes(tx, vesselId);
  let from = after;
  for (let size = FIRST_CHUNK; ; size = Math.min(size * 2, LARGEST_CHUNK)) {
    const chunk = await readChunk(tx, vesselId, shapes, from, size);
    const last = chunk.at(-1);
    if (last === undefined) return;
    yield chunk;
    if (chunk.length < size) return;
    from = last.time;
  }
}

async function readChunk(
  tx: Tx,
  vesselId: string,
  shapes: MetricShapes,
  after: number,
  size: number,
): Promise<Fix[]> {
  const { rows } = await tx.run(sql`
    select extract(epoch from "time") * 1000, latitude, longitude, speedoverground, courseovergroundtrue, status,
      metrics, shape,
      case when shape in (
          select s.id from app.metric_shapes s
          where s.vessel_id = ${vesselId} and exists (
            select from unnest(s.names) as n (name) where n.name ~ ${TELLING_NAME}))
        then numbers end
    from app.metrics
    where vessel_id = ${vesselId} and "time" > ${instant(after)}::timestamptz
      and latitude is not null and longitude is not null
    order by "time" limit ${size}::integer`);
  await shapes.know(rows.map((row) => (row[8] == null ? null : (row[7] ?? null))));
  const fixes = await mapInSlices(
    rows,
    ([time, latitude, longitude, sog, cog, status, metrics = null, shape = null, numbers = null]) =>
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
        // Parsing all metrics costs more than the fold, and few rows contain anything for the detector.
        metrics:
          numbers === null && (metrics === null || !TELLING.test(metrics))
            ? null
            : shapes.whole({ metrics, shape, numbers }),
      }),
  );
  return fixes.filter((fix) => fix !== null);
}

/** The part of `metrics` for the detector: engines, and trips begun on board. */
const TELLING = /"propulsion\.|"(?:navigation\.)?trip/;
/** The same for key names, to select packed rows whose numbers are needed. */
const TELLING_NAME = "^(propulsion[.]|(navigation[.])?trip)";

/** A span's complete rows with positions, oldest first. */
export async function metricRowsBetween(
  tx: Tx,
  vesselId: string,
  from: number,
  to: number,
): Promise<MetricRow[]> {
  const { rows } = await tx.run(sql`
    select (extract(epoch from "time") * 1000)::float8, latitude, longitude, speedoverground, courseovergroundtrue,
      windspeedapparent, anglespeedapparent, status, metrics, shape, numbers
    from app.metrics
    where vessel_id = ${vesselId} and "time" between ${instant(from)}::timestamptz and ${instant(to)}::timestamptz
      and latitude is not null and longitude is not null
    order by "time"`);
  const shapes = new MetricShapes(tx, vesselId);
  await shapes.know(rows.map((row) => row[9] ?? null));
  return mapInSlices(
    rows,
    ([
      time,
      latitude,
      longitude,
      sog,
      cog,
      aws,
      awa,
      status,
      metrics = null,
      shape = null,
      numbers = null,
    ]) => ({
      time: Number(time),
      client_id: null,
      latitude: Number(latitude),
      longitude: Number(longitude),
      speedoverground: number(sog),
      courseovergroundtrue: number(cog),
      windspeedapparent: number(aws),
      anglespeedapparent: number(awa),
      status: isStatus(status) ? status : null,
      metrics: shapes.whole({ metrics, shape, numbers }),
    }),
  );
}

function number(text: string | null | undefined): number | null {
  return text == null ? null : Number(text);
}

function isStatus(text: string | null | undefined): text is ReportedStatus {
  return text != null && STATUSES.includes(text);
}
