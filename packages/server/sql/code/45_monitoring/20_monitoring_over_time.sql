-- Measurements over time. Each view walks the key of metrics from the newest row and expands row by row, so that a
-- limit stops it early.

create or replace view api.monitoring_view3 as
  select m."time", e.key, e.value
  from app.metrics m
  cross join lateral jsonb_each_text(app.metrics_object(m.metrics, m.shape, m.numbers)) e
  order by m."time" desc;
comment on view api.monitoring_view3 is 'Every key of every measurement over time, newest first; filter it.';

-- When the current vessel may have had keys that match any of these patterns, in small letters; empty if never.
-- Only for days that are rolled up. Beyond five thousand keys some are unknown, and an operator sees all vessels.
create or replace function app.times_of_keys(variadic patterns text[]) returns tstzrange
language sql stable as $$
  select case
    when app.current_vessel() is null or count(*) >= 5000 then tstzrange('-infinity', 'infinity', '[]')
    when bool_or(is_one) then
      tstzrange(min(first_seen) filter (where is_one), max(last_seen) filter (where is_one), '[]')
    else 'empty' end
  from (
    select first_seen, last_seen, lower(key collate "C") like any (patterns) as is_one
    from app.metric_keys where vessel_id = app.current_vessel()) k
$$;

-- When the current vessel's oldest day begins that is not rolled up yet.
create or replace function app.not_rolled_up_since() returns timestamptz
language sql stable as $$
  select coalesce(min(day)::timestamp at time zone 'UTC', 'infinity') from app.metric_days_due
  where vessel_id = app.current_vessel()
$$;

-- A boat without such a sensor has only the days not rolled up scanned. A cheap test comes first for each key, and
-- values are read only on a match: lower() with like takes a third of the time of ilike. PostgreSQL estimates that a
-- CASE matches half the keys rather than one in two hundred, and so uses the index even without statistics.
create or replace view api.monitoring_temperatures as
  select m."time", e.key, app.whole_metrics(m.metrics, m.shape, m.numbers) ->> e.key as value
  from app.metrics m
  cross join lateral jsonb_object_keys(app.metrics_object(m.metrics, m.shape, m.numbers)) e (key)
  where case when lower(e.key collate "C") like 'environment.%.temperature' then true end
    and m."time" >= least(
      (select lower(app.times_of_keys('environment.%.temperature'))), (select app.not_rolled_up_since()))
    and (m."time" <= (select upper(app.times_of_keys('environment.%.temperature')))
      or m."time" >= (select app.not_rolled_up_since()))
  order by m."time" desc;
comment on view api.monitoring_temperatures is 'Temperatures over time, newest first: keys environment.%.temperature.';

create or replace view api.monitoring_humidity as
  select m."time", e.key, app.whole_metrics(m.metrics, m.shape, m.numbers) ->> e.key as value
  from app.metrics m
  cross join lateral jsonb_object_keys(app.metrics_object(m.metrics, m.shape, m.numbers)) e (key)
  where case when lower(e.key collate "C")
    like any (array['environment.%.humidity', 'environment.%.relativehumidity']) then true end
    and m."time" >= least(
      (select lower(app.times_of_keys('environment.%.humidity', 'environment.%.relativehumidity'))),
      (select app.not_rolled_up_since()))
    and (m."time" <= (
        select upper(app.times_of_keys('environment.%.humidity', 'environment.%.relativehumidity')))
      or m."time" >= (select app.not_rolled_up_since()))
  order by m."time" desc;
comment on view api.monitoring_humidity is
  'Humidity over time, newest first: keys environment.%.humidity and environment.%.relativeHumidity.';

create or replace view api.monitoring_voltage as
  select m."time", e.key, app.whole_metrics(m.metrics, m.shape, m.numbers) ->> e.key as value
  from app.metrics m
  cross join lateral jsonb_object_keys(app.metrics_object(m.metrics, m.shape, m.numbers)) e (key)
  where case when lower(e.key collate "C") like 'electrical.%.voltage' then true end
    and m."time" >= least(
      (select lower(app.times_of_keys('electrical.%.voltage'))), (select app.not_rolled_up_since()))
    and (m."time" <= (select upper(app.times_of_keys('electrical.%.voltage')))
      or m."time" >= (select app.not_rolled_up_since()))
  order by m."time" desc;
comment on view api.monitoring_voltage is 'Voltages over time, newest first: keys electrical.%.voltage.';
select app.describe('monitoring_view3 monitoring_temperatures monitoring_humidity monitoring_voltage', $json${
  "time": "When it was measured, UTC.",
  "key": "Path of the measurement.",
  "value": "Its value as text, in SI units (kelvin, ratio from 0 to 1, volts)."
}$json$);

grant execute on function app.times_of_keys(text[]), app.not_rolled_up_since()
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.monitoring_view3, api.monitoring_temperatures, api.monitoring_humidity, api.monitoring_voltage
  to user_role, vessel_role, admin_role;
