-- Measurements over time.

create or replace view api.monitoring_view3 as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  order by m."time" desc;
comment on view api.monitoring_view3 is 'Every key of every measurement over time, newest first; filter it.';

create or replace view api.monitoring_temperatures as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  where e.key ilike 'environment.%.temperature'
  order by m."time" desc;
comment on view api.monitoring_temperatures is 'Temperatures over time, newest first: keys environment.%.temperature.';

create or replace view api.monitoring_humidity as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  where e.key ilike 'environment.%.humidity' or e.key ilike 'environment.%.relativeHumidity'
  order by m."time" desc;
comment on view api.monitoring_humidity is
  'Humidity over time, newest first: keys environment.%.humidity and environment.%.relativeHumidity.';

create or replace view api.monitoring_voltage as
  select m."time", e.key, e.value
  from api.metrics m
  cross join lateral jsonb_each_text(case jsonb_typeof(m.metrics) when 'object' then m.metrics end) e
  where e.key ilike 'electrical.%.voltage'
  order by m."time" desc;
comment on view api.monitoring_voltage is 'Voltages over time, newest first: keys electrical.%.voltage.';
select app.describe('monitoring_view3 monitoring_temperatures monitoring_humidity monitoring_voltage', $json${
  "time": "When it was measured, UTC.",
  "key": "Path of the measurement.",
  "value": "Its value as text, in SI units (kelvin, ratio from 0 to 1, volts)."
}$json$);

-- Means of the usual measurements over as many hours as the caller requests, in buckets of a width that a plot can
-- show.
create or replace function api.monitoring_history_fn(time_interval text default '24', out history json)
language sql stable set timezone = 'UTC' as $$
  with requested as (
    select case time_interval when '48' then 48 when '72' then 72 when '168' then 168 else 24 end as hours,
      case time_interval when '48' then interval '2 hours' when '72' then interval '4 hours'
        when '168' then interval '7 hours' else interval '5 minutes' end as bucket
  ), means as (
    select date_bin(requested.bucket, m."time", 'epoch') as "time", e.field,
      round(avg((m.metrics ->> e.key)::numeric), 4) as mean
    from requested
    join api.metrics m on m."time" > now() - make_interval(hours => requested.hours) and m."time" <= now()
    cross join (values
      ('watertemperature', 'environment.water.temperature'), ('insidetemperature', 'environment.inside.temperature'),
      ('outsidetemperature', 'environment.outside.temperature'), ('windspeedoverground', 'environment.wind.speedTrue'),
      ('insidehumidity', 'environment.inside.relativeHumidity'),
      ('outsidehumidity', 'environment.outside.relativeHumidity'),
      ('outsidepressure', 'environment.outside.pressure'), ('insidepressure', 'environment.inside.pressure'),
      ('batterycharge', 'electrical.batteries.House.capacity.stateOfCharge'),
      ('batteryvoltage', 'electrical.batteries.House.voltage'), ('depth', 'environment.depth.belowTransducer')
    ) e (field, key)
    where m.vessel_id = app.current_vessel() and jsonb_typeof(m.metrics -> e.key) = 'number'
    group by 1, 2
  ), buckets as (
    select "time", jsonb_object_agg(field, mean) as values from means group by "time"
  )
  select coalesce(json_agg(jsonb_build_object('time', "time") || values order by "time"), '[]') from buckets
$$;
comment on function api.monitoring_history_fn is
  'Means of the usual measurements over the last 24, 48, 72 or 168 hours, in SI units.';

grant select on api.monitoring_view3, api.monitoring_temperatures, api.monitoring_humidity, api.monitoring_voltage
  to user_role, vessel_role, admin_role;
grant execute on function api.monitoring_history_fn(text) to user_role, admin_role;
