-- Vessels: registration and description.

create or replace function api.register_vessel(vessel_email text, vessel_mmsi text, vessel_name text,
  pass text default null, out token text)
language sql volatile as $$ select app.implemented_in_service('register_vessel') $$;
comment on function api.register_vessel is
  'Registers the caller''s vessel and returns its token. Later calls return the same vessel''s token, and need the '
  'password (pass) from ten minutes after sign-in.';

create or replace function api.rotate_vessel_token_fn(pass text default null, out token text)
language sql volatile as $$ select app.implemented_in_service('rotate_vessel_token_fn') $$;
comment on function api.rotate_vessel_token_fn is
  'Returns a new token for the caller''s vessel and revokes the old one; needs the password (pass) from ten minutes '
  'after sign-in.';

create or replace view api.vessels_view as
  select v.name, v.mmsi, date_trunc('second', v.created_at) as created_at,
    to_char(contact.last at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') as last_contact,
    now() - contact.last > app.offline_after() as offline,
    now() - contact.last as duration,
    newest."time" as last_metric_time, d.active
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  left join lateral (
    select m."time" from app.metrics m where m.vessel_id = v.vessel_id and m."time" <= app.present_until()
    order by m."time" desc limit 1) newest on true
  -- A boat that sends rows is in contact; skip rows from the future.
  left join lateral (
    select m."time" from app.metrics m where m.vessel_id = v.vessel_id and m."time" <= now()
    order by m."time" desc limit 1) past on true
  cross join lateral (select greatest(d."time", past."time") as last) contact;
comment on view api.vessels_view is 'The vessel and its last contact.';
select app.describe('vessels_view', $json${
  "name": "Name of the vessel.",
  "mmsi": "Radio identity (MMSI).",
  "created_at": "When it was registered, UTC.",
  "last_contact": "Last contact, UTC, as text; null if there was none.",
  "offline": "Whether it was silent for more than 70 minutes; null if it never made contact.",
  "duration": "Time since the last contact (ISO 8601).",
  "last_metric_time": "Time of the newest measurement, UTC.",
  "active": "Whether it counts as online."
}$json$);

-- Derived from the vessel's identity: ship type and country of registration.
create or replace function app.vessel_identity(vessel api.metadata, registered numeric)
returns table (ship_type text, country text, alpha_2 text)
language sql stable as $$
  select t.description, c.country, c.alpha_2
  from (select 1) one
  left join app.ais_ship_types t on t.id = vessel.ship_type
  left join app.mmsi_countries c
    on c.mid = floor(coalesce(registered, vessel.mmsi) / 1000000)
    and coalesce(registered, vessel.mmsi) between 100000000 and 999999999
$$;

create or replace function api.vessel_fn(out vessel json)
language sql stable set timezone = 'UTC' as $$
  select json_build_object(
    'name', v.name, 'mmsi', coalesce(v.mmsi, d.mmsi), 'created_at', date_trunc('second', v.created_at),
    'first_contact', d.created_at, 'last_contact', contact.last,
    'geojson', json_build_object('type', 'Feature',
      'geometry', json_build_object('type', 'Point', 'coordinates', json_build_array(m.longitude, m.latitude)),
      'properties', json_build_object('name', v.name, 'time', m."time", 'courseovergroundtrue', m.courseovergroundtrue,
        'speedoverground', m.speedoverground, 'anglespeedapparent', m.anglespeedapparent,
        'longitude', m.longitude, 'latitude', m.latitude)),
    'ship_type', i.ship_type, 'country', i.country, 'alpha_2', i.alpha_2,
    'length', d.length, 'beam', d.beam, 'height', d.height, 'plugin_version', d.plugin_version,
    'platform', d.platform, 'offline', now() - contact.last > app.offline_after())
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  cross join lateral (select app.last_contact(v.vessel_id) as last) contact
  cross join lateral app.vessel_identity(d, v.mmsi) i
  cross join lateral (
    select * from app.metrics m
    where m.vessel_id = v.vessel_id and m.latitude is not null and m.longitude is not null
      and m."time" <= app.present_until()
    order by m."time" desc limit 1) m
  where v.vessel_id = app.current_vessel()
$$;
comment on function api.vessel_fn is
  'The vessel with its last position (GeoJSON) and size (metres); null until it has sent a position.';

create or replace function api.vessel_details_fn() returns json
language sql stable as $$
  select json_build_object('ship_type', i.ship_type, 'country', i.country, 'alpha_2', i.alpha_2,
    'length', d.length, 'beam', d.beam, 'height', d.height, 'plugin_version', d.plugin_version)
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  cross join lateral app.vessel_identity(d, v.mmsi) i
  where v.vessel_id = app.current_vessel()
$$;
comment on function api.vessel_details_fn is 'Kind, country and size (metres) of the vessel.';

grant select on api.vessels_view to user_role, vessel_role, admin_role;
grant execute on function app.vessel_identity(api.metadata, numeric), api.register_vessel(text, text, text, text),
    api.rotate_vessel_token_fn(text), api.vessel_fn(), api.vessel_details_fn() to user_role, admin_role;
grant select on app.ais_ship_types, app.mmsi_countries to user_role, admin_role;
