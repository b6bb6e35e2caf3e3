/** Reads logs and moorages for export as the caller, under row security. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { empty, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { type LogEnd, withEnds } from "./ends.ts";
import { tooLarge } from "./long-document.ts";
import type { ExportedLog, ExportedMoorage, TrackPoint } from "./model.ts";
import { cutTrack, readTrack, storedGaps } from "./track.ts";

/** Older releases may have stored figures that documents cannot hold, such as NaN; treat them as unknown. */
const figure = z.preprocess(
  (value) => (typeof value === "number" && Number.isFinite(value) ? value : null),
  z.number().nullable(),
);

const logRow = z.object({
  id: z.number(),
  vessel_id: z.string(),
  name: z.string().nullable(),
  from_name: z.string().nullable(),
  to_name: z.string().nullable(),
  started: z.number(),
  ended: z.number().nullable(),
  from_lat: figure,
  from_lng: figure,
  to_lat: figure,
  to_lng: figure,
  distance: figure,
  avg_speed: figure,
  max_speed: figure,
  notes: z.string().nullable(),
  segments: z.unknown(),
  /** Features in the stored track; null if none is stored, as for an unfinished log. */
  features: z.number().nullable(),
  /** Whether the log was derived from metrics rather than entered by hand. */
  recorded: z.boolean(),
});
type LogRow = z.infer<typeof logRow>;

/** Which logs that have ended: one, some, or a range with optional bounds. */
export type LogChoice =
  | { readonly id: number }
  | { readonly ids: readonly number[] }
  | { readonly first: number | null; readonly last: number | null };

/** What to do with logs whose tracks are too long for a document. */
export type TooLong = "refuse" | "leave out";

/** Track features per query. */
const FEATURES_AT_ONCE = 2000;
/** Longer tracks fit neither a document nor memory. */
const MOST_FEATURES = 500_000;
/** Logs per query, without tracks. */
const LOGS_AT_ONCE = 100;

/**
 * The chosen logs in time order, a page at a time, excluding those outside the years 1 to 9999.
 * @throws ApiError 22023 if a track is too long, unless such logs are skipped
 */
export async function* readLogs(
  tx: Tx,
  choice: LogChoice,
  tooLong: TooLong = "refuse",
): AsyncGenerator<ExportedLog> {
  const { rows } = await tx.run(sql`
    select l.id from api.logbook l
    where ${chosen(choice)} and app.is_dated(l._from_time, l._to_time)
    order by l._from_time, l.id`);
  const ids = rows.map(([id]) => Number(id));
  for (let at = 0; at < ids.length; at += LOGS_AT_ONCE) {
    for (const logs of readTogether(await readRows(tx, ids.slice(at, at + LOGS_AT_ONCE)))) {
      const features = await featuresOfAll(tx, logs);
      for (const log of logs) {
        const track = await readTrack(features?.get(log.id) ?? featuresOf(tx, log)).catch(
          (cause: unknown) => {
            if (cause instanceof TooLongError) return null;
            throw cause;
          },
        );
        if (track !== null) yield exported(log, track);
        else if (tooLong === "refuse") tooLarge();
      }
    }
  }
}

async function readRows(tx: Tx, ids: readonly number[]): Promise<readonly LogRow[]> {
  const rows = await tx.query(sql`
    select l.id, l.vessel_id, l.name, l._from as from_name, l._to as to_name,
           (extract(epoch from l._from_time) * 1000)::float8 as started,
           (extract(epoch from l._to_time) * 1000)::float8 as ended,
           l._from_lat as from_lat, l._from_lng as from_lng, l._to_lat as to_lat, l._to_lng as to_lng,
           l.distance::float8 as distance, l.avg_speed, l.max_speed, l.notes, l.segments,
           case when l.track_geojson is not null then coalesce(jsonb_array_length(
             case when jsonb_typeof(l.track_geojson -> 'features') = 'array' then l.track_geojson -> 'features' end), 0)
           end as features, l.confidence is not null as recorded
    from api.logbook l where l.id = any (${ids}::bigint[])
    order by l._from_time, l.id`);
  return rows.map((row) => logRow.parse(row));
}

/** Groups logs by query: short ones together, a long one alone. */
function readTogether(logs: readonly LogRow[]): readonly (readonly LogRow[])[] {
  const groups: LogRow[][] = [];
  let features = FEATURES_AT_ONCE;
  for (const log of logs) {
    const own = log.features ?? FEATURES_AT_ONCE;
    features += own;
    const last = groups.at(-1);
    if (last !== undefined && features <= FEATURES_AT_ONCE) last.push(log);
    else {
      groups.push([log]);
      features = own;
    }
  }
  return groups;
}

/** The features of several logs; null for a single log. */
async function featuresOfAll(
  tx: Tx,
  logs: readonly LogRow[],
): Promise<ReadonlyMap<number, readonly (readonly unknown[])[]> | null> {
  if (logs.length === 1) return null;
  const found = new Map<number, unknown[]>(logs.map(({ id }) => [id, []]));
  const { rows } = await tx.run(sql`
    select l.id, f.feature
    from api.logbook l, jsonb_array_elements(
      case when jsonb_typeof(l.track_geojson -> 'features') = 'array' then l.track_geojson -> 'features' end)
      with ordinality f (feature, place)
    where l.id = any (${logs.map(({ id }) => id)}::bigint[])
    order by l.id, f.place`);
  for (const [id, feature] of rows) found.get(Number(id))?.push(JSON.parse(feature ?? "null"));
  return new Map([...found].map(([id, features]) => [id, [features]]));
}

