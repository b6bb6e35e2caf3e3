/**
 * Computes a finished log's distance, averages and track from the metrics and users' drawings. Idempotent; users' own
 * text and figures are kept.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import type { TimedPosition } from "@wakelog/kit/geo/track.ts";
import { type Interruptible, inSlices } from "@wakelog/kit/time/slices.ts";
import { HOUR, MINUTE } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import { DEFAULT_SETTINGS, type DetectorSettings, parseSettings } from "../detector/thresholds.ts";
import type { MetricRow } from "../record/metric-row.ts";
import { metricRowsBetween } from "../record/read-metrics.ts";
import { milesBetween } from "./best-day.ts";
import { type Drawing, partOf } from "./drawing.ts";
import { keepDrawnLine, timedLine } from "./drawn-line.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { filteredRows, lengthNm, lineOf, recordedParts } from "./log-line.ts";
import { believed, greatestKnots, meanKnots, plausible } from "./log-numbers.ts";
import { type Coordinate, trackGeojson } from "./track.ts";
import { keepWinds } from "./wind/winds.ts";

const coordinate = z.tuple([z.number(), z.number()]);
const logRow = z.object({
  id: z.number(),
  started: z.number(),
  ended: z.number(),
  from: coordinate.nullable(),
  to: coordinate.nullable(),
  /** Nautical miles as stored, possibly typed by a user. */
  distanceNm: z.number().nullable(),
  segments: z.array(z.object({ kind: z.string(), distanceNm: z.number(), from: z.string(), to: z.string() })),
  written: z.array(z.string()),
  drawings: z.array(
    z.object({ from: z.number(), to: z.number(), line: z.array(coordinate), distanceNm: z.number() }),
  ),
  settings: z.record(z.string(), z.unknown()),
  /** The vessel's keys for solar power and the true wind speed, if not the usual ones. */
  solarKey: z.string().nullable(),
  windKey: z.string().nullable(),
  isSailing: z.boolean(),
});
type Log = z.infer<typeof logRow>;

/** Default observations. */
const NO_OBSERVATIONS = { observations: { seaState: -1, cloudCoverage: -1, visibility: -1 } };

/** Members of `extra` computed here. */
const COUNTED = [
  ...["metrics", "avg_wind_speed", "polar", "polar_updated_at"],
  ...["best_24h_nm", "countries", "seas", "trip_id", "trip_ids", "not_recorded"],
];

/** Finishes those logs that have ended; skips logs deleted or reopened since. */
export async function finishLogs(tx: Tx, vesselId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const logs = await readLogs(tx, vesselId, ids);
  for (const log of logs) await finishLog(tx, vesselId, log);
  await tx.run(sql`
    update app.log_figures f
    set figures = f.figures
      || jsonb_build_object('trip', app.trip_readings(l, (f.figures #>> '{trip,max_tws}')::float8))
    from api.logbook l
    where f.vessel_id = ${vesselId} and f.id = any (${logs.map(({ id }) => id)}::int[])
      and l.vessel_id = f.vessel_id and l.id = f.id`);
  await announceLogs(tx, vesselId, ids);
}

