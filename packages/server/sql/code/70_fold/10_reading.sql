-- Reads for a fold, within a boat's request or a job that has set the vessel (wakelog.vessel_id). Everything is
-- restricted to app.current_vessel().

-- The thresholds of a fold. An imported file states its dates, so a record that begins with one has no rows from a
-- wrong clock.
create or replace function app.fold_settings(vessel text, chosen jsonb) returns jsonb
language sql stable as $$
  select case when exists (
      select from app.imported_rows r where r.vessel_id = vessel and r."time" = (
        select m."time" from app.metrics m where m.vessel_id = vessel and m.latitude is not null
        order by m."time" limit 1))
    then coalesce(chosen, '{}') || '{"clockJumpDays": 36500}' else chosen end
$$;

-- Locks the vessel until the transaction ends and returns what the fold needs to continue: only the revision if the
-- caller knows its state and every row since, up to the newest.
create or replace function app.fold_begin(known uuid default null, known_until timestamptz default null)
returns table (vessel_id text, revision uuid, is_known boolean, newest double precision, seen double precision,
  late_from double precision, late_to double precision, state jsonb, settings jsonb, edits jsonb,
  closed double precision)
language plpgsql volatile security definer set search_path = pg_catalog set enable_seqscan = off as $$
declare
  vessel constant text := app.current_vessel();
  until timestamptz;
begin
  if vessel is null then
    raise exception 'Vessel Required' using errcode = 'PT551', hint = 'Unknown vessel';
  end if;
  perform app.lock_vessel();
  until := (select m."time" from app.metrics m where m.vessel_id = vessel order by m."time" desc limit 1);
  select f.revision into fold_begin.revision from app.fold_states f where f.vessel_id = vessel;
  is_known := fold_begin.revision = known and until is not distinct from known_until;
  fold_begin.vessel_id := vessel;
  newest := extract(epoch from until) * 1000;
  if is_known is not true then
    is_known := false;
    select extract(epoch from f.seen) * 1000, extract(epoch from f.late_from) * 1000,
      extract(epoch from f.late_to) * 1000, f.state, app.fold_settings(vessel, f.settings),
      extract(epoch from f.closed) * 1000
    into seen, fold_begin.late_from, fold_begin.late_to, fold_begin.state, fold_begin.settings, fold_begin.closed
    from app.fold_states f where f.vessel_id = vessel;
    edits := (
      select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'facts', e.facts, 'from', e.from_time,
        'to', e.to_time, 'made', e.made_at) order by e.made_at, e.id)
      from app.edits e where e.vessel_id = vessel and e.undone_at is null and e.kind <> 'remove');
  end if;
  return next;
end
$$;

-- The newest row with a position: the saved state's or a later one.
create or replace function app.newest_fix(vessel text) returns timestamptz
language sql stable as $$
  select coalesce((
    select m."time" from app.metrics m
    where m.vessel_id = vessel and m."time" > coalesce(f.seen, '-infinity') and m.latitude is not null
      and m.longitude is not null
    order by m."time" desc limit 1), f.cursor)
  from app.fold_states f where f.vessel_id = vessel
$$;

-- Edits are part of the fold's input: a change of them makes a new revision of the state.
create or replace function app.revise_fold() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update app.fold_states set revision = gen_random_uuid()
  where vessel_id in (select t.vessel_id from touched t);
  return null;
end
$$;
create trigger revise_fold_made after insert on app.edits referencing new table as touched for each statement
  execute function app.revise_fold();
create trigger revise_fold_changed after update on app.edits referencing new table as touched for each statement
  execute function app.revise_fold();
create trigger revise_fold_gone after delete on app.edits referencing old table as touched for each statement
  execute function app.revise_fold();

-- The newest checkpoint before an instant.
create or replace function app.fold_checkpoint_before(instant timestamptz)
returns table (at timestamptz, state jsonb)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off
set plan_cache_mode = force_custom_plan as $$
  select c."time", c.state from app.fold_checkpoints c
  where c.vessel_id = app.current_vessel() and c."time" < instant
  order by c."time" desc limit 1
$$;

-- A page of checkpoints after an instant.
create or replace function app.fold_checkpoints_after(instant timestamptz)
returns table (at timestamptz, state jsonb)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off
set plan_cache_mode = force_custom_plan as $$
  select c."time", c.state from app.fold_checkpoints c
  where c.vessel_id = app.current_vessel() and c."time" > instant
  order by c."time" limit 16
$$;

-- Settled intervals beginning in a span, oldest first, with `margin` more on either side, and the times between which
-- the result is complete. A null time is open: there are no more intervals on that side.
create or replace function app.fold_intervals(from_time timestamptz, to_time timestamptz, margin integer)
returns table (known_from timestamptz, known_to timestamptz, intervals jsonb)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off
set plan_cache_mode = force_custom_plan as $$
  select k.since, k.until, (
    select coalesce(
      jsonb_agg(i.interval order by i.from_time, (i.interval ->> 'to')::double precision nulls last), '[]')
    from app.intervals i
    where i.vessel_id = app.current_vessel()
      and i.from_time >= coalesce(k.since, '-infinity') and i.from_time < coalesce(k.until, 'infinity'))
  from (
    select (
      select b.from_time from app.intervals b
      where b.vessel_id = app.current_vessel() and b.from_time < fold_intervals.from_time
      order by b.from_time desc offset margin - 1 limit 1) as since, (
      select a.from_time from app.intervals a
      where a.vessel_id = app.current_vessel() and a.from_time >= fold_intervals.to_time
      order by a.from_time offset margin limit 1) as until) k
$$;

-- Ids available to a span's intervals: those of rows that begin there, and those without a row. Intervals that began
-- before the span are found by their end, because most ended long before.
create or replace function app.fold_identities(window_from timestamptz, window_to timestamptz)
returns table (kind text, id integer, from_millis double precision, to_millis double precision)
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off
set plan_cache_mode = force_custom_plan as $$
  select i.kind, i.id, (extract(epoch from i.from_time) * 1000)::double precision,
    (extract(epoch from i.to_time) * 1000)::double precision
  from (
    select * from app.interval_identities b
    where b.vessel_id = app.current_vessel() and b.from_time >= window_from and b.from_time < window_to
      and coalesce(b.to_time, 'infinity') >= window_from
    union all
    select * from app.interval_identities e
    where e.vessel_id = app.current_vessel() and coalesce(e.to_time, 'infinity') >= window_from
      and e.from_time + interval '0' < window_from and e.from_time + interval '0' < window_to) i
  where i.from_time >= window_from
    or not exists (select from app.log_row(i.id) where i.kind = 'log')
      and not exists (select from app.stay_row(i.id) where i.kind = 'stay')
      and not exists (select from app.gap_row(i.id) where i.kind = 'gap')
$$;

-- The voyage of the last leg before an instant.
create or replace function app.fold_voyage_before(instant timestamptz) returns integer
language sql stable security definer set search_path = pg_catalog set enable_seqscan = off
set plan_cache_mode = force_custom_plan set enable_sort = off as $$
  select coalesce(voyage_id, id) from api.logbook
  where vessel_id = app.current_vessel() and _from_time < instant
  order by _from_time desc limit 1
$$;

grant execute on function app.fold_begin(uuid, timestamptz), app.fold_checkpoint_before(timestamptz),
    app.fold_checkpoints_after(timestamptz), app.fold_intervals(timestamptz, timestamptz, integer),
    app.fold_identities(timestamptz, timestamptz), app.fold_voyage_before(timestamptz)
  to user_role, vessel_role, admin_role;
