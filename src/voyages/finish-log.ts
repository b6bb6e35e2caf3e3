/**
 * Finishing a log: distance, averages, track, names of both ends. Everything is counted anew from the metrics, so it
 * may run any number of times; what people wrote stays as it is.
 */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { namePosition } from "../geo/places.ts";
import { believed, counterGains, lengthNm, maximum, meanSogKnots } from "./finish-numbers.ts";
import { type Coordinate, trackGeojson } from "./finish-track.ts";
import { announceLog } from "./finished.ts";
import { metricRowsBetween } from "./fold-rows.ts";
import type { MetricRow } from "./ingest-row.ts";
import { nearestMoorage } from "./moorages.ts";
import { DEFAULT_SETTINGS, parseSettings } from "./settings.ts";

const logRow = z.object({
  started: z.number(),
  ended: z.number(),
  from_latitude: z.number(),
  from_longitude: z.number(),
  to_latitude: z.number(),
  to_longitude: z.number(),
  name: z.string().nullable(),
  from_name: z.string().nullable(),
  to_name: z.string().nullable(),
  notes: z.string().nullable(),
  segments: z.array(z.object({ kind: z.string(), distanceNm: z.number() })).nullable(),
  written: z.array(z.string()).nullable(),
  settings: z.record(z.string(), z.unknown()).nullable(),
});
type Log = z.infer<typeof logRow>;

interface End {
  readonly name: string;
  readonly moorageId: number | null;
}

/** Observations as they stand until somebody makes them. */
const NO_OBSERVATIONS = { observations: { seaState: -1, cloudCoverage: -1, visibility: -1 } };

/** Finishes a log that has ended; does nothing where it is gone or open again meanwhile. */
export async function finishLog(tx: Tx, vesselId: string, id: number): Promise<void> {
  const log = await readLog(tx, vesselId, id);
  if (log === null) return;
  const settings =
    log.settings === null || Object.keys(log.settings).length === 0
      ? DEFAULT_SETTINGS
      : parseSettings(log.settings);
  const written = new Set(log.written);
  // Nobody recorded what a person drew; the boat lay elsewhere meanwhile, if it says anything.
  const drawn = written.has("id");
  const recorded = drawn ? [] : await metricRowsBetween(tx, vesselId, log.started, log.ended);
  const rows = believed(recorded, settings);
  const from = written.has("_from") ? keptEnd(log.from_name) : null;
  const to = written.has("_to") ? keptEnd(log.to_name) : null;
  const start = await end(tx, vesselId, id, "from", log.from_latitude, log.from_longitude);
  const arrival = await end(tx, vesselId, id, "to", log.to_latitude, log.to_longitude);
  const fromName = from ?? start.name;
  const toName = to ?? arrival.name;
  const name = written.has("name") && log.name !== null ? log.name : `${fromName} to ${toName}`;
  const line = lineOf(log, rows);
  const distanceNm = rows.length < 2 ? drawnNm(log, line) : lengthNm(positions(line));
  const numbers = {
    distanceNm,
    averageKnots: meanSogKnots(rows) ?? straightKnots(log, distanceNm),
    maximumKnots: maximum(rows.map((row) => row.speedoverground)),
    maximumWindKnots: maximum(rows.map((row) => row.windspeedapparent)),
  };
  const geojson = trackGeojson(
    { id, name, notes: log.notes, startedAt: log.started, endedAt: log.ended, ...numbers },
    line,
    rows,
  );
  await tx.run(sql`
    update api.logbook set
      name = ${name}, _from = ${fromName}, _to = ${toName},
      _from_moorage_id = ${start.moorageId}::int, _to_moorage_id = ${arrival.moorageId}::int,
      distance = ${numbers.distanceNm}::numeric, duration = _to_time - _from_time,
      avg_speed = case when ${drawn} then coalesce(avg_speed, ${numbers.averageKnots}::float8) else ${numbers.averageKnots}::float8 end, max_speed = case when ${drawn} then coalesce(max_speed, ${numbers.maximumKnots}::float8) else ${numbers.maximumKnots}::float8 end,
      max_wind_speed = case when ${drawn} then coalesce(max_wind_speed, ${numbers.maximumWindKnots}::float8) else ${numbers.maximumWindKnots}::float8 end,
      track_geom = case when ${drawn} and track_geom is not null then track_geom else app.make_line(${JSON.stringify(line)}::jsonb) end,
      track_geog = case when ${drawn} and track_geog is not null then track_geog else app.make_line(${JSON.stringify(line)}::jsonb) end,
      track_geojson = case when ${drawn} and track_geojson is not null then track_geojson else ${JSON.stringify(geojson)}::jsonb end,
      extra = ${JSON.stringify(NO_OBSERVATIONS)}::jsonb || case
        when ${written.has("extra")} then ${JSON.stringify({ metrics: counterGains(rows) })}::jsonb || coalesce(extra, '{}')
        else coalesce(extra, '{}') || ${JSON.stringify({ metrics: counterGains(rows) })}::jsonb end
    where vessel_id = ${vesselId} and id = ${id}::int`);
  await announceLog(tx, vesselId, id);
}

