-- Procedures about the caller: settings, preferences, the vessel, versions.

create or replace function api.settings_fn(out settings json)
language sql stable security definer set search_path = pg_catalog set timezone = 'UTC' as $$
  select json_build_object(
    'email', a.email::text, 'first', a.first, 'last', a.last, 'preferences', a.preferences, 'created_at', a.created_at,
    'username', initcap(left(a.first, 1) || ' ' || a.last),
    'has_vessel', exists (select from app.memberships m where m.account_id = a.account_id),
    'public_id', a.public_id)
  from app.accounts a
  where a.account_id = app.current_account()
$$;

-- What the vessel's identity says: kind of ship, and country of registration.
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
    'first_contact', d.created_at, 'last_contact', d."time",
    'geojson', json_build_object('type', 'Feature',
      'geometry', json_build_object('type', 'Point', 'coordinates', json_build_array(m.longitude, m.latitude)),
      'properties', json_build_object('name', v.name, 'time', m."time", 'courseovergroundtrue', m.courseovergroundtrue,
        'speedoverground', m.speedoverground, 'anglespeedapparent', m.anglespeedapparent,
        'longitude', m.longitude, 'latitude', m.latitude)),
    'ship_type', i.ship_type, 'country', i.country, 'alpha_2', i.alpha_2,
    'length', d.length, 'beam', d.beam, 'height', d.height, 'plugin_version', d.plugin_version,
    'platform', d.platform, 'offline', now() - d."time" > app.offline_after())
  from app.vessels v
  join api.metadata d on d.vessel_id = v.vessel_id
  cross join lateral app.vessel_identity(d, v.mmsi) i
  cross join lateral (
    select * from api.metrics m
    where m.vessel_id = v.vessel_id and m.latitude is not null and m.longitude is not null
    order by m."time" desc limit 1) m
  where v.vessel_id = app.current_vessel()
$$;

create or replace function api.vessel_details_fn() returns json
language sql stable as $$
  select json_build_object('ship_type', i.ship_type, 'country', i.country, 'alpha_2', i.alpha_2,
    'length', d.length, 'beam', d.beam, 'height', d.height, 'plugin_version', d.plugin_version)
  from app.vessels v
  join api.metadata d on d.vessel_id = v.vessel_id
  cross join lateral app.vessel_identity(d, v.mmsi) i
  where v.vessel_id = app.current_vessel()
$$;

create or replace function api.versions_fn() returns json
language sql stable as 'select row_to_json(v) from api.versions_view v';
