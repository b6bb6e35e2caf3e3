-- Finding the keys under which a boat measures, where they are not the usual ones and its owner chose none.

-- Settings of metadata.configuration, the usual key of each, and what else it is called, the likeliest first.
create or replace function app.discoverable_keys() returns table (setting text, usual text, patterns text[])
language sql immutable as $$
  values
    ('voltageKey', 'electrical.batteries.House.voltage',
      array['electrical.batteries.house%.voltage', 'electrical.batteries.%.voltage']),
    ('stateOfChargeKey', 'electrical.batteries.House.capacity.stateOfCharge',
      array['electrical.batteries.house%.capacity.stateOfCharge', 'electrical.batteries.%.capacity.stateOfCharge']),
    ('depthKey', 'environment.depth.belowTransducer',
      array['environment.depth.belowKeel', 'environment.depth.belowSurface']),
    ('outsidePressureKey', 'environment.outside.pressure', array['environment.outside.%.pressure']),
    ('insidePressureKey', 'environment.inside.pressure', array['environment.inside.%.pressure']),
    ('insideTemperatureKey', 'environment.inside.temperature',
      array['environment.inside.%cabin%.temperature', 'environment.inside.%.temperature']),
    ('outsideTemperatureKey', 'environment.outside.temperature', array['environment.outside.%.temperature']),
    ('waterTemperatureKey', 'environment.water.temperature', array['environment.water.%.temperature']),
    ('insideHumidityKey', 'environment.inside.relativeHumidity', array['environment.inside.humidity',
      'environment.inside.%.relativeHumidity', 'environment.inside.%.humidity']),
    ('outsideHumidityKey', 'environment.outside.relativeHumidity', array['environment.outside.humidity',
      'environment.outside.%.relativeHumidity', 'environment.outside.%.humidity']),
    ('solarPowerKey', 'electrical.solar.Main.panelPower', array['electrical.solar.%.panelPower']),
    ('solarVoltageKey', 'electrical.solar.Main.panelVoltage', array['electrical.solar.%.panelVoltage']),
    ('tankLevelKey', 'tanks.fuel.0.currentLevel', array['tanks.fuel.%.currentLevel'])
$$;

-- The settings that some measurements suggest: {"voltageKey": "electrical.batteries.1.voltage"}.
create or replace function app.suggested_keys(measured jsonb) returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(k.setting, found.key), '{}')
  from app.discoverable_keys() k
  cross join lateral (
    select e.key from unnest(k.patterns) with ordinality p (pattern, place)
    join jsonb_each(case jsonb_typeof(measured) when 'object' then measured end) e on e.key ilike p.pattern
    where jsonb_typeof(e.value) = 'number'
    order by p.place, e.key limit 1) found
  where coalesce(jsonb_typeof(measured -> k.usual), 'null') <> 'number'
$$;

-- Vessels that were never looked at, and whose owners chose nothing: what their newest rows suggest is chosen. Once for
-- each vessel, so that nothing is chosen again that somebody cleared. Returns how many got something.
create or replace function app.discover_keys() returns bigint
language sql volatile as $$
  with looked as (
    update app.watch_states w set discovered_at = now()
    from api.metadata d
    cross join lateral (
      select app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics
      from app.metrics m where m.vessel_id = d.vessel_id and m."time" <= app.present_until()
      order by m."time" desc limit 1) newest
    where w.vessel_id = d.vessel_id and w.discovered_at is null and jsonb_typeof(newest.metrics) = 'object'
    returning w.vessel_id, newest.metrics
  ), suggested as (
    select l.vessel_id, s.keys from looked l
    cross join lateral (select app.suggested_keys(l.metrics) as keys) s
    where s.keys <> '{}'
  ), chosen as (
    update api.metadata d set configuration = s.keys
      || jsonb_build_object('update_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from suggested s where d.vessel_id = s.vessel_id and coalesce(d.configuration, '{}') = '{}'
    returning d.vessel_id, s.keys
  ), told as (
    select app.enqueue('autodiscovery', vessel_id, vessel_id, keys) from chosen
  )
  select count(*) from told
$$;
