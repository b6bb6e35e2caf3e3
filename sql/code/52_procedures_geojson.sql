-- Procedures that give GeoJSON (RFC 7946). A collection without members is empty, never null.

-- Each argument narrows the choice, alone and together.
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
    and l._from_time >= app.date_bound(start_date, false)
    and coalesce(l._to_time, l._from_time) <= app.date_bound(end_date, true)
$$;

-- The track of a log as one feature: the geometry as stored, and about the log what its row says now.
create or replace function app.track_feature(log api.logbook) returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'Feature',
    'geometry', coalesce(
      jsonb_path_query_first(log.track_geojson, '$.features[*].geometry ? (@.type == "LineString")'),
      app.geojson_of(log.track_geom)),
    'properties', app.track_properties(log))
$$;

-- Within how many metres of a moorage a log or stay counts as there.
create or replace function app.near_moorage_m() returns double precision
language sql immutable parallel safe as 'select 100.0::double precision';

-- A log begins where its first fix under way is, and where the boat lay until then: a minute under engine is more
-- than 100 m. The same holds for its end.
create or replace function api.find_log_from_moorage_fn(_id integer, out geojson json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(app.track_feature(l) order by l._from_time, l.id) from api.logbook l
    where l.vessel_id = m.vessel_id
      and (app.distance_m(m.latitude, m.longitude, l._from_lat, l._from_lng) <= app.near_moorage_m()
        or exists (select from api.stays s where s.vessel_id = l.vessel_id and s.departed = l._from_time
          and app.distance_m(m.latitude, m.longitude, s.latitude, s.longitude) <= app.near_moorage_m()))), '[]'))
  from api.moorages m
  where m.vessel_id = app.current_vessel() and m.id = _id
$$;

create or replace function api.find_log_to_moorage_fn(_id integer, out geojson json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(app.track_feature(l) order by l._from_time, l.id) from api.logbook l
    where l.vessel_id = m.vessel_id
      and (app.distance_m(m.latitude, m.longitude, l._to_lat, l._to_lng) <= app.near_moorage_m()
        or exists (select from api.stays s where s.vessel_id = l.vessel_id and s.arrived = l._to_time
          and app.distance_m(m.latitude, m.longitude, s.latitude, s.longitude) <= app.near_moorage_m()))), '[]'))
  from api.moorages m
  where m.vessel_id = app.current_vessel() and m.id = _id
$$;

create or replace function api.find_stay_from_moorage_fn(_id integer, out geojson json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(json_build_object('type', 'Feature',
      'geometry', json_build_object('type', 'Point', 'coordinates', json_build_array(s.longitude, s.latitude)),
      'properties', json_build_object('id', s.id, 'name', coalesce(s.name, m.name), 'arrived', s.arrived,
        'departed', s.departed, 'duration', coalesce(s.departed, now()) - s.arrived, 'stay_code', s.stay_code,
        'notes', s.notes)) order by s.id)
    from api.stays s
    where s.vessel_id = m.vessel_id
      and app.distance_m(m.latitude, m.longitude, s.latitude, s.longitude) <= app.near_moorage_m()), '[]'))
  from api.moorages m
  where m.vessel_id = app.current_vessel() and m.id = _id
$$;

create or replace function api.export_logbook_geojson_fn(_id integer, out geojson json)
language sql stable as $$
  select coalesce(l.track_geojson, case when l.track_geom is not null then
    jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_build_array(app.track_feature(l))) end)::json
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l.id = _id
$$;

create or replace function api.export_moorages_geojson_fn(out geojson json)
language sql stable as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(json_build_object(
      'type', 'Feature',
      'geometry', json_build_object('type', 'Point', 'coordinates', json_build_array(m.longitude, m.latitude)),
      'properties', json_build_object('id', m.id, 'name', m.moorage, 'stay_code', m.default_stay_id,
        'total_stay', m.total_stay, 'arrivals_departures', m.arrivals_departures)) order by m.id), '[]'))
  from api.moorages_view m
  where m.latitude is not null and m.longitude is not null
$$;