async function finishLog(tx: Tx, vesselId: string, log: Log): Promise<void> {
  const drawn = log.drawings.map((drawing) => partOf(drawing, log.started, log.ended));
  const rows = await recordedRows(tx, vesselId, log, drawn);
  const parts = [...recordedParts(rows), ...drawn];
  const line = lineOf(log, parts);
  const timed = timedLine(log, line, parts);
  const segments = drawn.length > 0 || rows.length < 2 ? log.segments : await inSlices(measured(log, timed));
  const distanceNm = await inSlices(distanceOf(log, rows, drawn, line));
  const track = await trackGeojson(line, rows);
  const samples = await inSlices(plausible(rows, log.windKey));
  const greatestSpeed = await inSlices(greatestKnots(samples, "speedoverground"));
  const greatestWind = await inSlices(greatestKnots(samples, "windspeedapparent"));
  // Greater readings are left out of those of the trip.
  const trip = { max_tws: await inSlices(greatestKnots(samples, "truewindspeed")) };
  const { figures, zones } = await inSlices(figuresOf(log, samples, line, timed));
  const counted = JSON.stringify({ ...figures, ...notRecorded(segments) } satisfies Figures);
  const written = new Set(log.written);
  const kept = (column: string) => written.has("id") && written.has(column);
  await tx.run(sql`
    with counted as (
      insert into app.log_figures (vessel_id, id, figures) values (${vesselId}, ${log.id}::int,
        ${counted}::jsonb || ${JSON.stringify({ zones, trip })}::jsonb)
      on conflict (vessel_id, id) do update set figures = excluded.figures)
    update api.logbook set
      distance = case when ${line.length < 2} then distance else ${distanceNm}::numeric end,
      segments = case when segments is not null then ${JSON.stringify(segments)}::jsonb end,
      duration = _to_time - _from_time, voyage_id = coalesce(voyage_id, id),
      avg_speed = case when ${kept("avg_speed")} then avg_speed else ${meanKnots(samples, "speedoverground") ?? evenKnots(log, distanceNm)}::float8 end,
      max_speed = case when ${kept("max_speed")} then max_speed else ${greatestSpeed}::float8 end,
      max_wind_speed = case when ${kept("max_wind_speed")} then max_wind_speed else ${greatestWind}::float8 end,
      track_geom = app.make_line(${JSON.stringify(line)}::jsonb), track_geog = app.make_line(${JSON.stringify(line)}::jsonb),
      track_geojson = case when ${line.length < 2 || (kept("track_geojson") && isWhole(log, drawn))} then track_geojson
        else ${track}::jsonb end,
      -- By the figures that were counted the last time: those of now are not visible yet.
      extra = ${JSON.stringify(NO_OBSERVATIONS)}::jsonb || case
        when ${written.has("extra")} then app.merge_json(${counted}::jsonb,
          coalesce(app.typed_extra(extra, app.counted_figures(vessel_id, id)), '{}'))
        else coalesce(extra, '{}') - ${COUNTED}::text[] || ${counted}::jsonb end
    where vessel_id = ${vesselId} and id = ${log.id}::int`);
  await keepDrawnLine(tx, vesselId, log, timed);
  await keepWinds(tx, vesselId, { id: log.id, segments }, samples);
}

async function readLogs(tx: Tx, vesselId: string, ids: readonly number[]): Promise<readonly Log[]> {
  const rows = await tx.query(sql`
    select l.id, (extract(epoch from l._from_time) * 1000)::float8 as started, (extract(epoch from l._to_time) * 1000)::float8 as ended,
      case when l._from_lat is not null and l._from_lng is not null then jsonb_build_array(l._from_lng, l._from_lat) end as "from",
      case when l._to_lat is not null and l._to_lng is not null then jsonb_build_array(l._to_lng, l._to_lat) end as "to",
      l.distance::float8 as "distanceNm", coalesce(l.segments, '[]') as segments, coalesce(w.columns, '{}') as written,
      coalesce(f.settings, '{}') as settings, d.configuration ->> 'solarPowerKey' as "solarKey",
      app.measurement_keys(l.vessel_id) ->> 'windSpeedKey' as "windKey",
      coalesce(d.ship_type = 36, false) as "isSailing", (
        select coalesce(jsonb_agg(jsonb_build_object('from', extract(epoch from drawn.since) * 1000,
          'to', extract(epoch from drawn.until) * 1000, 'distanceNm', drawn.nm, 'line', drawn.line)
          order by drawn.since, e.id), '[]')
        from app.edits e
        cross join lateral (
          select e.from_time as since, e.to_time as until, e.facts -> 'distanceNm' as nm, coalesce(e.facts -> 'line',
            jsonb_build_array(jsonb_build_array(e.facts -> 'fromLongitude', e.facts -> 'fromLatitude'),
              jsonb_build_array(e.facts -> 'toLongitude', e.facts -> 'toLatitude'))) as line
          where not e.facts ? 'unrecorded'
          union all
          -- Of a passage that was kept, the unrecorded rest: the logs that are nothing but a silence.
          select l._from_time, l._to_time, to_jsonb(silence.nm),
            jsonb_build_array(jsonb_build_array(l._from_lng, l._from_lat), jsonb_build_array(l._to_lng, l._to_lat))
          from (
            select sum((s -> 'distanceNm')::float8) as nm, bool_and(s ->> 'kind' = 'gap') as whole
            from jsonb_array_elements(l.segments) s) silence
          where e.facts ? 'unrecorded' and silence.whole) drawn
        where e.vessel_id = l.vessel_id and e.kind = 'draw' and e.undone_at is null and e.from_time < l._to_time
          and e.to_time > l._from_time) as drawings
    from api.logbook l
    left join app.written_by_people w on w.vessel_id = l.vessel_id and w.resource = 'logbook' and w.id = l.id
    left join app.fold_states f on f.vessel_id = l.vessel_id
    left join api.metadata d on d.vessel_id = l.vessel_id
    where l.vessel_id = ${vesselId} and not coalesce(l.active, false) and l._to_time is not null
      and app.is_dated(l._from_time, l._to_time)
      and l.id = any (${ids}::int[])
    order by l._from_time, l.id`);
  return rows.map((row) => logRow.parse(row));
}