function exported(log: LogRow, recorded: readonly TrackPoint[]): ExportedLog {
  // An unrecorded passage has only its drawn line.
  const gaps = recorded.some(({ time }) => time !== null) ? storedGaps(log.segments) : [];
  const track = withEnds(
    recorded,
    endOf(log.started, log.from_lat, log.from_lng),
    endOf(log.ended, log.to_lat, log.to_lng),
  );
  return {
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
    lines: cutTrack(track, gaps),
  };
}

class TooLongError extends Error {}

function endOf(time: number | null, latitude: number | null, longitude: number | null): LogEnd | null {
  return time === null || latitude === null || longitude === null ? null : { time, latitude, longitude };
}

/** The features of a log's track, page by page. */
async function* featuresOf(tx: Tx, log: LogRow): AsyncGenerator<readonly unknown[]> {
  const tracked = log.features !== null;
  if (!tracked && !log.recorded) return;
  if ((log.features ?? 0) > MOST_FEATURES) throw new TooLongError();
  for (let read = 0, after = "-infinity"; read < MOST_FEATURES; read += FEATURES_AT_ONCE) {
    const rows = await tx.query(tracked ? storedPage(log.id, read) : recordedPage(log, after));
    yield rows.map(({ feature }) => feature);
    if (rows.length < FEATURES_AT_ONCE) return;
    after = String(rows.at(-1)?.at);
  }
  throw new TooLongError();
}

function storedPage(id: number, offset: number): Sql {
  return sql`
    select f.feature
    from api.logbook l, jsonb_array_elements(
      case when jsonb_typeof(l.track_geojson -> 'features') = 'array' then l.track_geojson -> 'features' end)
      with ordinality f (feature, place)
    where l.id = ${id}::bigint and f.place > ${offset}::bigint
    order by f.place limit ${FEATURES_AT_ONCE}::bigint`;
}

/**
 * The rows of a log as points. Vessel and times are passed as values, so that the planner uses the key range whatever
 * its statistics say.
 */
function recordedPage(
  log: { readonly vessel_id: string; readonly started: number; readonly ended: number | null },
  after: string,
): Sql {
  const ended = log.ended === null ? "infinity" : new Date(Math.ceil(log.ended)).toISOString();
  return sql`
    select m."time" as at, jsonb_build_object(
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(m.longitude, m.latitude)),
      'properties', jsonb_build_object(
        'time', m."time", 'speedoverground', m.speedoverground,
        'courseovergroundtrue', m.courseovergroundtrue, 'windspeedapparent', m.windspeedapparent,
        'anglespeedapparent', m.anglespeedapparent, 'status', m.status)) as feature
    from app.metrics m
    where m.vessel_id = ${log.vessel_id} and m.latitude is not null and m.longitude is not null
      and m."time" >= ${new Date(log.started).toISOString()}::timestamptz and m."time" <= ${ended}::timestamptz
      and m."time" > ${after}::timestamptz
    order by m."time" limit ${FEATURES_AT_ONCE}::bigint`;
}

function chosen(choice: LogChoice): Sql {
  if ("id" in choice) return sql`l.id = ${choice.id}::bigint and not coalesce(l.active, false)`;
  if ("ids" in choice) return sql`l.id = any (${choice.ids}::bigint[]) and not coalesce(l.active, false)`;
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
  first_seen: figure,
  last_seen: figure,
  visits: z.number().nullable(),
  total_stay: figure,
  logs: z.number(),
  notes: z.string().nullable(),
});

/** All moorages with a position, by id. */
export async function readMoorages(tx: Tx): Promise<ExportedMoorage[]> {
  const rows = await tx.query(sql`
    select m.id, m.vessel_id, m.name, m.latitude, m.longitude, t.description as stay_type,
           (extract(epoch from s.first_seen) * 1000)::float8 as first_seen,
           (extract(epoch from s.last_seen) * 1000)::float8 as last_seen,
           m.reference_count as visits, (extract(epoch from m.stay_duration) * 1000)::float8 as total_stay, m.notes,
           (select count(*) from api.logbook l where l.vessel_id = m.vessel_id and l._to_time is not null
             and (l._from_moorage_id = m.id or l._to_moorage_id = m.id))::int as logs
    from api.moorages m
    left join api.stays_at t on t.stay_code = m.stay_code
    left join lateral (
      select min(arrived) as first_seen, max(coalesce(departed, arrived)) as last_seen
      from api.stays
      where vessel_id = m.vessel_id and moorage_id = m.id and app.is_dated(arrived, departed)) s on true
    where m.latitude between -90 and 90 and m.longitude between -180 and 180
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
      logs: moorage.logs,
      totalStayMs: moorage.total_stay ?? 0,
      notes: moorage.notes,
    };
  });
}
