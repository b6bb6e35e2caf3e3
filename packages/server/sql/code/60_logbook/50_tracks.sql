-- Tracks of logs.

create or replace function app.track_properties(log api.logbook) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select jsonb_build_object('id', log.id, 'name', log.name, 'distance', log.distance, 'duration', log.duration,
    'avg_speed', log.avg_speed, 'max_speed', log.max_speed, 'max_wind_speed', log.max_wind_speed,
    '_from_time', log._from_time, '_to_time', log._to_time, '_from', log._from, '_to', log._to, 'notes', log.notes)
$$;

-- Synchronises the properties of a stored track with its row. A track has thousands of points, stored as one document
-- for readers of the whole.
create or replace function app.stamp_track() returns trigger
language plpgsql set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
declare
  path text[] := (
    select array['features', (n - 1)::text, 'properties']
    from jsonb_array_elements(case when jsonb_typeof(new.track_geojson -> 'features') = 'array'
      then new.track_geojson -> 'features' else '[]' end) with ordinality f (feature, n)
    where feature #>> '{geometry,type}' is distinct from 'Point' and jsonb_typeof(feature) = 'object'
    order by n limit 1);
begin
  if path is not null then
    new.track_geojson := jsonb_set(new.track_geojson, path, app.track_properties(new));
  end if;
  return new;
end
$$;
create trigger stamp_track before insert on api.logbook for each row
  when (new.track_geojson is not null) execute function app.stamp_track();
create trigger stamp_track_again before update on api.logbook for each row
  when (new.track_geojson is not null and (new.name, new.distance, new.duration, new.avg_speed, new.max_speed,
      new.max_wind_speed, new._from_time, new._to_time, new._from, new._to, new.notes, new.track_geojson)
    is distinct from (old.name, old.distance, old.duration, old.avg_speed, old.max_speed,
      old.max_wind_speed, old._from_time, old._to_time, old._from, old._to, old.notes, old.track_geojson))
  execute function app.stamp_track();

-- The track as one feature: stored geometry, current properties.
create or replace function app.track_feature(log api.logbook) returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'Feature',
    'geometry', coalesce(
      jsonb_path_query_first(log.track_geojson, '$.features[*].geometry ? (@.type == "LineString")'),
      app.geojson_of(log.track_geom)),
    'properties', app.track_properties(log))
$$;

-- Length of a line [[longitude, latitude], …], nautical miles.
create or replace function app.line_nm(coordinates jsonb) returns numeric
language sql immutable as $$
  select round((coalesce(sum(app.distance_m(before_lat, before_lng, lat, lng)), 0) / 1852)::numeric, 4)
  from (
    select lat, lng, lag(lat) over (order by n) as before_lat, lag(lng) over (order by n) as before_lng
    from (
      select n, (place ->> 1)::double precision as lat, (place ->> 0)::double precision as lng
      from jsonb_array_elements(coordinates) with ordinality e (place, n)) places) steps
$$;

grant execute on function app.track_feature(api.logbook), app.track_properties(api.logbook)
  to user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
