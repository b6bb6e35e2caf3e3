-- The present of a vessel: her newest row. Rows that tell some values only take nothing away from those before.

alter table app.partial_rows enable row level security, force row level security;
create policy own_vessel on app.partial_rows for select to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel()));
create policy operator on app.partial_rows for select to admin_role using (true);
create policy service on app.partial_rows to wakelog_worker using (true) with check (true);
create policy operators_view on app.partial_rows for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
grant select on app.partial_rows to user_role, vessel_role, admin_role, wakelog_viewer;

-- Values of a partial row and of those before it, back to a whole one and for a day at most: the newest of each key
-- that no null has ended.
create or replace function app.merged_row(vessel text, newest timestamptz)
returns table (metrics jsonb, status api.status, speedoverground double precision,
  courseovergroundtrue double precision, windspeedapparent double precision, anglespeedapparent double precision)
language sql stable as $$
  with parts as materialized (
    select m."time", m.status, m.speedoverground, m.courseovergroundtrue, m.windspeedapparent, m.anglespeedapparent,
      app.metrics_object(m.metrics, m.shape, m.numbers) as metrics
    from app.metrics m
    where m.vessel_id = vessel and m."time" <= newest and m."time" >= coalesce((
      select k."time" from app.metrics k
      where k.vessel_id = vessel and k."time" <= newest and k."time" > newest - interval '1 day'
        and not exists (select from app.partial_rows p where p.vessel_id = vessel and p."time" = k."time")
      order by k."time" desc limit 1), newest - interval '1 day')
  )
  select (
      select jsonb_object_agg(e.key, e.value) from (
        select distinct on (v.key) v.key, v.value from parts cross join lateral jsonb_each(parts.metrics) v
        order by v.key, parts."time" desc) e
      where e.value <> 'null'),
    (array_agg(status order by "time" desc) filter (where status is not null))[1],
    (array_agg(speedoverground order by "time" desc) filter (where speedoverground is not null))[1],
    (array_agg(courseovergroundtrue order by "time" desc) filter (where courseovergroundtrue is not null))[1],
    (array_agg(windspeedapparent order by "time" desc) filter (where windspeedapparent is not null))[1],
    (array_agg(anglespeedapparent order by "time" desc) filter (where anglespeedapparent is not null))[1]
  from parts
$$;

-- The newest row of a vessel, with what partial rows left standing; no row for a vessel without rows.
create or replace function app.newest_row(vessel text)
returns table ("time" timestamptz, metrics jsonb, status api.status, speedoverground double precision,
  courseovergroundtrue double precision, windspeedapparent double precision, anglespeedapparent double precision)
language sql stable as $$
  select n."time", case when w is null then n.metrics else w.metrics end, coalesce(w.status, n.status),
    coalesce(w.speedoverground, n.speedoverground), coalesce(w.courseovergroundtrue, n.courseovergroundtrue),
    coalesce(w.windspeedapparent, n.windspeedapparent), coalesce(w.anglespeedapparent, n.anglespeedapparent)
  from (
    select m."time", app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics, m.status, m.speedoverground,
      m.courseovergroundtrue, m.windspeedapparent, m.anglespeedapparent
    from app.metrics m where m.vessel_id = vessel and m."time" <= app.present_until()
    order by m."time" desc limit 1) n
  left join lateral (
    select r.* from app.partial_rows p cross join lateral app.merged_row(vessel, n."time") r
    where p.vessel_id = vessel and p."time" = n."time") w on true
$$;

grant execute on function app.merged_row(text, timestamptz), app.newest_row(text)
  to user_role, vessel_role, admin_role, wakelog_viewer;
