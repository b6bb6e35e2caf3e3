-- Measurements over time. Each view walks the key of metrics from the newest row and expands row by row, so that a
-- limit stops it early.

create or replace view api.monitoring_view3 as
  select m."time", e.key, e.value
  from app.metrics m
  cross join lateral jsonb_each_text(app.metrics_object(m.metrics, m.shape, m.numbers)) e
  order by m."time" desc;
comment on view api.monitoring_view3 is 'Every key of every measurement over time, newest first; filter it.';

-- A boat without such a sensor has its whole record scanned, so a cheap test comes first for each key, and values are
-- read only on a match: lower() with like takes a third of the time of ilike. PostgreSQL estimates that a CASE matches
-- half the keys rather than one in two hundred, and so uses the index even without statistics.
create or replace view api.monitoring_temperatures as
  select m."time", e.key, app.whole_metrics(m.metrics, m.shape, m.numbers) ->> e.key as value
  from app.metrics m
  cross join lateral jsonb_object_keys(app.metrics_object(m.metrics, m.shape, m.numbers)) e (key)
  where case when lower(e.key collate "C") like 'environment.%.temperature' then true end
  order by m."time" desc;
comment on view api.monitoring_temperatures is 'Temperatures over time, newest first: keys environment.%.temperature.';

create or replace view api.monitoring_humidity as
  select m."time", e.key, app.whole_metrics(m.metrics, m.shape, m.numbers) ->> e.key as value
  from app.metrics m
  cross join lateral jsonb_object_keys(app.metrics_object(m.metrics, m.shape, m.numbers)) e (key)
  where case when lower(e.key collate "C")
    like any (array['environment.%.humidity', 'environment.%.relativehumidity']) then true end
  order by m."time" desc;
comment on view api.monitoring_humidity is
  'Humidity over time, newest first: keys environment.%.humidity and environment.%.relativeHumidity.';

create or replace view api.monitoring_voltage as
  select m."time", e.key, app.whole_metrics(m.metrics, m.shape, m.numbers) ->> e.key as value
  from app.metrics m
  cross join lateral jsonb_object_keys(app.metrics_object(m.metrics, m.shape, m.numbers)) e (key)
  where case when lower(e.key collate "C") like 'electrical.%.voltage' then true end
  order by m."time" desc;
comment on view api.monitoring_voltage is 'Voltages over time, newest first: keys electrical.%.voltage.';
select app.describe('monitoring_view3 monitoring_temperatures monitoring_humidity monitoring_voltage', $json${
  "time": "When it was measured, UTC.",
  "key": "Path of the measurement.",
  "value": "Its value as text, in SI units (kelvin, ratio from 0 to 1, volts)."
}$json$);

grant select on api.monitoring_view3, api.monitoring_temperatures, api.monitoring_humidity, api.monitoring_voltage
  to user_role, vessel_role, admin_role;
