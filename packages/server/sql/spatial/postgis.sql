-- Spatial port, PostGIS adapter: domains over geometry, which PostgreSQL turns into GeoJSON wherever it makes JSON.
-- PostGIS may live in any schema (a managed server has its own habits), so its name is found, not assumed, and
-- every body names it: nothing here depends on a search_path. Runs again whenever sql/code does.
create extension if not exists postgis with schema app;

do $$
declare
  home text := (select quote_ident(nspname) from pg_extension join pg_namespace n on n.oid = extnamespace
                where extname = 'postgis');
begin
  if to_regtype('app.geo_point') is null then
    execute format('create domain app.geo_point as %s.geometry(Point, 4326)', home);
  end if;
  if to_regtype('app.geo_line') is null then
    execute format('create domain app.geo_line as %s.geometry(LineString, 4326)', home);
  end if;

  -- A position; null where either is unknown.
  execute format($f$
    create or replace function app.make_point(latitude double precision, longitude double precision)
    returns app.geo_point language sql immutable strict parallel safe as
    'select %1$s.st_setsrid(%1$s.st_makepoint(longitude, latitude), 4326)::app.geo_point'$f$, home);

  -- A track from [[longitude, latitude], …]; null where there are fewer than two positions.
  execute format($f$
    create or replace function app.make_line(coordinates jsonb)
    returns app.geo_line language sql immutable strict parallel safe as $body$
      select case when jsonb_array_length(coordinates) >= 2 then %1$s.st_setsrid(%1$s.st_geomfromgeojson(
        jsonb_build_object('type', 'LineString', 'coordinates', coordinates)), 4326)::app.geo_line end
    $body$ $f$, home);

  execute format($f$
    create or replace function app.geojson_of(geometry app.geo_point)
    returns jsonb language sql immutable strict parallel safe as
    'select %1$s.st_asgeojson(geometry::%1$s.geometry, 9)::jsonb'$f$, home);
  execute format($f$
    create or replace function app.geojson_of(geometry app.geo_line)
    returns jsonb language sql immutable strict parallel safe as
    'select %1$s.st_asgeojson(geometry::%1$s.geometry, 9)::jsonb'$f$, home);
  -- With every digit, so that what is read from it is the same line.
  execute format($f$
    create or replace function app.exact_geojson(geometry app.geo_line)
    returns jsonb language sql immutable strict parallel safe as
    'select %1$s.st_asgeojson(geometry::%1$s.geometry, 15)::jsonb'$f$, home);

  -- Length in metres of the geodesic between two positions on WGS84.
  execute format($f$
    create or replace function app.distance_m(
      latitude1 double precision, longitude1 double precision,
      latitude2 double precision, longitude2 double precision
    ) returns double precision language sql immutable strict parallel safe as $body$
      select %1$s.st_distance(
        %1$s.st_setsrid(%1$s.st_makepoint(longitude1, latitude1), 4326)::%1$s.geography,
        %1$s.st_setsrid(%1$s.st_makepoint(longitude2, latitude2), 4326)::%1$s.geography, true)
    $body$ $f$, home);

  -- Version of the software behind the port, as versions_view shows it.
  execute format($f$
    create or replace function app.spatial_version()
    returns text language sql stable as 'select %1$s.postgis_lib_version()'$f$, home);
end
$$;

-- A spatial index, where the adapter has one.
create or replace function app.index_geo(table_name text, column_name text)
returns void language plpgsql as $$
begin
  execute format('create index on %s using gist (%I)', table_name::regclass, column_name);
end
$$;
