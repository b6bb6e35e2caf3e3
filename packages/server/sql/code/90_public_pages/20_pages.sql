-- What visitors read of a published vessel. Columns are listed, so that new ones stay private. The views belong to
-- wakelog_viewer, restricted by row security to the visitor's page. They are security barriers: filters and orders see
-- only what is shown.

-- Finished logs, with "Home" for places near home, also in derived names. A name typed by a user is shown unchanged.
create view app.public_logs with (security_barrier) as
  select l.id, l.vessel_id,
    case when not (near.from_home or near.to_home) or exists (
        select from app.written_by_people w
        where w.vessel_id = l.vessel_id and w.resource = 'logbook' and w.id = l.id and 'name' = any (w.columns))
      then l.name
      else concat_ws(' ', case when place.to is null then 'From' when place.from is null then 'To' end,
        place.from, case when place.from is not null and place.to is not null then 'to' end, place.to) end as name,
    app.is_named(l.vessel_id, l.id) as named,
    place.from, l._from_time as started, place.to, l._to_time as ended, l.distance, l.duration, l.avg_speed,
    l.max_speed, l.max_wind_speed,
    case when app.owner_publishes('public_notes', l.id) then l.notes end as notes, app.public_extra(l.extra) as extra,
    l.track_geojson, l.track_geom
  from api.logbook l
  cross join lateral (
    select case when l._from_lat is null or l._to_lat is null
      then app.geojson_of(l.track_geom) -> 'coordinates' end as line) track
  cross join lateral (
    select
      app.is_private_end(coalesce(l._from_lat, (track.line #>> '{0,1}')::double precision),
        coalesce(l._from_lng, (track.line #>> '{0,0}')::double precision), l._from_moorage_id) as from_home,
      app.is_private_end(coalesce(l._to_lat, (track.line #>> '{-1,1}')::double precision),
        coalesce(l._to_lng, (track.line #>> '{-1,0}')::double precision), l._to_moorage_id) as to_home
    -- Computed once per row.
    offset 0) near
  cross join lateral (
    select case when near.from_home then 'Home' else l._from end as "from",
      case when near.to_home then 'Home' else l._to end as "to") place
  where l._to_time is not null and l.vessel_id = app.current_vessel();

create view public_pages.logs_view with (security_barrier) as
  select id, name, "from", started, "to", ended, distance, duration, extra -> 'tags' as tags,
    app.not_recorded_nm(extra) as not_recorded, named
  from app.public_logs
  order by started desc;
comment on view public_pages.logs_view is 'Published logs for lists, newest first.';

create view public_pages.log_view with (security_barrier) as
  select id, name, "from", started, "to", ended, distance, duration, notes,
    app.public_track(track_geojson, track_geom, jsonb_build_object('id', id, 'name', name, 'distance', distance,
      'duration', duration, 'avg_speed', avg_speed, 'max_speed', max_speed, 'max_wind_speed', max_wind_speed,
      '_from_time', started, '_to_time', ended, '_from', "from", '_to', "to", 'notes', notes)) as geojson,
    avg_speed, max_speed, max_wind_speed, extra, app.not_recorded_nm(extra) as not_recorded, named
  from app.public_logs
  order by started desc;
comment on view public_pages.log_view is 'Published logs with all details.';

-- Rows of `api` views under wakelog_viewer's row security: those views run with the caller's rights, and visitors have
-- none.
create or replace function app.published_monitoring() returns setof api.monitoring_view
language sql stable security definer set search_path = pg_catalog as $$
  -- Without what visitors are not shown.
  select m."time", m.offline, m.watertemperature, m.insidetemperature, m.outsidetemperature, m.windspeedoverground,
    m.winddirectionground, m.insidehumidity, m.outsidehumidity, m.outsidepressure, m.insidepressure, m.batterycharge,
    m.batteryvoltage, m.geojson, m.name, m.depth, m.status, m.speedoverground, m.courseovergroundtrue,
    m.windspeedapparent, m.anglespeedapparent, m.winddirectiontrue, null::jsonb as live
  from api.monitoring_view m
$$;
create or replace function app.published_stats() returns setof api.stats_logs_view
language sql stable security definer set search_path = pg_catalog as 'select * from api.stats_logs_view';
alter function app.published_monitoring() owner to wakelog_viewer;
alter function app.published_stats() owner to wakelog_viewer;

create view public_pages.monitoring_view with (security_barrier) as
  select "time", offline, app.number_of(watertemperature) as watertemperature,
    app.number_of(insidetemperature) as insidetemperature, app.number_of(outsidetemperature) as outsidetemperature,
    app.number_of(windspeedoverground) as windspeedoverground,
    app.number_of(winddirectionground) as winddirectionground,
    app.number_of(insidehumidity) as insidehumidity, app.number_of(outsidehumidity) as outsidehumidity,
    app.number_of(outsidepressure) as outsidepressure, app.number_of(insidepressure) as insidepressure,
    app.number_of(batterycharge) as batterycharge, app.number_of(batteryvoltage) as batteryvoltage,
    case when not app.is_private((geojson #>> '{geometry,coordinates,1}')::double precision,
        (geojson #>> '{geometry,coordinates,0}')::double precision) then geojson end as geojson,
    name, app.number_of(depth) as depth, status, speedoverground, courseovergroundtrue, windspeedapparent,
    anglespeedapparent
  from app.published_monitoring();
comment on view public_pages.monitoring_view is
  'The newest measurements of a published vessel, with its position unless that is near home.';

create view public_pages.stats_logs_view with (security_barrier) as
  select name, first, last, number_of_log_entries, max_speed, max_wind_speed, total_distance, total_time_underway,
    longest_nonstop_sail
  from app.published_stats();
comment on view public_pages.stats_logs_view is 'Totals and records over all logs of a published vessel.';

-- Tracks of the chosen logs; a log that never left home has none.
create or replace function public_pages.timelapse_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '',
  out geojson json
) language sql stable security definer set search_path = pg_catalog as $$
  select json_build_object('type', 'FeatureCollection', 'features', json_build_array(json_build_object(
    'type', 'Feature',
    'geometry', case when count(*) > 0 then json_build_object('type', 'MultiLineString',
      'coordinates', json_agg(shown.line order by l.started, l.id)) end,
    'properties', json_build_object())))
  from app.public_logs l
  -- Once per log, even if listed twice.
  cross join lateral (select app.public_line(app.geojson_of(l.track_geom) -> 'coordinates') as line offset 0) shown
  where jsonb_array_length(shown.line) >= 2
    and (start_log is null or l.id >= start_log) and (end_log is null or l.id <= end_log)
    and l.started >= app.date_bound(start_date, false) and l.started <= app.date_bound(end_date, true)
$$;

create or replace function public_pages.stats_logs_fn(
  start_date text default '', end_date text default '', out stats json)
language sql stable security definer set search_path = pg_catalog as
$$
  -- Without what visitors are not shown: places, and when anything was measured.
  select (api.stats_logs_fn(start_date, end_date)::jsonb - array['metrics_first', 'metrics_last',
    'best_24h_distance_nm', 'best_24h_window_start', 'best_24h_log_id', 'best_24h_route'])::json
$$;

create or replace function public_pages.logs_by_day_fn(out charts json)
language sql stable security definer set search_path = pg_catalog as 'select api.logs_by_day_fn()';

create or replace function public_pages.logs_by_month_fn(out charts json)
language sql stable security definer set search_path = pg_catalog as 'select api.logs_by_month_fn()';

grant select on app.written_by_people, api.monitoring_view, api.stats_logs_view to wakelog_viewer;
grant execute on function app.summed_logs(text, text, boolean), api.stats_logs_fn(text, text), api.logs_by_day_fn(),
    api.logs_by_month_fn()
  to wakelog_viewer;
grant execute on function app.published_monitoring(), app.published_stats() to anonymous;

-- Owners and grants in this schema.
alter view app.public_logs owner to wakelog_viewer;
do $$
declare
  view regclass;
  routine regprocedure;
begin
  for view in select oid from pg_class where relnamespace = 'public_pages'::regnamespace and relkind = 'v' loop
    execute format('alter view %s owner to wakelog_viewer', view);
    execute format('grant select on %s to anonymous', view);
  end loop;
  for routine in select oid from pg_proc where pronamespace = 'public_pages'::regnamespace loop
    execute format('alter function %s owner to wakelog_viewer', routine);
    execute format('revoke all on function %s from public', routine);
    execute format('grant execute on function %s to anonymous', routine);
  end loop;
end
$$;
