-- Views of moorages; counts and totals are derived from stays.

create or replace view api.moorages_view as
  select m.id, coalesce(m.name, 'Unnamed place') as moorage, t.description as default_stay,
    m.stay_code as default_stay_id, extract(day from visits.duration) as total_stay,
    visits.number as arrivals_departures, visits.duration as total_duration, m.home_flag as home,
    m.latitude, m.longitude, m.country
  from api.moorages m
  left join api.stays_at t on t.stay_code = m.stay_code
  cross join lateral (
    select count(*)::integer as number,
      justify_hours(coalesce(sum(coalesce(s.departed, now()) - s.arrived), interval '0')) as duration
    from api.stays s
    where s.vessel_id = m.vessel_id and s.moorage_id = m.id) visits
  order by visits.number desc, m.id;
comment on view api.moorages_view is 'Moorages for lists, most visited first.';

create or replace view api.moorage_view as
  select m.id, coalesce(m.name, 'Unnamed place') as name, t.description as default_stay, m.stay_code as default_stay_id,
    m.home_flag as home, extract(day from visits.duration) as total_stay, visits.number as arrivals_departures, m.notes,
    visits.duration as total_duration, visits.first_seen, visits.last_seen, m.latitude, m.longitude, m.geog, m.country,
    m.radius_m, app.version(m) as version
  from api.moorages m
  left join api.stays_at t on t.stay_code = m.stay_code
  cross join lateral (
    select count(*)::integer as number, min(s.arrived) as first_seen, max(coalesce(s.departed, now())) as last_seen,
      justify_hours(coalesce(sum(coalesce(s.departed, now()) - s.arrived), interval '0')) as duration
    from api.stays s
    where s.vessel_id = m.vessel_id and s.moorage_id = m.id) visits;
comment on view api.moorage_view is 'Moorages with all details.';
select app.describe('moorages_view moorage_view', $json${
  "id": "Id of the moorage.",
  "default_stay": "Usual kind of stay here.",
  "default_stay_id": "Code of that kind.",
  "total_stay": "Whole days spent here.",
  "arrivals_departures": "Number of visits.",
  "total_duration": "Time spent here (ISO 8601).",
  "home": "Whether this is a home port.",
  "latitude": "Latitude, in degrees.",
  "longitude": "Longitude, in degrees.",
  "country": "Country, ISO 3166-1 alpha-2 in lower case."
}$json$);
select app.describe('moorages_view', '{"moorage": "Name of the place."}');
select app.describe('moorage_view', $json${
  "name": "Name of the place.",
  "notes": "Notes.",
  "first_seen": "First arrival, UTC.",
  "last_seen": "Last departure, or now, UTC.",
  "geog": "Position, as a GeoJSON Point.",
  "radius_m": "Reach set by a user, in metres; null otherwise.",
  "version": "Version of the users' text: send it as If-Match to reject a stale change."
}$json$);

create or replace view api.moorages_geojson_view as
  select m.id, m.name,
    case when m.latitude is not null and m.longitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(m.longitude, m.latitude)),
      'properties', jsonb_build_object('id', m.id, 'name', m.name, 'home', m.home, 'stay_code', m.default_stay_id,
        'total_stay', m.total_stay, 'arrivals_departures', m.arrivals_departures, 'notes', m.notes)) end as geojson
  from api.moorage_view m;
comment on view api.moorages_geojson_view is 'Moorages as GeoJSON features.';
select app.describe('moorages_geojson_view', $json${
  "id": "Id of the moorage.",
  "name": "Name of the moorage.",
  "geojson": "The place as a GeoJSON feature; null if it is unknown."
}$json$);

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
comment on function api.export_moorages_geojson_fn is 'All moorages as GeoJSON points, with the days spent there.';

create or replace function api.export_moorages_gpx_fn() returns text
language sql stable as $$ select app.implemented_in_service('export_moorages_gpx_fn') $$;
comment on function api.export_moorages_gpx_fn is 'All moorages as GPX 1.1 waypoints.';

grant select on api.moorages_view, api.moorage_view, api.moorages_geojson_view to user_role, vessel_role, admin_role;
grant execute on function api.export_moorages_geojson_fn(), api.export_moorages_gpx_fn() to user_role, admin_role;
