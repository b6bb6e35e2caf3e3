-- What a fold reads. It is called inside a boat's request, or inside a job that has set the vessel (wakelog.vessel_id).
-- All of it is bound to app.current_vessel().

-- Takes the vessel's lock until the transaction ends, and returns what the fold needs to continue.
create or replace function app.fold_begin()
returns table (vessel_id text, state jsonb, detector_version integer, settings jsonb, edits jsonb)
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel text := app.current_vessel();
begin
  if vessel is null then
    raise exception 'Vessel Required' using errcode = 'PT551', hint = 'Unknown vessel';
  end if;
  perform app.lock_vessel();
  return query
    select vessel, f.state, f.detector_version, coalesce(f.settings, '{}'), (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'facts', e.facts, 'from', e.from_time,
        'to', e.to_time, 'made', e.made_at) order by e.made_at, e.id), '[]')
      from app.edits e where e.vessel_id = vessel and e.undone_at is null)
    from (select) one left join app.fold_states f on f.vessel_id = vessel;
end
$$;

-- The newest checkpoint before an instant.
create or replace function app.fold_checkpoint_before(instant timestamptz)
returns table (at timestamptz, state jsonb)
language sql stable security definer set search_path = pg_catalog as $$
  select c."time", c.state from app.fold_checkpoints c
  where c.vessel_id = app.current_vessel() and c."time" < instant
  order by c."time" desc limit 1
$$;

-- A page of the checkpoints after an instant.
create or replace function app.fold_checkpoints_after(instant timestamptz)
returns table (at timestamptz, state jsonb)
language sql stable security definer set search_path = pg_catalog as $$
  select c."time", c.state from app.fold_checkpoints c
  where c.vessel_id = app.current_vessel() and c."time" > instant
  order by c."time" limit 16
$$;

-- The settled intervals that begin in a span, oldest first, and `margin` more before and after it, with the times
-- between which the result is complete. A null time is an open end: there are no more intervals on that side.
create or replace function app.fold_intervals(from_time timestamptz, to_time timestamptz, margin integer)
returns table (known_from timestamptz, known_to timestamptz, intervals jsonb)
language sql stable security definer set search_path = pg_catalog as $$
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

-- The ids that intervals of a span may take: those of rows that begin there, and those that no row has now.
create or replace function app.fold_identities(window_from timestamptz, window_to timestamptz)
returns table (kind text, id integer, from_millis double precision, to_millis double precision)
language sql stable security definer set search_path = pg_catalog as $$
  select i.kind, i.id, (extract(epoch from i.from_time) * 1000)::double precision,
    (extract(epoch from i.to_time) * 1000)::double precision
  from app.interval_identities i
  where i.vessel_id = app.current_vessel()
    and i.from_time < window_to and coalesce(i.to_time, 'infinity') >= window_from
    and (i.from_time >= window_from
      or not exists (select from api.logbook l where i.kind = 'log' and l.vessel_id = i.vessel_id and l.id = i.id)
        and not exists (select from api.stays s where i.kind = 'stay' and s.vessel_id = i.vessel_id and s.id = i.id)
        and not exists (select from app.gaps g where i.kind = 'gap' and g.vessel_id = i.vessel_id and g.id = i.id))
$$;

-- The voyage of the last leg before an instant.
create or replace function app.fold_voyage_before(instant timestamptz) returns integer
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(voyage_id, id) from api.logbook
  where vessel_id = app.current_vessel() and _from_time < instant
  order by _from_time desc limit 1
$$;

grant execute on function app.fold_begin(), app.fold_checkpoint_before(timestamptz),
    app.fold_checkpoints_after(timestamptz), app.fold_intervals(timestamptz, timestamptz, integer),
    app.fold_identities(timestamptz, timestamptz), app.fold_voyage_before(timestamptz)
  to user_role, vessel_role, admin_role;
