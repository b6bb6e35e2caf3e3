-- Stays, including the open one with its time so far.

comment on table api.stays is 'Stays: times at one place, between two logs.';
select app.describe('stays', $json${
  "id": "Id of the stay, unique in the installation; it stays the same when the stay is derived again.",
  "vessel_id": "The vessel; taken from the token.",
  "active": "Whether the vessel is there now; at most one stay is active.",
  "name": "Name of the place; a user's text is kept.",
  "latitude": "Latitude of the centre of the stay, in degrees.",
  "longitude": "Longitude of the centre of the stay, in degrees.",
  "geog": "The same position, as a GeoJSON Point.",
  "arrived": "Arrival, UTC.",
  "departed": "Departure, UTC; null while the vessel is there.",
  "duration": "Time from arrival to departure (ISO 8601).",
  "stay_code": "Kind of stay; see stays_at.",
  "notes": "Notes.",
  "moorage_id": "The moorage where the vessel stayed.",
  "reasons": "Why the stay begins and ends where it does.",
  "radius_m": "Radius of the circle around the vessel's positions, in metres.",
  "user_data": "What users add, as an object: images and anything else.",
  "created_at": "When the stay was made here, UTC.",
  "updated_at": "Last change of the row, by users or the service, UTC."
}$json$);
create trigger stamp_updated_at before update on api.stays for each row
  when (old.* is distinct from new.*) execute function app.stamp_updated_at();

comment on table api.stays_at is 'Kinds of stay: unknown, anchor, mooring buoy, dock.';
select app.describe('stays_at', $json${
  "stay_code": "Code of the kind of stay.",
  "description": "Its name."
}$json$);

create or replace view api.stays_view as
  select s.id,
    format('%s days stay at %s in %s', extract(day from spent.duration), coalesce(s.name, m.name, 'an unnamed place'),
      to_char(coalesce(s.departed, now()) at time zone 'UTC', 'FMMonth YYYY')) as name,
    coalesce(m.name, s.name, 'Unnamed place') as moorage,
    s.moorage_id, spent.duration, t.description as stayed_at, s.stay_code as stayed_at_id, s.arrived, s.departed,
    s.notes, s.active, s.latitude, s.longitude, s.radius_m, s.reasons
  from api.stays s
  cross join lateral (select coalesce(s.departed, now()) - s.arrived as duration) spent
  left join api.stays_at t on t.stay_code = s.stay_code
  left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
  order by s.arrived desc;
comment on view api.stays_view is 'All stays for lists, newest first, including the open one.';

create or replace view api.stay_view as
  select id, name, moorage, moorage_id, duration, stayed_at, stayed_at_id, arrived, departed, notes,
    active, latitude, longitude, radius_m, reasons
  from api.stays_view;
comment on view api.stay_view is 'Stays with all details.';
select app.describe('stays_view stay_view', $json${
  "id": "Id of the stay.",
  "name": "The stay in a sentence: days, place and month.",
  "moorage": "Name of the place.",
  "moorage_id": "Id of the moorage.",
  "duration": "Time spent, so far if the vessel is still there (ISO 8601).",
  "stayed_at": "Kind of stay.",
  "stayed_at_id": "Code of the kind of stay.",
  "arrived": "Arrival, UTC.",
  "departed": "Departure, UTC; null while the vessel is there.",
  "notes": "Notes.",
  "active": "Whether the vessel is there now.",
  "latitude": "Latitude, in degrees.",
  "longitude": "Longitude, in degrees.",
  "radius_m": "Radius of the circle around the vessel's positions, in metres.",
  "reasons": "Why the stay begins and ends where it does."
}$json$);

-- Stays by moorage; id is the moorage's.
create or replace view api.moorages_stays_view as
  select s.moorage_id as id, s.moorage as name, s.id as stay_id, s.name as stay, s.arrived, s.departed, s.duration,
    s.stayed_at, s.stayed_at_id, s.notes
  from api.stays_view s
  where s.moorage_id is not null
  order by s.arrived desc;
comment on view api.moorages_stays_view is 'The stays at each moorage, newest first.';
select app.describe('moorages_stays_view', $json${
  "id": "Id of the moorage.",
  "name": "Name of the moorage.",
  "stay_id": "Id of the stay.",
  "stay": "The stay in a sentence: days, place and month.",
  "arrived": "Arrival, UTC.",
  "departed": "Departure, UTC; null while the vessel is there.",
  "duration": "Time spent, so far if the vessel is still there (ISO 8601).",
  "stayed_at": "Kind of stay.",
  "stayed_at_id": "Code of the kind of stay.",
  "notes": "Notes."
}$json$);

create or replace view api.stays_geojson_view as
  select s.id, s.name, s.arrived as starttimestamp,
    case when s.latitude is not null and s.longitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(s.longitude, s.latitude)),
      'properties', jsonb_build_object('id', s.id, 'name', s.name, 'moorage_id', s.moorage_id, 'arrived', s.arrived,
        'departed', s.departed, 'stay_code', s.stayed_at_id, 'notes', s.notes)) end as geojson
  from api.stays_view s
  order by s.arrived desc;
comment on view api.stays_geojson_view is 'Stays as GeoJSON features, newest first.';
select app.describe('stays_geojson_view', $json${
  "id": "Id of the stay.",
  "name": "The stay in a sentence: days, place and month.",
  "starttimestamp": "Arrival, UTC.",
  "geojson": "The place as a GeoJSON feature; null if it is unknown."
}$json$);

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
comment on function api.find_stay_from_moorage_fn is 'All stays within 100 metres of a moorage, as GeoJSON points.';

grant select on api.stays_view, api.stay_view, api.moorages_stays_view, api.stays_geojson_view
  to user_role, vessel_role, admin_role;
grant execute on function api.find_stay_from_moorage_fn(integer) to user_role, admin_role;
