-- History: any measurement over time, for graphs.

-- A vessel's readings of some keys in slots of `step` seconds from `since`. Days that are not rolled up are read from
-- rows; others from roll-ups, by hours if `step` is in hours, otherwise by five minutes, or from rows if `step` is
-- shorter.
create or replace function app.readings_between(vessel text, keys text[], since timestamptz, until timestamptz,
  step integer)
returns table (key text, slot integer, n bigint, total double precision, low double precision, high double precision)
language sql stable set timezone = 'UTC' set jit = off as $$
  with sources as materialized (
    select * from app.reading_sources(keys, app.measurement_keys(vessel))
  ), rolled as (
    select d.* from app.metric_days d
    where step >= 300 and d.vessel_id = vessel and d.key = any (keys)
      and d.day between since::date and until::date
      and not exists (select from app.metric_days_due u where u.vessel_id = vessel and u.day = d.day)
  ), unrolled as materialized (
    select greatest(u.day::timestamptz, since) as since, least((u.day + 1)::timestamptz, until) as until
    from app.metric_days_due u
    where step >= 300 and u.vessel_id = vessel and u.day between since::date and until::date
    union all
    select since, until where step < 300
  ), counted as (
    select s.key, m."time" as at, 1::bigint as n, r.value as total, r.value as low, r.value as high
    from unrolled u
    join app.metrics m on m.vessel_id = vessel and m."time" >= u.since and m."time" < u.until
    -- Once per row, not per reading.
    cross join lateral (select app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics offset 0) w
    cross join sources s
    cross join lateral (
      select app.reading_of(s.key, s.paths, s.tanks, s.is_fullest, w.metrics, m.speedoverground, m.windspeedapparent)
        as value) r
    where r.value is not null
    union all
    select d.key, d.day::timestamptz + (h.place - 1) * interval '1 hour', h.n, h.mean * h.n, h.low, h.high
    from rolled d
    cross join unnest(d.hour_counts, d.hour_means, d.hour_lows, d.hour_highs)
      with ordinality h (n, mean, low, high, place)
    where step % 3600 = 0 and h.n > 0
    union all
    select d.key, d.day::timestamptz + (s.place - 1) * interval '5 minutes', s.n, s.mean * s.n,
      coalesce(s.low, s.mean), coalesce(s.high, s.mean)
    from rolled d
    cross join unnest(d.slot_counts, d.slot_means, d.slot_lows, d.slot_highs)
      with ordinality s (n, mean, low, high, place)
    where step % 3600 <> 0 and s.n > 0
  )
  select c.key, floor(extract(epoch from c.at - since) / step)::integer, sum(c.n), sum(c.total), min(c.low), max(c.high)
  from counted c
  where c.at >= since and c.at < until
  group by 1, 2
$$;

-- Step in seconds, such that the hours fit into `steps` with one more for the current step: minutes, five minutes or
-- hours, as in the sources.
create or replace function app.history_step(hours integer, steps integer) returns integer
language sql immutable as $$
  select case
    when hours * 60 < steps then 60
    when hours * 12 < steps * 11 then ceil(hours * 12 / (steps - 1.0))::integer * 300
    else ceil(hours / (steps - 1.0))::integer * 3600 end
$$;

create or replace function app.monitoring_history(vessel text, hours integer, keys text[], ending timestamptz,
  most integer) returns json
language sql stable set timezone = 'UTC' as $$
  with plan as (
    select app.history_step(hours, most) as step
  ), span as (
    select step, to_timestamp(ceil(extract(epoch from ending) / step) * step) as until,
      ceil(hours * 3600.0 / step)::integer as steps
    from plan
  ), bounds as (
    select step, until, steps + 1 as steps, until - make_interval(secs => step * (steps + 1)) as since from span
  ), asked as (
    select distinct unnest(keys) as key
  ), found as materialized (
    select r.* from bounds b
    cross join lateral app.readings_between(vessel, keys, b.since, b.until, b.step) r
  ), series as (
    select a.key, json_build_object(
      'avg', json_agg(f.total / f.n order by g.slot), 'min', json_agg(f.low order by g.slot),
      'max', json_agg(f.high order by g.slot)) as values
    from bounds b cross join asked a cross join lateral generate_series(0, b.steps - 1) g (slot)
    left join found f on f.key = a.key and f.slot = g.slot
    group by a.key
  )
  select json_object_agg(member, value) from (
    select 1 as place, 'from' as member, to_json(since) as value from bounds
    union all select 2, 'to', to_json(until) from bounds
    union all select 3, 'step', to_json(step) from bounds
    union all select 4, 'time', (
      select json_agg(b.since + make_interval(secs => b.step * n) order by n)
      from bounds b cross join lateral generate_series(0, b.steps - 1) n)
    union all select 5, key, values from series
    order by place, member) members
$$;

