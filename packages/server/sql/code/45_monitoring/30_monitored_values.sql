-- Monitored values: names such as "voltage", and the keys that they are read from.

-- A finite number; null for anything else.
create or replace function app.reading(value jsonb) returns double precision
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) = 'number' and abs(value::numeric) < 1e300 then value::double precision end
$$;

-- Each name with its setting in metadata.configuration, its usual keys (the first number counts), and tanks (lowest or
-- fullest).
create or replace view app.monitored_values as
  select name, setting, paths::text[] as paths, tanks, is_fullest
  from (values
    ('voltage', 'voltageKey', '{electrical.batteries.House.voltage}', null, false),
    ('charge', 'stateOfChargeKey', '{electrical.batteries.House.capacity.stateOfCharge}', null, false),
    ('depth', 'depthKey', '{environment.depth.belowTransducer}', null, false),
    ('wind', 'windSpeedKey', '{environment.wind.speedTrue,environment.wind.speedOverGround}', null, false),
    ('speed', null, '{}', null, false),
    ('pressure', 'outsidePressureKey', '{environment.outside.pressure}', null, false),
    ('inside_temperature', 'insideTemperatureKey', '{environment.inside.temperature}', null, false),
    ('outside_temperature', 'outsideTemperatureKey', '{environment.outside.temperature}', null, false),
    ('water_temperature', 'waterTemperatureKey', '{environment.water.temperature}', null, false),
    ('inside_humidity', 'insideHumidityKey',
      '{environment.inside.relativeHumidity,environment.inside.humidity}', null, false),
    ('outside_humidity', 'outsideHumidityKey',
      '{environment.outside.relativeHumidity,environment.outside.humidity}', null, false),
    ('fuel', null, '{}', '^tanks\.fuel\.[^.]+\.currentLevel$', false),
    ('fresh_water', null, '{}', '^tanks\.freshWater\.[^.]+\.currentLevel$', false),
    ('waste_water', null, '{}', '^tanks\.(wasteWater|blackWater)\.[^.]+\.currentLevel$', true)
  ) known (name, setting, paths, tanks, is_fullest);
grant select on app.monitored_values to user_role, vessel_role, admin_role, wakelog_worker, wakelog_viewer;

-- Sources of some names and keys for a vessel: up to three paths, of which the first number counts, or tanks. `chosen`
-- is the vessel's configuration.
create or replace function app.reading_sources(keys text[], chosen jsonb)
returns table (key text, paths text[], tanks text, is_fullest boolean)
language sql stable as $$
  select k.key, case when v.name is null then array[k.key]
    else array_remove(array[chosen ->> v.setting] || v.paths, null) end, v.tanks, coalesce(v.is_fullest, false)
  from (select distinct unnest(keys) as key) k left join app.monitored_values v on v.name = k.key
$$;

-- Level of the lowest or fullest tank of a kind in a row; null if there is none.
create or replace function app.tank_level(tanks text, is_fullest boolean, measured jsonb) returns double precision
language sql stable as $$
  select case when is_fullest then max(app.reading(e.value)) else min(app.reading(e.value)) end
  from jsonb_each(case jsonb_typeof(measured) when 'object' then measured end) e where e.key ~ tanks
$$;

-- A source's value in a row, SI units; null if absent. Wind falls back to apparent wind. No query inside, to keep it
-- cheap.
create or replace function app.reading_of(key text, paths text[], tanks text, is_fullest boolean, measured jsonb,
  speedoverground double precision, windspeedapparent double precision)
returns double precision
language sql stable as $$
  select case
    when tanks is not null then app.tank_level(tanks, is_fullest, measured)
    else coalesce(
      app.reading(measured -> paths[1]), app.reading(measured -> paths[2]), app.reading(measured -> paths[3]),
      case key when 'speed' then speedoverground * 1852 / 3600 when 'wind' then windspeedapparent * 1852 / 3600 end)
    end
$$;

-- A row's monitored values by name, SI units; missing ones are omitted.
create or replace function app.named_readings(measured jsonb, chosen jsonb, speedoverground double precision,
  windspeedapparent double precision) returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(s.key, r.value) filter (where r.value is not null), '{}')
  from app.reading_sources(array(select name from app.monitored_values), chosen) s
  cross join lateral (
    select app.reading_of(s.key, s.paths, s.tanks, s.is_fullest, measured, speedoverground, windspeedapparent)
      as value) r
$$;
grant execute on function
    app.named_readings(jsonb, jsonb, double precision, double precision) to user_role, vessel_role, admin_role;
