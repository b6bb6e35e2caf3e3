-- Thinning of old rows, for vessels that do not keep all of them.

-- Days due for thinning by the vessel's policy, oldest first. Days without a roll-up wait.
create or replace function app.days_to_thin(vessel text, most integer)
returns table (day date, slot interval)
language sql stable set timezone = 'UTC' as $$
  select d.day, p.slot
  from (
    select (now() - make_interval(months => app.raw_months(m.configuration)::integer))::date as before,
      (m.configuration #>> '{retention,then}')::interval as slot
    from api.metadata m
    where m.vessel_id = vessel and app.raw_months(m.configuration) < 'infinity') p
  cross join lateral (
    select distinct r.day from app.metric_days r where r.vessel_id = vessel and r.day < p.before) d
  where not exists (select from app.thinned_days t where t.vessel_id = vessel and t.day = d.day and not t.is_due)
    and not exists (select from app.metric_days_due u where u.vessel_id = vessel and u.day = d.day)
  order by d.day limit most
$$;

-- Thins a rolled-up day to the first row of each slot, as the service, under the vessel's lock. Keeps all rows under
-- way and within an hour of that, so that tracks, figures and ends can be derived again after corrections. Returns the
-- number of rows removed.
create or replace function app.thin_day(vessel text, thinned date, slot interval) returns integer
language plpgsql volatile set timezone = 'UTC' as $$
declare
  midnight constant timestamptz := thinned::timestamptz;
  removed integer;
begin
  insert into app.thinned_days as t (vessel_id, day) values (vessel, thinned)
  on conflict (vessel_id, day) do update set is_due = false;
  with under_way as materialized (
    select l._from_time as since, coalesce(l._to_time, 'infinity') as until from api.logbook l
    where l.vessel_id = vessel and l._from_time < midnight + interval '25 hours'
      and coalesce(l._to_time, 'infinity') > midnight - interval '1 hour'
    union all
    select i.from_time, coalesce(to_timestamp((i.interval ->> 'to')::double precision / 1000), 'infinity')
    from app.intervals i
    where i.vessel_id = vessel and i.kind <> 'stay' and i.from_time < midnight + interval '25 hours'
      and coalesce(to_timestamp((i.interval ->> 'to')::double precision / 1000), 'infinity')
        > midnight - interval '1 hour'
  ), numbered as (
    select m."time", row_number() over (partition by date_bin(slot, m."time", midnight) order by m."time") as place
    from app.metrics m
    where m.vessel_id = vessel and m."time" >= midnight and m."time" < midnight + interval '1 day'
  ), gone as (
    delete from app.metrics m using numbered n
    where m.vessel_id = vessel and m."time" = n."time" and n.place > 1
      and not exists (
        select from under_way u
        where n."time" between u.since - interval '1 hour' and u.until + interval '1 hour')
    returning 1)
  select count(*) into removed from gone;
  return removed;
end
$$;
