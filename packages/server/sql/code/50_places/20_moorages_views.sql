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
    m.radius_m, app.version(m) as version,
    (select count(*)::integer from api.logbook l
      where l.vessel_id = m.vessel_id and (l._from_moorage_id = m.id or l._to_moorage_id = m.id)
        and l._to_time is not null) as logs_count,
    visits.ended as stays_count, visits.ended_duration as stays_sum_duration, visits.first_ended as stay_first_seen,
    visits.last_ended as stay_last_seen, visits.first_ended_id as stay_first_seen_id,
    visits.last_ended_id as stay_last_seen_id, app.has_images(m.user_data) as has_images,
    m.user_data -> 'images' as images
  from api.moorages m
  left join api.stays_at t on t.stay_code = m.stay_code
  cross join lateral (
    select count(*)::integer as number, min(s.arrived) as first_seen, max(coalesce(s.departed, now())) as last_seen,
      justify_hours(coalesce(sum(coalesce(s.departed, now()) - s.arrived), interval '0')) as duration,
      count(s.departed)::integer as ended,
      justify_hours(coalesce(sum(app.time_between(s.arrived, s.departed)), interval '0')) as ended_duration,
      min(s.arrived) filter (where s.departed is not null) as first_ended, max(s.departed) as last_ended,
      (array_agg(s.id order by s.arrived, s.id) filter (where s.departed is not null))[1] as first_ended_id,
      (array_agg(s.id order by s.departed desc, s.id desc) filter (where s.departed is not null))[1] as last_ended_id
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
  "logs_count": "Number of finished logs that depart from or arrive here.",
  "stays_count": "Number of stays here that ended.",
  "stays_sum_duration": "Their time (ISO 8601).",
  "stay_first_seen": "Their first arrival, UTC; null if there are none.",
  "stay_last_seen": "Their last departure, UTC; null if there are none.",
  "stay_first_seen_id": "The stay of the first arrival.",
  "stay_last_seen_id": "The stay of the last departure.",
  "has_images": "Whether there are pictures.",
  "images": "Pictures, each with a url.",
  "version": "Version of the users' text: send it as If-Match to reject a stale change."
}$json$);

-- What clients show of a moorage on a map.
create or replace function app.moorage_properties(m api.moorage_view) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', m.id, 'name', m.name, 'home', m.home, 'stay_code', m.default_stay_id,
    'total_stay', m.total_stay, 'arrivals_departures', m.arrivals_departures, 'notes', m.notes,
    'default_stay', m.default_stay, 'default_stay_id', m.default_stay_id, 'logs_count', m.logs_count,
    'stays_count', m.stays_count, 'stays_sum_duration', m.stays_sum_duration, 'stay_first_seen', m.stay_first_seen,
    'stay_last_seen', m.stay_last_seen, 'stay_first_seen_id', m.stay_first_seen_id,
    'stay_last_seen_id', m.stay_last_seen_id)
$$;

create or replace view api.moorages_geojson_view as
  select m.id, m.name,
    case when m.latitude is not null and m.longitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(m.longitude, m.latitude)),
      'properties', app.moorage_properties(m) || jsonb_build_object('latitude', m.latitude, 'longitude', m.longitude,
        'has_images', m.has_images, 'images', m.images)) end as geojson
  from api.moorage_view m;
comment on view api.moorages_geojson_view is 'Moorages as GeoJSON features.';
select app.describe('moorages_geojson_view', $json${
  "id": "Id of the moorage.",
  "name": "Name of the moorage.",
  "geojson": "The place as a GeoJSON feature; null if it is unknown."
}$json$);

create or replace function api.export_moorages_geojson_fn(out geojson json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(json_build_object(
      'type', 'Feature',
      'geometry', json_build_object('type', 'Point', 'coordinates', json_build_array(m.longitude, m.latitude)),
      'properties', app.moorage_properties(m)) order by m.id), '[]'))
  from api.moorage_view m
  where m.latitude is not null and m.longitude is not null
$$;
comment on function api.export_moorages_geojson_fn is 'All moorages as GeoJSON points, with their stays and logs.';

create or replace function api.export_moorages_kml_fn() returns text
language sql stable as $$ select app.implemented_in_service('export_moorages_kml_fn') $$;
comment on function api.export_moorages_kml_fn is 'All moorages as KML 2.2, with their stays and logs.';

create or replace function api.export_moorages_gpx_fn() returns text
language sql stable as $$ select app.implemented_in_service('export_moorages_gpx_fn') $$;
comment on function api.export_moorages_gpx_fn is 'All moorages as GPX 1.1 waypoints, with their stays and logs.';

grant select on api.moorages_view, api.moorage_view, api.moorages_geojson_view to user_role, vessel_role, admin_role;
grant execute on function api.export_moorages_geojson_fn(), api.export_moorages_gpx_fn(), api.export_moorages_kml_fn()
  to user_role, admin_role;
grant execute on function app.moorage_properties(api.moorage_view)
  to user_role, vessel_role, admin_role, wakelog_viewer;
