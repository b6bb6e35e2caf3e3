-- The fold's own state, settled intervals and checkpoints.

-- Records a span of late rows not yet folded: the process that stored them does so next. If it is interrupted, the
-- event does.
create or replace function app.fold_owe(since timestamptz, until timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel constant text := app.current_vessel();
begin
  if exists (select from app.fold_states f where f.vessel_id = vessel and f.late_from is null) then
    insert into app.events (channel, payload, ref_id, due) values ('fold_late', '', vessel, now() + interval '2 min');
    perform app.wake_worker('fold_late');
  end if;
  update app.fold_states f
  set late_from = least(f.late_from, since), late_to = greatest(f.late_to, until), revision = gen_random_uuid()
  where f.vessel_id = vessel;
end
$$;

-- The late rows are folded.
create or replace function app.fold_settle(vessel text) returns void
language sql volatile as $$
  delete from app.events where id in (
    select e.id from app.events e
    where e.channel = 'fold_late' and e.ref_id = vessel and e.processed is null and not e.dead
    for update skip locked);
  update app.fold_states set late_from = null, late_to = null where vessel_id = vessel;
$$;

grant execute on function app.fold_owe(timestamptz, timestamptz) to user_role, vessel_role, admin_role;

-- When to end a leg under way: this long after its newest row, or after now if the rows are a backlog that may
-- continue.
create or replace function app.close_due(newest timestamptz, seconds double precision) returns timestamptz
language sql stable as $$
  select case when newest + make_interval(secs => seconds) > now() then newest else now() end
    + make_interval(secs => seconds)
$$;

-- Queues the end of due legs: see closeSilent in src/boat/voyages/logbook/fold.ts. A vessel at rest has no due time and
-- costs nothing.
create or replace function app.call_closing() returns void
language sql volatile as $$
  with due as (
    update app.fold_states f set close_due = null
    where f.vessel_id in (
      select d.vessel_id from app.fold_states d where d.close_due <= now()
      order by d.close_due limit 1000 for update skip locked)
    returning f.vessel_id)
  select app.enqueue('close_log', '', vessel_id) from due
$$;

-- Records that no row is awaited after a time. False if one is now awaited and that counts, or nothing is stored.
create or replace function app.fold_close(until timestamptz, even_if_awaited boolean) returns boolean
language sql volatile security definer set search_path = pg_catalog as $$
  update app.fold_states f
  set closed = greatest(f.closed, least(until, now())), revision = gen_random_uuid(), close_due = null
  where f.vessel_id = app.current_vessel() and (even_if_awaited or f.close_due is null)
  returning true
$$;

grant execute on function app.fold_close(timestamptz, boolean) to user_role, vessel_role, admin_role;

-- Saves the state and, for given spans, settled intervals and checkpoints.
create or replace function app.fold_save(change jsonb) returns void
language plpgsql volatile as $$
declare
  vessel constant text := app.current_vessel();
begin
  -- The state must not be saved before late rows are folded.
  perform app.fold_settle(vessel) from app.fold_states f where f.vessel_id = vessel and f.late_from is not null;
  insert into app.fold_states as f (vessel_id, cursor, seen, revision, state, detector_version, close_due)
  values (vessel, (change ->> 'cursor')::timestamptz, (change ->> 'seen')::timestamptz, (change ->> 'revision')::uuid,
    change -> 'state', (change ->> 'version')::integer,
    app.close_due((change ->> 'cursor')::timestamptz, (change ->> 'awaited_seconds')::double precision))
  on conflict (vessel_id) do update
    set cursor = excluded.cursor, seen = excluded.seen, revision = excluded.revision, state = excluded.state,
      detector_version = excluded.detector_version, close_due = excluded.close_due;
  if change ? 'intervals' then
    delete from app.intervals
    where vessel_id = vessel and from_time >= (change #>> '{intervals,from}')::timestamptz
      and from_time < (change #>> '{intervals,to}')::timestamptz;
    insert into app.intervals (vessel_id, from_time, kind, interval)
    select vessel, (i ->> 'at')::timestamptz, i #>> '{interval,kind}', i -> 'interval'
    from jsonb_array_elements(change #> '{intervals,rows}') i;
  end if;
  if change ? 'checkpoints' then
    delete from app.fold_checkpoints
    where vessel_id = vessel and "time" > (change #>> '{checkpoints,after}')::timestamptz
      and "time" < (change #>> '{checkpoints,before}')::timestamptz;
    insert into app.fold_checkpoints (vessel_id, "time", state)
    select vessel, (c ->> 'at')::timestamptz, c -> 'state'
    from jsonb_array_elements(change #> '{checkpoints,rows}') c;
  end if;
end
$$;