async function readLog(tx: Tx, vesselId: string, id: number): Promise<Log | null> {
  const [found] = await tx.query(sql`
    select (extract(epoch from l._from_time) * 1000)::float8 as started, (extract(epoch from l._to_time) * 1000)::float8 as ended,
      l._from_lat as from_latitude, l._from_lng as from_longitude, l._to_lat as to_latitude, l._to_lng as to_longitude,
      l.name, l._from as from_name, l._to as to_name, l.notes, l.segments, w.columns as written, f.settings
    from api.logbook l
    left join app.written_by_people w on w.vessel_id = l.vessel_id and w.resource = 'logbook' and w.id = l.id
    left join app.fold_states f on f.vessel_id = l.vessel_id
    where l.vessel_id = ${vesselId} and l.id = ${id}::int and not coalesce(l.active, false) and l._to_time is not null
      and l._from_lat is not null and l._from_lng is not null and l._to_lat is not null and l._to_lng is not null`);
  return found === undefined ? null : logRow.parse(found);
}

function keptEnd(name: string | null): string | null {
  return name === null || name === "" ? null : name;
}

/** One end of a leg: the stay there, else a moorage in reach, else the nearest place. */
async function end(
  tx: Tx,
  vesselId: string,
  id: number,
  which: "from" | "to",
  latitude: number,
  longitude: number,
): Promise<End> {
  const meeting = which === "from" ? sql`s.departed = l._from_time` : sql`s.arrived = l._to_time`;
  const [beside] = await tx.query(sql`
    select s.moorage_id, m.name from api.logbook l
    join api.stays s on s.vessel_id = l.vessel_id and ${meeting}
    join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
    where l.vessel_id = ${vesselId} and l.id = ${id}::int limit 1`);
  const linked = z.object({ moorage_id: z.number(), name: z.string().nullable() }).optional().parse(beside);
  const near = linked === undefined ? await nearestMoorage(tx, vesselId, latitude, longitude) : null;
  const name = linked?.name ?? near?.name ?? namePosition(latitude, longitude).name;
  return { name, moorageId: linked?.moorage_id ?? near?.id ?? null };
}

/** From where the leg began to where it ended, also where the first or the last part was not recorded. */
function lineOf(log: Log, rows: readonly MetricRow[]): Coordinate[] {
  const line = rows.flatMap((row): Coordinate[] =>
    row.latitude === null || row.longitude === null ? [] : [[row.longitude, row.latitude]],
  );
  const first = rows[0];
  const last = rows.at(-1);
  if (first === undefined || first.time > log.started) line.unshift([log.from_longitude, log.from_latitude]);
  if (last === undefined || last.time < log.ended) line.push([log.to_longitude, log.to_latitude]);
  return line;
}

function positions(line: readonly Coordinate[]): { latitude: number; longitude: number }[] {
  return line.map(([longitude, latitude]) => ({ latitude, longitude }));
}

/** Of a leg that no receiver saw: what a person said of it, else the straight way. */
function drawnNm(log: Log, line: readonly Coordinate[]): number {
  const said = (log.segments ?? []).reduce((sum, part) => sum + part.distanceNm, 0);
  return said > 0 ? Math.round(said * 1e4) / 1e4 : lengthNm(positions(line));
}

function straightKnots(log: Log, distanceNm: number): number | null {
  const hours = (log.ended - log.started) / 3_600_000;
  return hours > 0 ? distanceNm / hours : null;
}
