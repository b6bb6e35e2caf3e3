-- Logs as GeoJSON with what was measured at each point. The service writes those that may be long.

create or replace function api.export_logbook_geojson_trip_fn(_id integer) returns json
language sql stable as $$ select to_json(app.implemented_in_service('export_logbook_geojson_trip_fn')) $$;
comment on function api.export_logbook_geojson_trip_fn is
  'A log as a GeoJSON FeatureCollection: its line, its points with their readings, and, if it lasted for more than a '
  'day, a line for each 24 hours. Null if there is no such finished log.';

create or replace function api.export_logbook_geojson_point_trip_fn(_id integer) returns json
language sql stable as $$ select to_json(app.implemented_in_service('export_logbook_geojson_point_trip_fn')) $$;
comment on function api.export_logbook_geojson_point_trip_fn is
  'The points of a log with their readings and notes, as a GeoJSON FeatureCollection; without features if there is no '
  'such finished log.';

create or replace function api.export_logbook_metrics_trip_fn(_id integer) returns json
language sql stable as $$ select to_json(app.implemented_in_service('export_logbook_metrics_trip_fn')) $$;
comment on function api.export_logbook_metrics_trip_fn is
  'The points of a log with their readings, as a list of GeoJSON features: the first one has the log''s name, duration '
  'and distance as trip. Null if there is no such finished log.';

create or replace function api.logbook_update_geojson_trip_fn(_id integer) returns json
language sql stable as $$ select to_json(app.implemented_in_service('logbook_update_geojson_trip_fn')) $$;
comment on function api.logbook_update_geojson_trip_fn is
  'A log as a GeoJSON FeatureCollection: its line, then its points with their readings under short names. Changes '
  'nothing. Null if there is no such finished log.';

create or replace function api.export_logbook_geojson_linestring_trip_fn(_id integer) returns json
language sql stable set timezone = 'UTC' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(jsonb_set(app.summary_feature(l), '{properties,times}', app.point_times(l)))
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l.id = _id and app.is_trip(l)), '[]'))
$$;
comment on function api.export_logbook_geojson_linestring_trip_fn is
  'A log as one GeoJSON line with the greatest and mean readings, in a FeatureCollection; without features if there is '
  'no such finished log. Means are weighted by time.';

-- Arguments are combined with AND. A log counts by its departure, so that days and months contain each log once.
create or replace function api.export_logbooks_geojson_point_trips_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '',
  out geojson json
) language sql stable as $$
  select to_json(app.implemented_in_service('export_logbooks_geojson_point_trips_fn'))
$$;
comment on function api.export_logbooks_geojson_point_trips_fn is
  'The points of the chosen logs with their readings as a GeoJSON FeatureCollection; each log''s first one has its '
  'name, duration and distance as trip. Choose by ids and dates of departure; start_log or start_date alone choose '
  'that log or day alone.';

create or replace function api.export_logbooks_geojson_linestring_trips_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '',
  out geojson json
) language sql stable set timezone = 'UTC' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(app.summary_feature(l) order by l._from_time, l.id)
    from app.chosen_trips(start_log, end_log, start_date, end_date) l), '[]'))
$$;
comment on function api.export_logbooks_geojson_linestring_trips_fn is
  'The chosen logs as GeoJSON lines with their greatest and mean readings, in a FeatureCollection. Choose as in '
  'export_logbooks_geojson_point_trips_fn.';

grant execute on function api.export_logbook_geojson_trip_fn(integer),
    api.export_logbook_geojson_point_trip_fn(integer), api.export_logbook_metrics_trip_fn(integer),
    api.logbook_update_geojson_trip_fn(integer), api.export_logbook_geojson_linestring_trip_fn(integer),
    api.export_logbooks_geojson_point_trips_fn(integer, integer, text, text),
    api.export_logbooks_geojson_linestring_trips_fn(integer, integer, text, text)
  to user_role, admin_role;
