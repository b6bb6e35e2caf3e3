-- All keys that a vessel has ever measured.

-- Combines roll-ups with the newest rows: a day's keys are stored when it ends.
create or replace view api.metrics_keys_view as
  with newest as materialized (
    select e.key, m."time", e.value
    from app.vessels v
    cross join lateral (
      select k."time", k.metrics, k.shape, k.numbers from app.metrics k
      where k.vessel_id = v.vessel_id order by k."time" desc limit 300) m
    cross join lateral jsonb_each(app.metrics_object(m.metrics, m.shape, m.numbers)) e
    where octet_length(e.key) <= 200
  ), seen as (
    select key, kind, first_seen, last_seen, last_value from app.metric_keys
    union all
    select key, app.kind_of_value((array_agg(value order by "time" desc))[1]), min("time"), max("time"),
      (array_agg(case when octet_length(value::text) <= 1000 then value end order by "time" desc))[1]
    from newest group by key
  )
  select s.key, (array_agg(s.kind order by s.last_seen desc))[1] as kind, min(s.first_seen) as first_seen,
    max(s.last_seen) as last_seen, (array_agg(s.last_value order by s.last_seen desc))[1] as last_value, (
      select string_agg(v.name, ', ' order by v.name)
      from app.vessels o
      cross join lateral (select app.measurement_keys(o.vessel_id) as chosen) c
      cross join app.monitored_values v
      where s.key ~ v.tanks or s.key = coalesce(c.chosen ->> v.setting, (
        select p.path from unnest(v.paths) with ordinality p (path, place)
        where p.path in (select key from seen) order by place limit 1))) as mapped_to
  from seen s
  group by s.key
  order by s.key;
comment on view api.metrics_keys_view is
  'Every key that the vessel has ever measured, with its newest value and the monitored value read from it.';
select app.describe('metrics_keys_view', $json${
  "key": "Path of the measurement.",
  "kind": "Type of its values: number, text or other.",
  "first_seen": "First measurement, UTC.",
  "last_seen": "Last measurement, UTC.",
  "last_value": "Its newest value, in SI units; null if it takes more than 1000 characters.",
  "mapped_to": "The monitored value read from this key, such as voltage; null if there is none."
}$json$);

grant select on api.metrics_keys_view to user_role, vessel_role, admin_role;
grant execute on function app.kind_of_value(jsonb) to user_role, vessel_role, admin_role, wakelog_viewer;
