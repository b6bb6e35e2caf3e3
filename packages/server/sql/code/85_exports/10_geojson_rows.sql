-- Rows as a GeoJSON FeatureCollection (RFC 7946), for application/geo+json. The first column with a geometry or feature
-- is the geometry, the others are properties. Works with every spatial adapter.
do $$
begin
  if to_regtype('app."application/geo+json"') is null then
    create domain app."application/geo+json" as json;
  end if;
end
$$;

create or replace function app.feature_of(fields json) returns json
language sql immutable parallel safe as $$
  select json_build_object('type', 'Feature', 'geometry', place.geometry,
    'properties', coalesce((
      select json_object_agg(key, value order by n) from json_each(fields) with ordinality f (key, value, n)
      where key is distinct from place.key), '{}'))
  from (select 1) one
  left join lateral (
    -- Some PostGIS versions add a crs, which RFC 7946 lacks.
    select key,
      nullif((case value ->> 'type' when 'Feature' then value -> 'geometry' else value end)::jsonb, 'null') - 'crs'
      as geometry
    from json_each(fields) with ordinality f (key, value, n)
    where json_typeof(value) = 'object' and value ->> 'type' in ('Point', 'LineString', 'Polygon', 'MultiPoint',
      'MultiLineString', 'MultiPolygon', 'GeometryCollection', 'Feature')
    order by n limit 1) place on true
$$;

create or replace function app.add_feature(features json[], item anyelement) returns json[]
language plpgsql immutable as $$
begin
  return array_append(features, app.feature_of(to_json(item)));
end
$$;

create or replace function app.feature_collection(features json[]) returns app."application/geo+json"
language sql immutable as $$
  select json_build_object('type', 'FeatureCollection', 'features', array_to_json(features))
$$;

create or replace aggregate app.as_geojson(anyelement) (
  sfunc = app.add_feature, stype = json[], initcond = '{}', finalfunc = app.feature_collection);

grant execute on function app.feature_of(json), app.add_feature(json[], anyelement), app.feature_collection(json[]),
    app.as_geojson(anyelement)
  to anonymous, user_role, vessel_role, admin_role, messenger_role;
