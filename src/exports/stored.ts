/** Reading logs and moorages for export, as the caller: row security decides what there is. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import type { ExportedLog, ExportedMoorage } from "./model.ts";
import { cutTrack, storedGaps, storedTrack } from "./track.ts";

const logRow = z.object({
  id: z.number(),
  vessel_id: z.string(),
  name: z.string().nullable(),
  from_name: z.string().nullable(),
  to_name: z.string().nullable(),
  started: z.number(),
  ended: z.number().nullable(),
  distance: z.number().nullable(),
  avg_speed: z.number().nullable(),
  max_speed: z.number().nullable(),
  notes: z.string().nullable(),
  segments: z.unknown(),
  track: z.unknown(),
  /** Whether it was found in the rows, rather than only written down. */
  recorded: z.boolean(),
});

/** Which logs: one, or a range whose ends may each be open. */
export type LogChoice =
  | { readonly id: number }
  | { readonly first: number | null; readonly last: number | null };

/** The chosen logs in order of time; the track of one that is not finished yet comes from the metrics. */
export async function readLogs(tx: Tx, choice: LogChoice): Promise<ExportedLog[]> {
  const chosenRows = await tx.query(sql`
    select l.id, l.vessel_id, l.name, l._from as from_name, l._to as to_name,
           (extract(epoch from l._from_time) * 1000)::float8 as started,
           (extract(epoch from l._to_time) * 1000)::float8 as ended,
           l.distance::float8 as distance, l.avg_speed, l.max_speed, l.notes, l.segments, l.track_geojson as track,
           l.confidence is not null as recorded
    from api.logbook l
    where ${chosen(choice)}
    order by l._from_time, l.id`);
  const logs: ExportedLog[] = [];
  for (const row of chosenRows) {
    const log = logRow.parse(row);
    const rows = log.track === null && log.recorded ? await tx.query(unfinishedTrack(log)) : [];
    const track = log.track ?? { features: rows.map(({ feature }) => feature) };
    logs.push({
      id: log.id,
      vesselId: log.vessel_id,
      name: log.name ?? `Log ${log.id}`,
      from: log.from_name,
      to: log.to_name,
      startedAt: log.started,
      endedAt: log.ended,
      distanceNm: log.distance,
      averageKnots: log.avg_speed,
      maximumKnots: log.max_speed,
      notes: log.notes,
      lines: cutTrack(storedTrack(track), storedGaps(log.segments)),
    });
  }
  return logs;
}

/**
 * The rows of a log as points. Vessel and times are given as values, so that the database reads that range of the
 * table's key whatever its statistics say about the rows of others.
 */
function unfinishedTrack(log: {
  readonly vessel_id: string;
  readonly started: number;
  readonly ended: number | null;
}): Sql {
  const ended = log.ended === null ? "infinity" : new Date(Math.ceil(log.ended)).toISOString();
  return sql`
    select jsonb_build_object(
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(m.longitude, m.latitude)),
      'properties', jsonb_build_object(
        'time', m."time", 'speedoverground', m.speedoverground,
        'courseovergroundtrue', m.courseovergroundtrue, 'windspeedapparent', m.windspeedapparent,
        'anglespeedapparent', m.anglespeedapparent, 'status', m.status)) as feature
    from api.metrics m
    where m.vessel_id = ${log.vessel_id} and m.latitude is not null and m.longitude is not null
      and m."time" >= ${new Date(log.started).toISOString()}::timestamptz and m."time" <= ${ended}::timestamptz
    order by m."time"`;
}

function chosen(choice: LogChoice): Sql {
  if ("id" in choice) return sql`l.id = ${choice.id}::bigint`;
  const first = choice.first === null ? empty : sql` and l.id >= ${choice.first}::bigint`;
  const last = choice.last === null ? empty : sql` and l.id <= ${choice.last}::bigint`;
  return sql`not coalesce(l.active, false)${first}${last}`;
}

const moorageRow = z.object({
  id: z.number(),
  vessel_id: z.string(),
  name: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  stay_type: z.string().nullable(),
  first_seen: z.number().nullable(),
  last_seen: z.number().nullable(),
  visits: z.number().nullable(),
  total_stay: z.number().nullable(),
  notes: z.string().nullable(),
});

/** Every moorage that has a position, in order of ids. */
export async function readMoorages(tx: Tx): Promise<ExportedMoorage[]> {
  const rows = await tx.query(sql`
    select m.id, m.vessel_id, m.name, m.latitude, m.longitude, t.description as stay_type,
           (extract(epoch from s.first_seen) * 1000)::float8 as first_seen,
           (extract(epoch from s.last_seen) * 1000)::float8 as last_seen,
           m.reference_count as visits, (extract(epoch from m.stay_duration) * 1000)::float8 as total_stay, m.notes
    from api.moorages m
    left join api.stays_at t on t.stay_code = m.stay_code
    left join lateral (
      select min(arrived) as first_seen, max(coalesce(departed, arrived)) as last_seen
      from api.stays where vessel_id = m.vessel_id and moorage_id = m.id) s on true
    where m.latitude is not null and m.longitude is not null
    order by m.id`);
  return rows.map((row) => {
    const moorage = moorageRow.parse(row);
    return {
      id: moorage.id,
      vesselId: moorage.vessel_id,
      name: moorage.name ?? `Moorage ${moorage.id}`,
      latitude: moorage.latitude,
      longitude: moorage.longitude,
      stayType: moorage.stay_type,
      firstSeen: moorage.first_seen,
      lastSeen: moorage.last_seen,
      visits: moorage.visits ?? 0,
      totalStayMs: moorage.total_stay ?? 0,
      notes: moorage.notes,
    };
  });
}
