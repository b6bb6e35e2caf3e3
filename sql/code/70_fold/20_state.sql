-- The fold's own state: where it stands, what it has settled, and where it can be taken up again.

-- Saves the state, the settled intervals of a span and the checkpoints of a span.
create or replace function app.fold_save(change jsonb) returns void
language sql volatile as $$
  insert into app.fold_states as f (vessel_id, cursor, state, detector_version)
  values (app.current_vessel(), (change ->> 'cursor')::timestamptz, change -> 'state', (change ->> 'version')::integer)
  on conflict (vessel_id) do update
    set cursor = excluded.cursor, state = excluded.state, detector_version = excluded.detector_version;

  delete from app.intervals
  where vessel_id = app.current_vessel() and change ? 'intervals'
    and from_time >= (change #>> '{intervals,from}')::timestamptz
    and from_time < (change #>> '{intervals,to}')::timestamptz;
  insert into app.intervals (vessel_id, from_time, kind, interval)
  select app.current_vessel(), (i ->> 'at')::timestamptz, i #>> '{interval,kind}', i -> 'interval'
  from jsonb_array_elements(change #> '{intervals,rows}') i;

  delete from app.fold_checkpoints
  where vessel_id = app.current_vessel() and change ? 'checkpoints'
    and "time" > (change #>> '{checkpoints,after}')::timestamptz
    and "time" < (change #>> '{checkpoints,before}')::timestamptz;
  insert into app.fold_checkpoints (vessel_id, "time", state)
  select app.current_vessel(), (c ->> 'at')::timestamptz, c -> 'state'
  from jsonb_array_elements(change #> '{checkpoints,rows}') c;
$$;
