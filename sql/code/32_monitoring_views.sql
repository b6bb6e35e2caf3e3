-- What the vessel measures. Views of the newest row find it by the key (vessel_id, "time"), however many there are.

-- How long a boat may be silent before it counts as offline: its hourly contact and some slack.
create or replace function app.offline_after() returns interval
language sql immutable parallel safe as $$ select interval '70 minutes' $$;

create or replace view api.vessels_view as
  select v.name, v.mmsi, date_trunc('second', v.created_at) as created_at,
    to_char(contact.last at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') as last_contact,
    now() - contact.last > app.offline_after() as offline,
    now() - contact.last as duration,
    newest."time" as last_metric_time, d.active
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  left join lateral (
    select m."time" from api.metrics m where m.vessel_id = v.vessel_id order by m."time" desc limit 1) newest on true
  -- A boat that sends rows is in contact; a row from the future says nothing of when.
  cross join lateral (select greatest(d."time", case when newest."time" <= now() then newest."time" end) as last) contact;

-- Which keys a boat's owner chose for its measurements: {"depthKey": "environment.depth.belowKeel", …}. Visitors of a
-- public page may see what is measured, and not the table.
create or replace function app.measurement_keys(vessel text) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select configuration from api.metadata where vessel_id = vessel
$$;

-- The chosen keys, else the usual ones.
create or replace view api.monitoring_view as
  select newest."time", now() - newest."time" > app.offline_after() as offline,
    coalesce(newest.metrics -> (keys.chosen ->> 'waterTemperatureKey'), newest.metrics -> 'environment.water.temperature')
      as watertemperature,
    coalesce(newest.metrics -> (keys.chosen ->> 'insideTemperatureKey'), newest.metrics -> 'environment.inside.temperature')
      as insidetemperature,
    coalesce(newest.metrics -> (keys.chosen ->> 'outsideTemperatureKey'), newest.metrics -> 'environment.outside.temperature')
      as outsidetemperature,
    coalesce(newest.metrics -> (keys.chosen ->> 'windSpeedKey'), newest.metrics -> 'environment.wind.speedOverGround')
      as windspeedoverground,
    coalesce(newest.metrics -> (keys.chosen ->> 'windDirectionKey'), newest.metrics -> 'environment.wind.directionGround')
      as winddirectionground,
    coalesce(newest.metrics -> (keys.chosen ->> 'insideHumidityKey'), newest.metrics -> 'environment.inside.relativeHumidity',
      newest.metrics -> 'environment.inside.humidity') as insidehumidity,
    coalesce(newest.metrics -> (keys.chosen ->> 'outsideHumidityKey'), newest.metrics -> 'environment.outside.relativeHumidity',
      newest.metrics -> 'environment.outside.humidity') as outsidehumidity,
    coalesce(newest.metrics -> (keys.chosen ->> 'outsidePressureKey'), newest.metrics -> 'environment.outside.pressure')
      as outsidepressure,
    coalesce(newest.metrics -> (keys.chosen ->> 'insidePressureKey'), newest.metrics -> 'environment.inside.pressure')
      as insidepressure,
    coalesce(newest.metrics -> (keys.chosen ->> 'stateOfChargeKey'), newest.metrics -> 'electrical.batteries.House.capacity.stateOfCharge')
      as batterycharge,
    coalesce(newest.metrics -> (keys.chosen ->> 'voltageKey'), newest.metrics -> 'electrical.batteries.House.voltage')
      as batteryvoltage,
    case when placed.latitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(placed.longitude, placed.latitude)),
      'properties', jsonb_build_object('name', v.name, 'latitude', placed.latitude, 'longitude', placed.longitude,
        'time', placed."time")) end as geojson,
    v.name,
    coalesce(newest.metrics -> (keys.chosen ->> 'depthKey'), newest.metrics -> 'environment.depth.belowTransducer')
      as depth, newest.status, newest.speedoverground,
    newest.courseovergroundtrue, newest.windspeedapparent, newest.anglespeedapparent
  from app.vessels v
  cross join lateral (
    select m."time", m.metrics, m.status, m.speedoverground, m.courseovergroundtrue, m.windspeedapparent,
      m.anglespeedapparent
    from api.metrics m where m.vessel_id = v.vessel_id order by m."time" desc limit 1) newest
  left join lateral (
    select m."time", m.latitude, m.longitude from api.metrics m
    where m.vessel_id = v.vessel_id and m.latitude is not null and m.longitude is not null
    order by m."time" desc limit 1) placed on true
  cross join lateral (select app.measurement_keys(v.vessel_id) as chosen) keys;

create or replace view api.monitoring_view2 as
  select e.key, e.value
  from app.vessels v
  cross join lateral (
    select m.metrics from api.metrics m where m.vessel_id = v.vessel_id order by m."time" desc limit 1) newest
  cross join lateral jsonb_each(case jsonb_typeof(newest.metrics) when 'object' then newest.metrics end) e
  order by e.key;

create or replace view api.monitoring_view3 as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  order by m."time" desc;

create or replace view api.monitoring_temperatures as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  where e.key ilike 'environment.%.temperature'
  order by m."time" desc;

create or replace view api.monitoring_humidity as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  where e.key ilike 'environment.%.humidity' or e.key ilike 'environment.%.relativeHumidity'
  order by m."time" desc;

create or replace view api.monitoring_voltage as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  where e.key ilike 'electrical.%.voltage'
  order by m."time" desc;

grant select on api.vessels_view, api.monitoring_view, api.monitoring_view2, api.monitoring_view3,
    api.monitoring_temperatures, api.monitoring_humidity, api.monitoring_voltage
  to user_role, vessel_role, admin_role;
grant select on api.monitoring_view to anonymous;