/** The log's rows with believed positions, on its line; drawn and typed parts have no rows. */
async function recordedRows(
  tx: Tx,
  vesselId: string,
  log: Log,
  drawn: readonly Drawing[],
): Promise<readonly MetricRow[]> {
  if (isByHand(log, drawn)) return [];
  const settings = Object.keys(log.settings).length === 0 ? DEFAULT_SETTINGS : parseSettings(log.settings);
  const rows = await metricRowsBetween(tx, vesselId, log.started, log.ended);
  const recorded = rows.filter(({ time }) => !drawn.some(({ from, to }) => time > from && time < to));
  return inSlices(onOneLine(log, recorded, drawn, settings));
}

function* onOneLine(
  log: Log,
  recorded: readonly MetricRow[],
  drawn: readonly Drawing[],
  settings: DetectorSettings,
): Interruptible<readonly MetricRow[]> {
  const rows = yield* believed(recorded, settings);
  return yield* filteredRows(log, rows, drawn, settings.gapMinutes * MINUTE);
}

/** Whether nothing of the log was recorded. */
function isByHand(log: Log, drawn: readonly Drawing[]): boolean {
  if (log.from === null || log.to === null) return true;
  return drawn.some((drawing) => drawing.from === log.started && drawing.to === log.ended);
}

/** Whether the log is exactly as the user entered it. */
function isWhole(log: Log, drawn: readonly Drawing[]): boolean {
  const whole: readonly Drawing[] = log.drawings;
  return isByHand(log, drawn) && drawn.every((part) => whole.includes(part));
}

/** Distance along the line, with the user's miles for drawn parts and the fold's for silences. */
function* distanceOf(
  log: Log,
  rows: readonly MetricRow[],
  drawn: readonly Drawing[],
  line: readonly Coordinate[],
): Interruptible<number | null> {
  if (line.length < 2) return log.distanceNm;
  if (drawn.length === 0 && rows.length < 2) {
    const miles = log.segments.reduce((sum, part) => sum + part.distanceNm, 0);
    if (miles > 0) return round(miles, 4);
  }
  let miles = 0;
  for (const part of drawn) miles += part.distanceNm - (yield* lengthNm(part.line));
  return round(miles + (yield* lengthNm(line)), 4);
}

/** The segments with their miles along the log's line. */
function* measured(log: Log, line: readonly TimedPosition[]): Interruptible<Log["segments"]> {
  const times = log.segments.map((part) => Date.parse(part.from));
  const miles = yield* milesBetween(line, [...times, log.ended]);
  return log.segments.map((part, i) => ({ ...part, distanceNm: round(miles[i] ?? 0, 4) }));
}

/** Unrecorded miles; absent if all were recorded. */
function notRecorded(segments: Log["segments"]): { readonly not_recorded?: number } {
  const miles = segments.reduce((sum, part) => sum + (part.kind === "gap" ? part.distanceNm : 0), 0);
  return miles > 0 ? { not_recorded: round(miles, 4) } : {};
}

function evenKnots(log: Log, distanceNm: number | null): number | null {
  const hours = (log.ended - log.started) / HOUR;
  return hours > 0 && distanceNm !== null ? distanceNm / hours : null;
}

/** Announces each finished log once, except parts of a log that its owner split. */
async function announceLogs(tx: Tx, vesselId: string, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    with first as (
      update app.interval_identities i set finished_at = now()
      from api.logbook l
      where i.vessel_id = ${vesselId} and i.kind = 'log' and i.finished_at is null
        and i.id = any (${ids}::int[])
        and l.vessel_id = i.vessel_id and l.id = i.id and not coalesce(l.active, false) and l._to_time is not null
      returning l.id, l._from_time, not exists (
        select from app.edits e
        where e.vessel_id = l.vessel_id and e.kind = 'split' and e.undone_at is null
          and e.from_time in (l._from_time, l._to_time)) as news)
    select app.enqueue('log_finished', id::text, ${vesselId}) from (select id from first where news order by _from_time, id) news`);
}
