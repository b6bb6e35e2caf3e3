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
    newest."time" as last_metric_time, d.active,
    now() - newest."time" > app.offline_after() as metrics_offline, now() - newest."time" as duration_last_metrics,
    coalesce(now() - contact.last > app.offline_after(), true) as is_offline
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  left join lateral (
    select m."time" from app.metrics m where m.vessel_id = v.vessel_id and m."time" <= app.present_until()
    order by m."time" desc limit 1) newest on true
  -- A boat that sends rows is in contact; skip rows from the future and of imports.
  left join lateral app.newest_own_row(v.vessel_id) own on true
  cross join lateral (select greatest(d."time", own."time") as last) contact;
comment on view api.vessels_view is 'The vessel and its last contact.';
select app.describe('vessels_view', $json${
  "name": "Name of the vessel.",
  "mmsi": "Radio identity (MMSI).",
  "created_at": "When it was registered, UTC.",
  "last_contact": "Last contact, UTC, as text; null if there was none.",
  "offline": "Whether it was silent for more than 70 minutes; null if it never made contact.",
  "duration": "Time since the last contact (ISO 8601).",
  "last_metric_time": "Time of the newest measurement, UTC.",
  "active": "Whether it counts as online.",
  "metrics_offline": "Whether the newest measurement is older than 70 minutes; null if there is none.",
  "duration_last_metrics": "Time since the newest measurement (ISO 8601).",
  "is_offline": "Whether it was silent for more than 70 minutes, or never made contact."
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

-- What its plugin said of the vessel, and what its owner added.
create or replace view api.vessel_view as
  select d.vessel_id, d.name, coalesce(v.mmsi, d.mmsi) as mmsi, v.created_at, d.created_at as first_contact,
    app.last_contact(d.vessel_id) as last_contact,
    coalesce(now() - app.last_contact(d.vessel_id) > app.offline_after(), true) as offline,
    i.ship_type, i.country, i.alpha_2, d.length, d.beam, d.height, d.plugin_version, d.platform,
    d.configuration is not null as has_config, a.make_model, a.has_polar, a.has_images, a.image_url, a.image_updated_at,
    a.images, a.specs,
    jsonb_build_object('type', 'Feature',
      'geometry', case when m."time" is not null then jsonb_build_object('type', 'Point',
        'coordinates', jsonb_build_array(m.longitude, m.latitude)) end,
      'properties', jsonb_build_object('name', d.name, 'time', m."time", 'longitude', m.longitude,
        'latitude', m.latitude, 'make_model', a.make_model, 'image_url', a.image_url)) as geojson
  from api.metadata d
  join app.vessels v on v.vessel_id = d.vessel_id
  cross join lateral app.vessel_identity(d, v.mmsi) i
  cross join lateral app.added_to_vessel(d.user_data) a
  left join lateral (
    select m."time", m.latitude, m.longitude from app.metrics m
    where m.vessel_id = d.vessel_id and m.latitude is not null and m.longitude is not null
      and m."time" <= app.present_until()
    order by m."time" desc limit 1) m on true;
comment on view api.vessel_view is
  'The vessel as its plugin and its owner describe it; no row before the first description.';
select app.describe('vessel_view', $json${
  "vessel_id": "The vessel.",
  "name": "Name of the vessel as its plugin knows it.",
  "mmsi": "Radio identity (MMSI).",
  "created_at": "When it was registered, UTC.",
  "first_contact": "First contact, UTC.",
  "last_contact": "Last contact, UTC.",
  "offline": "Whether it was silent for more than 70 minutes.",
  "ship_type": "Kind of vessel.",
  "country": "Country of registration.",
  "alpha_2": "Country of registration, ISO 3166-1 alpha-2.",
  "length": "Length over all, in metres.",
  "beam": "Beam, in metres.",
  "height": "Height above the water line, in metres.",
  "plugin_version": "Version of the plugin on board.",
  "platform": "Hardware on board.",
  "has_config": "Whether measurement keys are chosen.",
  "make_model": "Make and model, from user_data.",
  "has_polar": "Whether user_data has a polar diagram.",
  "has_images": "Whether there are pictures.",
  "image_url": "Address of the first picture.",
  "image_updated_at": "When the first picture was changed, as text.",
  "images": "Pictures, each with a url.",
  "specs": "Specifications, from user_data.",
  "geojson": "The newest position as a GeoJSON Feature; its geometry is null if unknown."
}$json$);

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
    'platform', d.platform, 'offline', now() - contact.last > app.offline_after(),
    'vessel_id', v.vessel_id, 'configuration', d.configuration is not null, 'make_model', a.make_model,
    'has_polar', a.has_polar, 'has_images', a.has_images, 'image_url', a.image_url,
    'image_updated_at', a.image_updated_at, 'images', a.images, 'spec', a.specs)
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  cross join lateral (select app.last_contact(v.vessel_id) as last) contact
  cross join lateral app.vessel_identity(d, v.mmsi) i
  cross join lateral app.added_to_vessel(coalesce(d.user_data, '{}')) a
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
    'length', d.length, 'beam', d.beam, 'height', d.height, 'plugin_version', d.plugin_version,
    'platform', d.platform, 'configuration', d.configuration is not null)
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  cross join lateral app.vessel_identity(d, v.mmsi) i
  where v.vessel_id = app.current_vessel()
$$;
comment on function api.vessel_details_fn is 'Kind, country and size (metres) of the vessel.';

create or replace function api.vessel_extended_fn() returns json
language sql stable as $$
  select json_build_object('make_model', a.make_model, 'has_polar', a.has_polar, 'has_images', a.has_images,
    'image_url', a.image_url, 'image_updated_at', a.image_updated_at, 'images', a.images, 'spec', a.specs)
  from (select 1) one
  left join api.metadata d on d.vessel_id = app.current_vessel()
  cross join lateral app.added_to_vessel(coalesce(d.user_data, '{}')) a
$$;
comment on function api.vessel_extended_fn is 'What the owner added to the vessel: make, pictures, specifications.';

create or replace function api.vessel_settings_fn(out vessel_settings json, out settings json)
language sql stable as $$
  select case when d.vessel_id is not null then json_build_object('vessel_id', d.vessel_id, 'name', d.name,
    'user_data', d.user_data, 'configuration', d.configuration) end, d.user_data::json
  from (select 1) one
  left join api.metadata d on d.vessel_id = app.current_vessel()
$$;
comment on function api.vessel_settings_fn is
  'The vessel''s name, user_data and measurement keys as vessel_settings; its user_data also as settings. Null before '
  'the plugin has described it.';

grant select on api.vessels_view, api.vessel_view to user_role, vessel_role, admin_role;
grant execute on function app.vessel_identity(api.metadata, numeric), app.last_contact(text)
  to user_role, vessel_role, admin_role;
grant execute on function api.vessel_extended_fn(), api.vessel_settings_fn() to user_role, admin_role;
grant execute on function api.register_vessel(text, text, text, text),
    api.rotate_vessel_token_fn(text), api.vessel_fn(), api.vessel_details_fn() to user_role, admin_role;
grant select on app.ais_ship_types, app.mmsi_countries to user_role, vessel_role, admin_role;