-- Means of the usual measurements over the requested hours, in buckets that suit a plot; by the owner's keys, or else
-- the usual ones.
create or replace function app.monitoring_means(time_interval text) returns json
language sql stable set timezone = 'UTC' as $$
  with requested as (
    select case time_interval when '48' then 48 when '72' then 72 when '168' then 168 else 24 end as hours,
      case time_interval when '48' then interval '2 hours' when '72' then interval '4 hours'
        when '168' then interval '7 hours' else interval '5 minutes' end as bucket
  ), keys as materialized (
    select e.field, coalesce(app.measurement_keys(app.current_vessel()) ->> e.setting, e.key) as chosen, e.key
    from (values
      ('watertemperature', 'waterTemperatureKey', 'environment.water.temperature'),
      ('insidetemperature', 'insideTemperatureKey', 'environment.inside.temperature'),
      ('outsidetemperature', 'outsideTemperatureKey', 'environment.outside.temperature'),
      ('windspeedoverground', 'windSpeedKey', 'environment.wind.speedTrue'),
      ('insidehumidity', 'insideHumidityKey', 'environment.inside.relativeHumidity'),
      ('outsidehumidity', 'outsideHumidityKey', 'environment.outside.relativeHumidity'),
      ('outsidepressure', 'outsidePressureKey', 'environment.outside.pressure'),
      ('insidepressure', 'insidePressureKey', 'environment.inside.pressure'),
      ('batterycharge', 'stateOfChargeKey', 'electrical.batteries.House.capacity.stateOfCharge'),
      ('batteryvoltage', 'voltageKey', 'electrical.batteries.House.voltage'),
      ('depth', 'depthKey', 'environment.depth.belowTransducer')) e (field, setting, key)
  ), means as (
    select date_bin(requested.bucket, m."time", 'epoch') as "time", e.field,
      round(avg((coalesce(w.metrics -> e.chosen, w.metrics -> e.key) #>> '{}')::numeric), 4) as mean
    from requested
    join app.metrics m on m."time" > now() - make_interval(hours => requested.hours) and m."time" <= now()
    cross join lateral (select app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics offset 0) w
    cross join keys e
    where m.vessel_id = app.current_vessel()
      and jsonb_typeof(coalesce(w.metrics -> e.chosen, w.metrics -> e.key)) = 'number'
    group by 1, 2
  ), buckets as (
    select "time", jsonb_object_agg(field, mean) as values from means group by "time"
  )
  select json_build_object(
    'history', coalesce(json_agg(jsonb_build_object('time', "time") || values order by "time"), '[]'),
    -- The same means, in the form of later clients: every key in each bucket.
    'history_metrics', json_agg(jsonb_build_object('time_bucket', "time")
      || (select jsonb_object_agg(field, values -> field) from keys) order by "time"))
  from buckets
$$;

create or replace function api.monitoring_history_fn(time_interval text default '24', keys text[] default null,
  until timestamptz default null, steps integer default 500)
returns json
language plpgsql stable as $$
declare
  hours constant integer := case when time_interval ~ '^[0-9]{1,5}$' then time_interval::integer end;
begin
  if hours is null or hours not between 1 and 87600 then
    raise exception 'time_interval must be a whole number of hours from 1 to 87600'
      using errcode = '22023', hint = 'Send 24 for a day, 8760 for a year.';
  elsif keys is null then
    return app.monitoring_means(time_interval);
  elsif array_ndims(keys) is distinct from 1 or cardinality(array_remove(keys, null)) not between 1 and 50 then
    raise exception 'keys must name 1 to 50 measurements' using errcode = '22023',
      hint = 'metrics_keys_view lists them.';
  elsif keys && array['from', 'to', 'step', 'time'] then
    raise exception 'keys cannot be from, to, step or time, which the answer has besides the measurements'
      using errcode = '22023', hint = 'Read such a key in monitoring_view3.';
  elsif steps is null or steps not between 10 and 500 then
    raise exception 'steps must be from 10 to 500' using errcode = '22023',
      hint = 'Send as many as can be seen on the screen.';
  elsif not coalesce(until, now()) between '1900-01-01' and '2200-01-01' then
    raise exception 'until must be a time between 1900 and 2200' using errcode = '22023',
      hint = 'Leave it out for the present.';
  end if;
  return app.monitoring_history(app.current_vessel(), hours, array_remove(keys, null), coalesce(until, now()), steps);
end
$$;
comment on function api.monitoring_history_fn is
  'Means of the usual measurements over the last 24, 48, 72 or 168 hours, in SI units: history, and history_metrics '
  'with every key in each time_bucket, null if there are none. With keys, which name '
  'monitored values or any keys of metrics: their averages, lowest and highest values in at most 500 steps over the '
  '1 to 87600 hours that end now or at `until`; request fewer steps for a small screen.';

grant execute on function app.reading(jsonb), app.reading_sources(text[], jsonb),
    app.tank_level(text, boolean, jsonb),
    app.reading_of(text, text[], text, boolean, jsonb, double precision, double precision),
    app.readings_between(text, text[], timestamptz, timestamptz, integer), app.history_step(integer, integer),
    app.monitoring_history(text, integer, text[], timestamptz, integer), app.monitoring_means(text)
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function api.monitoring_history_fn(text, text[], timestamptz, integer) to user_role, admin_role;
