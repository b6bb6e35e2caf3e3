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

-- In the order of lists. A separate view, so that what costs is computed only for the rows that a request returns.
create or replace view app.listed_stays as select * from api.stays order by arrived desc;
grant select on app.listed_stays to user_role, vessel_role, admin_role, wakelog_viewer;

-- A log before or after a stay: the moorage at its other end, and the time of the end at the stay.
create type app.log_beside as (id integer, moorage_id integer, place text, name text, "time" timestamptz);

-- Stays with their moorages, and the finished logs before and after: the nearest, with no other stay between.
create or replace view app.placed_stays as
  select s.id, s.vessel_id,
    format('%s days stay at %s in %s', extract(day from spent.duration), coalesce(s.name, m.name, 'an unnamed place'),
      to_char(coalesce(s.departed, now()) at time zone 'UTC', 'FMMonth YYYY')) as name,
    coalesce(m.name, s.name, 'Unnamed place') as moorage,
    s.moorage_id, spent.duration, t.description as stayed_at, s.stay_code as stayed_at_id, s.arrived, s.departed,
    s.notes, s.active, s.latitude, s.longitude, s.radius_m, s.reasons, s.name as stay_name, m.name as moorage_name,
    m.notes as moorage_notes, s.user_data,
    (after.log).id as next_log, (after.log).moorage_id as next_moorage, (after.log).place as next_place,
    (after.log).name as next_name, (after.log)."time" as next_time,
    (before.log).id as last_log, (before.log).moorage_id as last_moorage, (before.log).place as last_place,
    (before.log).name as last_name, (before.log)."time" as last_time
  from app.listed_stays s
  cross join lateral (select coalesce(s.departed, now()) - s.arrived as duration) spent
  left join api.stays_at t on t.stay_code = s.stay_code
  left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
  -- One lookup each, and none if nothing of these logs is selected.
  cross join lateral (select (
    select row(l.id, l._to_moorage_id, p.name, l.name, l._from_time)::app.log_beside
    from (
      select * from api.logbook l
      where l.vessel_id = s.vessel_id and l._from_time >= s.departed and l._to_time is not null
      order by l._from_time limit 1) l
    left join api.moorages p on p.vessel_id = l.vessel_id and p.id = l._to_moorage_id
    where not exists (
      select from api.stays o where o.vessel_id = s.vessel_id and o.arrived >= s.departed
        and o.arrived < l._from_time and o.id <> s.id)) as log
    offset 0) after
  cross join lateral (select (
    select row(l.id, l._from_moorage_id, p.name, l.name, l._to_time)::app.log_beside
    from (
      select * from api.logbook l
      where l.vessel_id = s.vessel_id and l._from_time <= s.arrived and l._to_time <= s.arrived
      order by l._from_time desc limit 1) l
    left join api.moorages p on p.vessel_id = l.vessel_id and p.id = l._from_moorage_id
    where not exists (
      select from api.stays o where o.vessel_id = s.vessel_id and o.arrived < s.arrived
        and o.arrived >= l._to_time and o.id <> s.id)) as log
    offset 0) before;
grant select on app.placed_stays to user_role, vessel_role, admin_role, wakelog_viewer;

-- Clients know the log after a stay as the one that arrived, and the one before as the one that departed.
create or replace view api.stays_view as
  select id, name, moorage, moorage_id, duration, stayed_at, stayed_at_id, arrived, departed, notes, active, latitude,
    longitude, radius_m, reasons, next_log as arrived_log_id, next_moorage as arrived_from_moorage_id,
    next_place as arrived_from_moorage_name, last_log as departed_log_id, last_moorage as departed_to_moorage_id,
    last_place as departed_to_moorage_name
  from app.placed_stays;
comment on view api.stays_view is 'All stays for lists, newest first, including the open one.';

create or replace view api.stay_view as
  select id, name, moorage, moorage_id, duration, stayed_at, stayed_at_id, arrived, departed, notes, active, latitude,
    longitude, radius_m, reasons, next_log as arrived_log_id, next_moorage as arrived_from_moorage_id,
    next_place as arrived_from_moorage_name, last_log as departed_log_id, last_moorage as departed_to_moorage_id,
    last_place as departed_to_moorage_name, app.has_images(user_data) as has_images, user_data -> 'images' as images
  from app.placed_stays;
