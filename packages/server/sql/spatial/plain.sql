-- Spatial port, plain adapter: positions and tracks are GeoJSON (RFC 7946) in checked jsonb. Nothing beyond
-- PostgreSQL is needed. Runs again whenever sql/code does, so the domains, which tables need, are made only once.
do $$
begin
  if to_regtype('app.geo_point') is null then
    -- Longitude before latitude, as GeoJSON has it. @@ is null, not false, where a member is missing.
    create domain app.geo_point as jsonb constraint geo_point_form check (
      value is null or coalesce(value @@ 'strict $.type == "Point" && $.coordinates.size() == 2
        && $.coordinates[0] >= -180 && $.coordinates[0] <= 180
        && $.coordinates[1] >= -90 && $.coordinates[1] <= 90', false));
  end if;
  if to_regtype('app.geo_line') is null then
    create domain app.geo_line as jsonb constraint geo_line_form check (
      value is null or coalesce(value @@ 'strict $.type == "LineString" && $.coordinates.size() >= 2
        && !exists($.coordinates[*] ? (
          (@.size() == 2 && @[0] >= -180 && @[0] <= 180 && @[1] >= -90 && @[1] <= 90) is unknown
          || !(@.size() == 2 && @[0] >= -180 && @[0] <= 180 && @[1] >= -90 && @[1] <= 90)))', false));
  end if;
end
$$;

-- A position; null where either is unknown.
create or replace function app.make_point(latitude double precision, longitude double precision)
returns app.geo_point language sql immutable strict parallel safe as $$
  select jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(longitude, latitude))::app.geo_point
$$;

-- A track from [[longitude, latitude], …]; null where there are fewer than two positions.
create or replace function app.make_line(coordinates jsonb)
returns app.geo_line language sql immutable strict parallel safe as $$
  select case when jsonb_array_length(coordinates) >= 2
    then jsonb_build_object('type', 'LineString', 'coordinates', coordinates)::app.geo_line end
$$;

create or replace function app.geojson_of(geometry app.geo_point)
returns jsonb language sql immutable strict parallel safe as 'select geometry::jsonb';

create or replace function app.geojson_of(geometry app.geo_line)
returns jsonb language sql immutable strict parallel safe as 'select geometry::jsonb';

-- With every digit, so that what is read from it is the same line.
create or replace function app.exact_geojson(geometry app.geo_line)
returns jsonb language sql immutable strict parallel safe as 'select geometry::jsonb';

-- Length in metres of the geodesic between two positions on WGS84, by Lambert's formula for long lines: the great
-- circle between the reduced latitudes, corrected to first order in the flattening. Against Karney's geodesics it
-- is right to 1e-5 up to thousands of kilometres, and to 0.2 % near the antipodes. Adding and taking away 360 rounds
-- to some nanometres, so that no square of an angle is too small to be a number.
-- Source: W. D. Lambert, "The distance between two widely separated points on the surface of the earth", 1942.
create or replace function app.distance_m(
  latitude1 double precision, longitude1 double precision,
  latitude2 double precision, longitude2 double precision
) returns double precision language sql immutable strict parallel safe as $$
  select case when a = 0 then 0 else
    6378137.0 * (s - 1 / 298.257223563 / 2 * (
      (s - sin(s)) * (sin(p) * cos(q)) ^ 2 / greatest(1 - a, 1e-15)
      + (s + sin(s)) * (cos(p) * sin(q)) ^ 2 / a)) end
  from (
    select (b1 + b2) / 2 as p, (b2 - b1) / 2 as q,
      least(1, sin((b2 - b1) / 2) ^ 2
        + cos(b1) * cos(b2) * sin(radians((longitude2 - longitude1 + 360) - 360) / 2) ^ 2) as a
    from (
      select atan((1 - 1 / 298.257223563) * tan(radians((latitude1 + 360) - 360))) as b1,
        atan((1 - 1 / 298.257223563) * tan(radians((latitude2 + 360) - 360))) as b2
    ) reduced
  ) halves
  cross join lateral (select 2 * asin(sqrt(a)) as s) angle
$$;

-- A spatial index, where the adapter has one.
create or replace function app.index_geo(table_name text, column_name text)
returns void language sql as 'select';

-- Version of the software behind the port, as versions_view shows it.
create or replace function app.spatial_version()
returns text language sql stable as $$ select 'plain'::text $$;
