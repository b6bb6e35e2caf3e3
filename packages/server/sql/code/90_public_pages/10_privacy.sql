-- What stays private on public pages: everything near home, and whatever is not listed.

-- Visitors see this schema instead of objects of the same names in `api`.
revoke all on schema public_pages from public;
grant usage on schema public_pages to anonymous, wakelog_viewer, wakelog_worker;
grant create on schema public_pages to wakelog_viewer;

-- Radius of privacy around each home moorage, metres: its reach, or this if larger.
create or replace function app.private_radius_m(reach double precision) returns double precision
language sql immutable parallel safe as 'select greatest(500, reach)';

-- Latitude degrees that exceed the radius everywhere: a degree has at least 110.57 km.
create or replace function app.private_band(reach double precision) returns double precision
language sql immutable parallel safe as 'select app.private_radius_m(reach) / 110000';

-- Whether a position is near one of the vessel's homes; false if unknown.
create or replace function app.is_private(lat double precision, lng double precision) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (
    select from api.moorages home
    where home.vessel_id = app.current_vessel() and home.home_flag
      and case when abs(home.latitude - lat) <= app.private_band(home.radius_m)
        then app.distance_m(home.latitude, home.longitude, lat, lng) <= app.private_radius_m(home.radius_m) end)
$$;

-- Whether an end of a log is near home, by position, moorage or the moorage's position.
create or replace function app.is_private_end(lat double precision, lng double precision, moorage integer)
returns boolean language sql stable security definer set search_path = pg_catalog as $$
  select app.is_private(lat, lng) or exists (
    select from api.moorages m
    where m.vessel_id = app.current_vessel() and m.id = moorage
      and (m.home_flag or app.is_private(m.latitude, m.longitude)))
$$;

