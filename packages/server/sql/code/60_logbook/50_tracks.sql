-- Tracks of logs.

create or replace function app.track_properties(log api.logbook) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select jsonb_build_object('id', log.id, 'name', log.name, 'distance', log.distance, 'duration', log.duration,
    'avg_speed', log.avg_speed, 'max_speed', log.max_speed, 'max_wind_speed', log.max_wind_speed,
    '_from_time', log._from_time, '_to_time', log._to_time, '_from', log._from, '_to', log._to, 'notes', log.notes)
$$;

-- A stored track with these properties of its line.
create or replace function app.stamped_track(track jsonb, properties jsonb) returns jsonb
language sql stable as $$
  select coalesce((
    select jsonb_set(track, array['features', (n - 1)::text, 'properties'], properties)
    from jsonb_array_elements(case when jsonb_typeof(track -> 'features') = 'array'
      then track -> 'features' else '[]' end) with ordinality f (feature, n)
    where feature #>> '{geometry,type}' is distinct from 'Point' and jsonb_typeof(feature) = 'object'
    order by n limit 1), track)
$$;

-- Synchronises the properties of a stored track with its row. A track has thousands of points, stored as one document
-- for readers of the whole.
create or replace function app.stamp_track() returns trigger
language plpgsql as $$
begin
  new.track_geojson := app.stamped_track(new.track_geojson, app.track_properties(new));
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

-- West, south, east and north of a line [[longitude, latitude], …]; west > east across the 180° meridian (RFC 7946,
-- section 5.2).
create or replace function app.bbox_of(coordinates jsonb) returns double precision[]
language sql immutable parallel safe as $$
  with step as (
    select n, app.reading(place -> 0) as x, app.reading(place -> 1) as y,
      app.reading(place -> 0) - lag(app.reading(place -> 0)) over (order by n) as east
    from jsonb_array_elements(case jsonb_typeof(coordinates) when 'array' then coordinates end)
      with ordinality e (place, n)
  ), unrolled as (
    select y, x - 360 * coalesce(sum(round(east / 360)) over (order by n), 0) as x from step
  ), box as (
    select min(x) as west, min(y) as south, max(x) as east, max(y) as north from unrolled
  )
  select case when east - west >= 360 then array[-180, south, 180, north]
    else array[west - case when abs(west) > 180 then 360 * round(west / 360) else 0 end, south,
      east - case when abs(east) > 180 then 360 * round(east / 360) else 0 end, north] end
  from box where west is not null
$$;

-- A bounding box as a GeoJSON Polygon, whose longitudes go on beyond the 180° meridian.
create or replace function app.box_polygon(bbox double precision[]) returns jsonb
language sql immutable strict parallel safe as $$
  select jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
    array[bbox[1], bbox[2]], array[e.east, bbox[2]], array[e.east, bbox[4]], array[bbox[1], bbox[4]],
    array[bbox[1], bbox[2]])))
  from (select bbox[3] + case when bbox[3] < bbox[1] then 360 else 0 end as east) e
$$;
grant execute on function app.bbox_of(jsonb), app.box_polygon(double precision[])
  to user_role, vessel_role, admin_role, wakelog_viewer;

grant execute on function app.track_feature(api.logbook), app.track_properties(api.logbook),
    app.stamped_track(jsonb, jsonb)
  to user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