comment on view api.stay_view is 'Stays with all details.';
select app.describe('stay_view', $json${
  "has_images": "Whether there are pictures.",
  "images": "Pictures, each with a url."
}$json$);
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
  "reasons": "Why the stay begins and ends where it does.",
  "arrived_log_id": "The finished log that departs when the stay ends; null if unknown.",
  "arrived_from_moorage_id": "The moorage to which that log goes.",
  "arrived_from_moorage_name": "Its name.",
  "departed_log_id": "The finished log that arrived when the stay began; null if unknown.",
  "departed_to_moorage_id": "The moorage from which that log came.",
  "departed_to_moorage_name": "Its name."
}$json$);

-- Stays by moorage; id is the moorage's.
create or replace view api.moorages_stays_view as
  select s.moorage_id as id, s.moorage as name, s.id as stay_id, s.name as stay, s.arrived, s.departed, s.duration,
    s.stayed_at, s.stayed_at_id, s.notes, s.stayed_at_id as stay_code, s.last_log as _to_id, s.last_name as _to_name,
    s.last_time as _to_time, s.next_log as _from_id, s.next_name as _from_name, s.next_time as _from_time
  from app.placed_stays s
  where s.moorage_id is not null;
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
  "notes": "Notes.",
  "stay_code": "Code of the kind of stay.",
  "_to_id": "The finished log that arrived; null if unknown.",
  "_to_name": "Its name.",
  "_to_time": "Its arrival, UTC.",
  "_from_id": "The finished log that departed; null if unknown.",
  "_from_name": "Its name.",
  "_from_time": "Its departure, UTC."
}$json$);

create or replace view api.stays_explore_view as
  select id as stay_id, moorage_id, moorage_name, stay_name, arrived, stayed_at_id as stay_code, latitude, longitude,
    notes as stay_notes, moorage_notes, app.has_images(user_data) as has_images, user_data -> 'images' as images
  from app.placed_stays;
comment on view api.stays_explore_view is 'Every stay with its moorage, newest first, for maps.';
select app.describe('stays_explore_view', $json${
  "stay_id": "Id of the stay.",
  "moorage_id": "Id of its moorage; null while none is assigned.",
  "moorage_name": "Name of its moorage.",
  "stay_name": "Name of the stay.",
  "arrived": "Arrival, UTC.",
  "stay_code": "Code of the kind of stay.",
  "latitude": "Latitude, in degrees.",
  "longitude": "Longitude, in degrees.",
  "stay_notes": "Notes of the stay.",
  "moorage_notes": "Notes of the moorage.",
  "has_images": "Whether the stay has pictures.",
  "images": "Pictures of the stay, each with a url."
}$json$);

create or replace view api.stays_geojson_view as
  select s.id, s.name, s.arrived as starttimestamp,
    case when s.latitude is not null and s.longitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(s.longitude, s.latitude)),
      'properties', jsonb_build_object('id', s.id, 'name', s.name, 'moorage_id', s.moorage_id, 'arrived', s.arrived,
        'departed', s.departed, 'stay_code', s.stayed_at_id, 'notes', s.notes, 'stay_id', s.id,
        'moorage_name', s.moorage_name, 'stay_name', s.stay_name, 'latitude', s.latitude, 'longitude', s.longitude,
        'stay_notes', s.notes, 'moorage_notes', s.moorage_notes, 'has_images', app.has_images(s.user_data),
        'images', s.user_data -> 'images')) end as geojson
  from app.placed_stays s;
comment on view api.stays_geojson_view is 'Stays as GeoJSON features, newest first.';
select app.describe('stays_geojson_view', $json${
  "id": "Id of the stay.",
  "name": "The stay in a sentence: days, place and month.",
  "starttimestamp": "Arrival, UTC.",
  "geojson": "The place as a GeoJSON feature; null if it is unknown."
}$json$);

create or replace function api.export_stays_geojson_fn(out geojson json)
language sql stable set timezone = 'UTC' as $$
  select json_build_object('type', 'FeatureCollection', 'features',
    coalesce(json_agg(s.geojson order by s.starttimestamp, s.id) filter (where s.geojson is not null), '[]'))
  from api.stays_geojson_view s
$$;
comment on function api.export_stays_geojson_fn is 'All stays as GeoJSON points, oldest first.';

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

grant select on api.stays_view, api.stay_view, api.moorages_stays_view, api.stays_geojson_view,
    api.stays_explore_view
  to user_role, vessel_role, admin_role;
grant execute on function api.export_stays_geojson_fn(), api.find_stay_from_moorage_fn(integer)
  to user_role, admin_role;