-- Whether this is exactly a position [longitude, latitude] in degrees.
create or replace function app.is_position(place jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(place @@ 'strict $.size() == 2 && $[0] >= -180 && $[0] <= 180 && $[1] >= -90 && $[1] <= 90', false)
$$;

-- The vessel's homes with bounding boxes.
create or replace function app.private_zones(
  out latitude double precision, out longitude double precision, out radius double precision, out box jsonb
) returns setof record language sql stable security definer set search_path = pg_catalog as $$
  select home.latitude, home.longitude, app.private_radius_m(home.radius_m), jsonb_build_object(
    'south', home.latitude - band.degrees, 'north', home.latitude + band.degrees,
    'west', home.longitude - wide.degrees, 'east', home.longitude + wide.degrees,
    'west_before', home.longitude - wide.degrees - 360, 'east_before', home.longitude + wide.degrees - 360,
    'west_after', home.longitude - wide.degrees + 360, 'east_after', home.longitude + wide.degrees + 360)
  from api.moorages home
  cross join lateral (select app.private_band(home.radius_m) as degrees) band
  cross join lateral (
    select band.degrees / greatest(cos(radians(least(90, abs(home.latitude) + band.degrees))), 1e-5) as degrees) wide
  where home.vessel_id = app.current_vessel() and home.home_flag
    and home.latitude is not null and home.longitude is not null
$$;

-- The positions of [[longitude, latitude], …] near home. Measures only those in a box. Paths are strict, because lax
-- ones would search inside positions.
create or replace function app.private_positions(coordinates jsonb) returns setof jsonb
language sql stable as $$
  select near.place
  from app.private_zones() home
  cross join lateral jsonb_path_query(coordinates, 'strict $[*] ? (@[1] >= $south && @[1] <= $north
      && (@[0] >= $west && @[0] <= $east || @[0] >= $west_before && @[0] <= $east_before
        || @[0] >= $west_after && @[0] <= $east_after))', home.box) near (place)
  where app.distance_m(home.latitude, home.longitude, (near.place ->> 1)::double precision,
    (near.place ->> 0)::double precision) <= home.radius
$$;

-- The positions of [[longitude, latitude], …] not near home. Drops anything else.
create or replace function app.public_line(coordinates jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  positions jsonb;
  hidden jsonb[];
begin
  if jsonb_typeof(coordinates) is distinct from 'array' then
    return '[]';
  end if;
  positions := jsonb_path_query_array(coordinates, 'strict $[*] ? (@.size() == 2
    && @[0] >= -180 && @[0] <= 180 && @[1] >= -90 && @[1] <= 90)');
  hidden := array(select app.private_positions(positions));
  if hidden = '{}' then
    return positions;
  end if;
  return to_jsonb(array(
    select place from jsonb_array_elements(positions) place where place not in (select unnest(hidden))));
end
$$;

-- A measured value if numeric: owners choose the keys and may name anything.
create or replace function app.number_of(value jsonb) returns jsonb
language sql immutable parallel safe as $$ select case jsonb_typeof(value) when 'number' then value end $$;

-- The numeric members of an object with these names.
create or replace function app.numbers_of(document jsonb, names text[]) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_object_agg(key, value)
  from jsonb_each(case jsonb_typeof(document) when 'object' then document end)
  where key = any (names) and jsonb_typeof(value) = 'number'
$$;

-- The texts of a list; null if it is not a list.
create or replace function app.texts_of(list jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case jsonb_typeof(list) when 'array' then jsonb_path_query_array(list, '$[*] ? (@.type() == "string")') end
$$;

-- The public part of a log's `extra`.
create or replace function app.public_extra(extra jsonb) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'tags', app.texts_of(extra -> 'tags'),
    'observations', app.numbers_of(extra -> 'observations', array['seaState', 'cloudCoverage', 'visibility']),
    'metrics', app.numbers_of(extra -> 'metrics', array['navigation.log', 'propulsion.main.runTime',
      'propulsion.port.runTime', 'propulsion.starboard.runTime', 'propulsion.0.runTime', 'propulsion.1.runTime']),
    'not_recorded', app.number_of(extra -> 'not_recorded')))
$$;

-- The public part of a track point; null if near home or invalid.
create or replace function app.public_point(feature jsonb) returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'Feature',
    'geometry', jsonb_build_object('type', 'Point', 'coordinates', place),
    'properties', jsonb_build_object('longitude', place -> 0, 'latitude', place -> 1,
      'time', case when measured ->> 'time' ~ '^\d{4}-\d\d-\d\dT[0-9:.]{5,15}(Z|[-+]\d\d:\d\d)$'
        then measured -> 'time' end,
      'courseovergroundtrue', app.number_of(measured -> 'courseovergroundtrue'),
      'speedoverground', app.number_of(measured -> 'speedoverground'),
      'windspeedapparent', app.number_of(measured -> 'windspeedapparent'),
      'anglespeedapparent', app.number_of(measured -> 'anglespeedapparent'),
      'status', case when measured ->> 'status' = any (enum_range(null::api.status)::text[])
        then measured -> 'status' end))
  from (select feature #> '{geometry,coordinates}' as place, feature -> 'properties' as measured) point
  where app.is_position(place)
$$;

-- The public part of a track: the line with the given properties, then the points. Null without a track.
create or replace function app.public_track(stored jsonb, line app.geo_line, properties jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  coordinates jsonb := app.public_line(coalesce(
    jsonb_path_query_first(stored, '$.features[*].geometry ? (@.type == "LineString").coordinates'),
    app.geojson_of(line) -> 'coordinates'));
  points jsonb := jsonb_path_query_array(stored, '$.features[*] ? (@.geometry.type == "Point")');
  shown jsonb;
begin
  if stored is null and line is null then
    return null;
  end if;
  shown := app.public_line(jsonb_path_query_array(points, '$[*].geometry.coordinates'));
  return jsonb_build_object('type', 'FeatureCollection', 'features',
    jsonb_build_array(jsonb_build_object('type', 'Feature', 'properties', properties,
      'geometry', case when jsonb_array_length(coordinates) >= 2
        then jsonb_build_object('type', 'LineString', 'coordinates', coordinates) end))
    || coalesce((
      select jsonb_agg(app.public_point(feature) order by n)
      from jsonb_array_elements(points) with ordinality e (feature, n)
      where feature #> '{geometry,coordinates}' in (select jsonb_array_elements(shown))
        and app.public_point(feature) is not null), '[]'));
end
$$;

-- Whether the owner publishes that of a log: public_logs or public_notes, for all logs or those listed.
create or replace function app.owner_publishes(kind text, log_id integer) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (
    select from app.memberships m
    join app.accounts a on a.account_id = m.account_id and not a.disabled
    where m.vessel_id = app.current_vessel() and m.role = 'owner'
      and app.publishes(a.preferences, kind, log_id))
$$;

grant execute on function app.is_private(double precision, double precision), app.owner_publishes(text, integer),
    app.is_private_end(double precision, double precision, integer), app.public_line(jsonb), app.number_of(jsonb),
    app.numbers_of(jsonb, text[]), app.texts_of(jsonb), app.public_extra(jsonb), app.public_point(jsonb),
    app.is_position(jsonb), app.public_track(jsonb, app.geo_line, jsonb)
  to anonymous, wakelog_viewer;
