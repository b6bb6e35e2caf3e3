-- Monitored values: what people call a measurement ("voltage"), and which keys of a row it is read from.

-- A number that PostgreSQL can compute with; null for anything else.
create or replace function app.reading(value jsonb) returns double precision
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) = 'number' and abs(value::numeric) < 1e300 then value::double precision end
$$;

-- The names, with the setting of metadata.configuration that chooses a key, the keys that are read otherwise, the first
-- that holds a number, and the tanks of which the lowest or the fullest counts.
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

-- Where a vessel's values of some names and keys are read: up to three paths, the first with a number counts; or the
-- tanks. `chosen` is the vessel's configuration.
create or replace function app.reading_sources(keys text[], chosen jsonb)
returns table (key text, paths text[], tanks text, is_fullest boolean)
language sql stable as $$
  select k.key, case when v.name is null then array[k.key]
    else array_remove(array[chosen ->> v.setting] || v.paths, null) end, v.tanks, coalesce(v.is_fullest, false)
  from (select distinct unnest(keys) as key) k left join app.monitored_values v on v.name = k.key
$$;

-- The level of the lowest or the fullest of a row's tanks of a kind; null if there are none.
create or replace function app.tank_level(tanks text, is_fullest boolean, measured jsonb) returns double precision
language sql stable as $$
  select case when is_fullest then max(app.reading(e.value)) else min(app.reading(e.value)) end
  from jsonb_each(case jsonb_typeof(measured) when 'object' then measured end) e where e.key ~ tanks
$$;

-- The value that a source has in a row, in SI units; null if there is none. Wind is the apparent wind where there is no
-- true wind. Without a query, so that it costs no more than what it is made of.
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

-- A row's monitored values by name, in SI units; those that it does not have are left out.
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
