-- Removals: edits that take measurements out of the record. The fold derives from the rows that are left.

alter table app.removed_rows enable row level security, force row level security;
create policy service on app.removed_rows to wakelog_worker using (true) with check (true);

-- Removes the rows of a log of the caller's vessel within a span of time. Returns the edit, and the times of its first
-- and last row, milliseconds since 1970; nothing if there is no such row.
create or replace function app.remove_rows(log integer, span tstzrange)
returns table (edit integer, "from" double precision, "to" double precision)
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel constant text := app.current_vessel();
  since timestamptz;
  until timestamptz;
begin
  perform app.require_role('skipper');
  select min(m."time"), max(m."time") into since, until
  from api.logbook l
  join app.metrics m on m.vessel_id = l.vessel_id and m."time" >= l._from_time
    and m."time" <= coalesce(l._to_time, 'infinity')
  where l.vessel_id = vessel and l.id = log and m."time" <@ span;
  if since is null then
    return;
  end if;
  edit := app.make_edit(vessel, 'remove', since, until, '{}');
  with gone as (
    delete from app.metrics m where m.vessel_id = vessel and m."time" >= since and m."time" <= until returning m.*)
  insert into app.removed_rows (vessel_id, edit_id, "time", client_id, latitude, longitude, speedoverground,
    courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics, shape, numbers)
  select vessel, edit, g."time", g.client_id, g.latitude, g.longitude, g.speedoverground, g.courseovergroundtrue,
    g.windspeedapparent, g.anglespeedapparent, g.status, g.metrics, g.shape, g.numbers
  from gone g;
  perform app.await_metric_days(vessel, since, until);
  return query select edit, extract(epoch from since)::float8 * 1000, extract(epoch from until)::float8 * 1000;
end
$$;

-- Puts the rows of an edit back. A row that came for the same time since stays. The days are rolled up again, even
-- those of which nothing was left.
create or replace function app.put_back_rows(undone app.edits) returns void
language sql volatile set timezone = 'UTC' as $$
  insert into app.metrics (vessel_id, "time", client_id, latitude, longitude, speedoverground, courseovergroundtrue,
    windspeedapparent, anglespeedapparent, status, metrics, shape, numbers)
  select r.vessel_id, r."time", r.client_id, r.latitude, r.longitude, r.speedoverground, r.courseovergroundtrue,
    r.windspeedapparent, r.anglespeedapparent, r.status, r.metrics, r.shape, r.numbers
  from app.removed_rows r where r.vessel_id = undone.vessel_id and r.edit_id = undone.id
  on conflict (vessel_id, "time") do nothing;
  insert into app.metric_days_due (vessel_id, day)
  select distinct r.vessel_id, r."time"::date
  from app.removed_rows r where r.vessel_id = undone.vessel_id and r.edit_id = undone.id
  on conflict (vessel_id, day) do update set day = excluded.day;
  delete from app.removed_rows r where r.vessel_id = undone.vessel_id and r.edit_id = undone.id
$$;

grant execute on function app.remove_rows(integer, tstzrange) to user_role, admin_role;
