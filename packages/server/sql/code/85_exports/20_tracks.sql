-- Tracks as GeoJSON (RFC 7946). Collections may be empty but are never null.

create or replace view api.logs_geojson_view as
  select l.id, l.name, l._from_time as starttimestamp,
    case when l.track_geom is not null then app.listed_feature(l) end as geojson
  from api.logbook l
  where l._to_time is not null
  order by l._from_time desc;
comment on view api.logs_geojson_view is 'Finished logs as GeoJSON features, newest first.';
select app.describe('logs_geojson_view', $json${
  "id": "Id of the log.",
  "name": "Name of the log.",
  "starttimestamp": "Departure, UTC.",
  "geojson": "The track as a GeoJSON feature, cut at the 180th meridian, with the log's figures; null if there is none."
}$json$);

-- Arguments are combined with AND. A log counts by its departure, so that days and months contain each log once.
create or replace function api.timelapse_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '',
  out geojson json
) language sql stable as $$
  select json_build_object('type', 'FeatureCollection', 'features', json_build_array(json_build_object(
    'type', 'Feature',
    'geometry', case when count(*) > 0 then json_build_object('type', 'MultiLineString',
      'coordinates', json_agg(app.geojson_of(l.track_geom) -> 'coordinates'
        order by l._from_time, l.id)) end,
    'properties', json_build_object())))
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l.track_geom is not null
    and (start_log is null or l.id >= start_log) and (end_log is null or l.id <= end_log)
    and l._from_time >= app.date_bound(start_date, false) and l._from_time <= app.date_bound(end_date, true)
$$;
comment on function api.timelapse_fn is
  'The tracks of the chosen logs as one GeoJSON MultiLineString; filter by ids and dates of departure.';

-- A log begins at its first fix under way, but also at the preceding stay, which may be more than 100 m away: a minute
-- under engine. The same holds for its end.
create or replace function api.find_log_from_moorage_fn(_id integer, out geojson json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(app.found_feature(l) order by l._from_time, l.id) from api.logbook l
    where l.vessel_id = m.vessel_id
      and (app.distance_m(m.latitude, m.longitude, l._from_lat, l._from_lng) <= app.near_moorage_m()
        or exists (select from api.stays s where s.vessel_id = l.vessel_id and s.departed = l._from_time
          and app.distance_m(m.latitude, m.longitude, s.latitude, s.longitude) <= app.near_moorage_m()))), '[]'))
  from api.moorages m
  where m.vessel_id = app.current_vessel() and m.id = _id
$$;
comment on function api.find_log_from_moorage_fn is
  'The tracks of all logs that begin within 100 metres of a moorage, as GeoJSON.';

create or replace function api.find_log_to_moorage_fn(_id integer, out geojson json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(app.found_feature(l) order by l._from_time, l.id) from api.logbook l
    where l.vessel_id = m.vessel_id
      and (app.distance_m(m.latitude, m.longitude, l._to_lat, l._to_lng) <= app.near_moorage_m()
        or exists (select from api.stays s where s.vessel_id = l.vessel_id and s.arrived = l._to_time
          and app.distance_m(m.latitude, m.longitude, s.latitude, s.longitude) <= app.near_moorage_m()))), '[]'))
  from api.moorages m
  where m.vessel_id = app.current_vessel() and m.id = _id
$$;
comment on function api.find_log_to_moorage_fn is
  'The tracks of all logs that end within 100 metres of a moorage, as GeoJSON.';

create or replace function app.whole_track(log api.logbook) returns json
language sql stable as $$
  select app.cut_collection(coalesce(log.track_geojson, case when log.track_geom is not null then
    jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_build_array(app.track_feature(log))) end))::json
$$;

create or replace function api.export_logbook_geojson_fn(_id integer, out geojson json)
language sql stable as $$
  select app.whole_track(l) from api.logbook l
  where l.vessel_id = app.current_vessel() and l.id = _id
$$;
comment on function api.export_logbook_geojson_fn is
  'A log as a GeoJSON FeatureCollection. A line across the 180th meridian is a MultiLineString, cut there.';

grant execute on function api.find_log_from_moorage_fn(integer), api.find_log_to_moorage_fn(integer),
    app.whole_track(api.logbook), api.export_logbook_geojson_fn(integer)
  to user_role, admin_role;
grant select on api.logs_geojson_view to user_role, vessel_role, admin_role;
grant execute on function api.timelapse_fn(integer, integer, text, text) to user_role, admin_role;
