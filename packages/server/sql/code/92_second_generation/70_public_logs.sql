-- Published logs at /v2: what public_pages shows of them, in the second generation's shapes.

-- The points of a published track: the first names the log, and notes are empty texts.
create or replace function app.public_trip_points(log app.public_logs) returns setof jsonb
language sql stable set intervalstyle = 'iso_8601' as $$
  select jsonb_set(point, '{properties}', (point -> 'properties') || '{"notes": ""}' || case when place = 1
    then jsonb_build_object('trip', jsonb_build_object('name', case when log.named then log.name
      else coalesce(log."from" || ' → ' || log."to", log.name) end, 'duration', log.duration, 'distance', log.distance))
    else '{}' end)
  from (
    select feature as point, row_number() over (order by n) as place
    from jsonb_array_elements(app.public_track(log.track_geojson, log.track_geom, '{}') -> 'features')
      with ordinality f (feature, n)
    where feature #>> '{geometry,type}' = 'Point') points
  order by place
$$;

-- The line of a published track, with totals.
create or replace function app.public_summary(log app.public_logs) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with sailed as (
    select max((p.point #>> '{properties,speedoverground}')::double precision) as sog,
      max((p.point #>> '{properties,windspeedapparent}')::double precision) as aws
    from app.public_trip_points(log) p (point))
  select jsonb_set(app.public_track(log.track_geojson, log.track_geom, jsonb_build_object('id', log.id,
    'name', log.name, 'starttimestamp', log.started, 'endtimestamp', log.ended, 'duration', log.duration,
    'distance', log.distance, 'avg_speed', log.avg_speed, 'max_speed', log.max_speed, 'max_sog', sailed.sog,
    'max_aws', sailed.aws)) #> '{features,0}', '{properties,notes}', '""')
  from sailed
$$;

create view second_pages.log_view with (security_barrier) as
  select v.id, v.name, v."from", v.started, v."to", v.ended, v.distance, v.duration, v.notes,
    case when v.geojson is not null then jsonb_build_object('type', 'FeatureCollection',
      'features', jsonb_build_array(v.geojson #> '{features,0}')
        || coalesce((select jsonb_agg(p.point) from app.public_trip_points(l) p (point)), '[]')) end as geojson,
    v.avg_speed, v.max_speed, v.max_wind_speed, app.with_run_times(v.extra) as extra, v.not_recorded, v.named
  from public_pages.log_view v
  join app.public_logs l on l.id = v.id
  order by v.started desc;
comment on view second_pages.log_view is 'Published logs with all details.';

-- The published logs that arguments choose, as in export_logbooks_geojson_point_trips_fn.
create or replace function app.chosen_public_logs(
  start_log integer, end_log integer, start_date text, end_date text)
returns setof app.public_logs
language sql stable as $$
  select p.* from app.public_logs p
  where exists (select from app.chosen_trips(start_log, end_log, start_date, end_date) l where l.id = p.id)
$$;

create or replace function second_pages.export_logbooks_geojson_point_trips_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '', out geojson json)
language sql stable security definer set search_path = pg_catalog as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(p.point order by l.started, l.id, p.place)
    from app.chosen_public_logs(start_log, end_log, start_date, end_date) l
    cross join lateral app.public_trip_points(l) with ordinality p (point, place)), '[]'))
$$;

create or replace function second_pages.export_logbooks_geojson_linestring_trips_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '', out geojson json)
language sql stable security definer set search_path = pg_catalog as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(s.feature order by s.started, s.id) filter (where s.feature -> 'geometry' <> 'null')
    from (
      select app.public_summary(l) as feature, l.started, l.id
      from app.chosen_public_logs(start_log, end_log, start_date, end_date) l offset 0) s), '[]'))
$$;

create or replace function second_pages.timelapse_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '', out geojson json)
language sql stable security definer set search_path = pg_catalog as $$
  select case when shown #>> '{features,0,geometry}' is null
    then json_build_object('type', 'FeatureCollection', 'features', json_build_array()) else shown end
  from public_pages.timelapse_fn(start_log, end_log, start_date, end_date) shown
$$;

grant execute on function app.public_trip_points(app.public_logs), app.public_summary(app.public_logs),
    app.with_run_times(jsonb), app.chosen_public_logs(integer, integer, text, text),
    app.chosen_trips(integer, integer, text, text), app.is_trip(api.logbook)
  to wakelog_viewer;
