-- Writing what the fold found: its own state, and the rows of logbook and stays that follow from it.

-- The state, the settled intervals of a span, the checkpoints of a span.
create or replace function app.fold_save(change jsonb) returns void
language sql volatile as $$
  insert into app.fold_states as f (vessel_id, cursor, state, detector_version)
  values (app.current_vessel(), (change ->> 'cursor')::timestamptz, change -> 'state', (change ->> 'version')::integer)
  on conflict (vessel_id) do update
    set cursor = excluded.cursor, state = excluded.state, detector_version = excluded.detector_version;

  delete from app.intervals
  where vessel_id = app.current_vessel() and change ? 'intervals'
    and from_time >= (change #>> '{intervals,from}')::timestamptz and from_time < (change #>> '{intervals,to}')::timestamptz;
  insert into app.intervals (vessel_id, from_time, kind, interval)
  select app.current_vessel(), (i ->> 'at')::timestamptz, i #>> '{interval,kind}', i -> 'interval'
  from jsonb_array_elements(change #> '{intervals,rows}') i;

  delete from app.fold_checkpoints
  where vessel_id = app.current_vessel() and change ? 'checkpoints'
    and "time" > (change #>> '{checkpoints,after}')::timestamptz and "time" < (change #>> '{checkpoints,before}')::timestamptz;
  insert into app.fold_checkpoints (vessel_id, "time", state)
  select app.current_vessel(), (c ->> 'at')::timestamptz, c -> 'state'
  from jsonb_array_elements(change #> '{checkpoints,rows}') c;
$$;

-- Derived rows of the change, typed.
create or replace function app.fold_stays(change jsonb)
returns table (id integer, arrived timestamptz, departed timestamptz, latitude double precision,
  longitude double precision, stay_code integer, radius_m double precision, reasons jsonb)
language sql immutable as $$
  select * from jsonb_to_recordset(change -> 'stays') as s (id integer, arrived timestamptz, departed timestamptz,
    latitude double precision, longitude double precision, stay_code integer, radius_m double precision,
    reasons jsonb)
$$;
create or replace function app.fold_logs(change jsonb)
returns table (id integer, started timestamptz, ended timestamptz, from_lat double precision, from_lng double precision,
  to_lat double precision, to_lng double precision, voyage_id integer, confidence double precision, reasons jsonb,
  segments jsonb, touched boolean)
language sql immutable as $$
  select * from jsonb_to_recordset(change -> 'logs') as l (id integer, started timestamptz, ended timestamptz,
    from_lat double precision, from_lng double precision, to_lat double precision, to_lng double precision,
    voyage_id integer, confidence double precision, reasons jsonb, segments jsonb, touched boolean)
$$;

-- Derived rows of the window that are gone. Rows that people made have no identity and stay.
create or replace function app.fold_gone(change jsonb, row_kind text) returns setof integer
language sql stable as $$
  select i.id from app.interval_identities i
  where i.vessel_id = app.current_vessel() and i.kind = row_kind
    and i.from_time >= (change #>> '{window,from}')::timestamptz and i.from_time < (change #>> '{window,to}')::timestamptz
    and i.id not in (
      select (g ->> 'id')::integer
      from jsonb_array_elements(change -> case row_kind when 'log' then 'logs' when 'gap' then 'gaps' else 'stays' end) g)
$$;

-- What is on record: a stay that began, a departure, a leg that ended, in the order in which it happened. Each is
-- announced once, however often the row is derived again. Called before the rows are written.
create or replace function app.fold_tell(change jsonb) returns void
language sql volatile as $$
  with ended as (
    insert into app.interval_identities as i (vessel_id, kind, id, from_time, to_time, announced_at)
    select app.current_vessel(), 'stay', g.id, g.arrived, g.departed, now() from app.fold_stays(change) g
    where g.departed is not null
    union all
    select app.current_vessel(), 'log', g.id, g.started, g.ended, now() from app.fold_logs(change) g
    where g.ended is not null
    on conflict (vessel_id, kind, id) do update set announced_at = now() where i.announced_at is null
    returning kind, id, to_time
  )
  select app.enqueue(channel, id::text, app.current_vessel()) from (
    select 'new_stay' as channel, g.id, g.arrived as at, 1 as place
    from app.fold_stays(change) g
    where not exists (select from app.interval_identities i
      where i.vessel_id = app.current_vessel() and i.kind = 'stay' and i.id = g.id)
    union all
    select 'new_moorage', g.id, g.departed, 2
    from app.fold_stays(change) g join ended e on e.kind = 'stay' and e.id = g.id
    union all
    select 'new_logbook', g.id, g.ended, 3
    from app.fold_logs(change) g join ended e on e.kind = 'log' and e.id = g.id
    order by at, place, id
  ) happened
$$;

-- Marks what is to be finished. The stay that lasts moves a little with every row, so only a change of its moorage
-- counts.
create or replace function app.fold_announce(change jsonb) returns void
language sql volatile as $$
  insert into app.unfinished (vessel_id, resource, id)
  select app.current_vessel(), 'logbook', g.id
  from app.fold_logs(change) g
  where g.ended is not null and (g.touched or not exists (
    select from api.logbook l where l.vessel_id = app.current_vessel() and l.id = g.id
      and (l._from_time, l._to_time, l._from_lat, l._from_lng, l._to_lat, l._to_lng, l.segments)
        is not distinct from (g.started, g.ended, g.from_lat, g.from_lng, g.to_lat, g.to_lng, g.segments)))
  union all
  select app.current_vessel(), 'stays', g.id
  from app.fold_stays(change) g
  left join api.stays s on s.vessel_id = app.current_vessel() and s.id = g.id
  left join app.interval_identities i on i.vessel_id = app.current_vessel() and i.kind = 'stay' and i.id = g.id
  where s.id is null or (s.arrived, s.departed, i.stay_code) is distinct from (g.arrived, g.departed, g.stay_code)
    or case when g.departed is null
      then app.moorage_near(app.current_vessel(), g.latitude, g.longitude, g.radius_m) is distinct from s.moorage_id
      else (s.latitude, s.longitude, s.radius_m) is distinct from (g.latitude, g.longitude, g.radius_m) end
  union all
  select app.current_vessel(), 'stays', app.fold_gone(change, 'stay')
  on conflict do nothing;
  select app.call_finishing(app.current_vessel())
  where exists (select from app.unfinished u where u.vessel_id = app.current_vessel());
  select app.fold_tell(change);
$$;

-- Removes derived rows of the window that are gone. One that was still open lasted up to the newest row: what begins
-- later is something else, and takes neither its id nor its words.
create or replace function app.fold_remove(change jsonb) returns void
language sql volatile as $$
  update app.interval_identities set to_time = greatest(from_time, (change ->> 'cursor')::timestamptz)
  where vessel_id = app.current_vessel() and to_time is null
    and (kind = 'log' and id in (select app.fold_gone(change, 'log'))
      or kind = 'stay' and id in (select app.fold_gone(change, 'stay')));
  delete from api.logbook where vessel_id = app.current_vessel() and id in (select app.fold_gone(change, 'log'));
  delete from api.stays where vessel_id = app.current_vessel() and id in (select app.fold_gone(change, 'stay'));
  delete from app.gaps where vessel_id = app.current_vessel() and id in (select app.fold_gone(change, 'gap'));
$$;

-- In order of time: the one that lasts comes last, when the one that lasted before has ended. A row that comes back
-- comes with what people wrote in it. A stay's own type is kept apart from the type that is shown, which its moorage may
-- have lent it: what a moorage gave as a guess must not come back to it as a fact.
create or replace function app.fold_put_stays(change jsonb) returns void
language sql volatile as $$
  insert into api.stays as s (id, vessel_id, active, latitude, longitude, geog, arrived, departed, duration, stay_code,
    reasons, radius_m, name, notes)
  select g.id, app.current_vessel(), g.departed is null, g.latitude, g.longitude,
    app.make_point(g.latitude, g.longitude), g.arrived, g.departed, g.departed - g.arrived,
    -- What a person said stays; what nobody knows is as the moorage usually is.
    case when 'stay_code' = any(w.columns) then coalesce(o.stay_code, (i.written ->> 'stay_code')::integer, 1)
      when g.stay_code = 1 then coalesce(m.stay_code, 1) else g.stay_code end,
    g.reasons, g.radius_m, i.written ->> 'name', i.written ->> 'notes'
  from app.fold_stays(change) g
  left join app.interval_identities i on i.vessel_id = app.current_vessel() and i.kind = 'stay' and i.id = g.id
  left join api.stays o on o.vessel_id = app.current_vessel() and o.id = g.id
  left join api.moorages m on m.vessel_id = o.vessel_id and m.id = o.moorage_id
  left join app.written_by_people w on w.vessel_id = app.current_vessel() and w.resource = 'stays' and w.id = g.id
  order by g.arrived
  on conflict (vessel_id, id) do update set active = excluded.active, latitude = excluded.latitude,
    longitude = excluded.longitude, geog = excluded.geog, arrived = excluded.arrived, departed = excluded.departed,
    duration = excluded.duration, stay_code = excluded.stay_code, reasons = excluded.reasons,
    radius_m = excluded.radius_m;
  insert into app.interval_identities as i (vessel_id, kind, id, from_time, to_time, stay_code)
  select app.current_vessel(), 'stay', g.id, g.arrived, g.departed, g.stay_code from app.fold_stays(change) g
  on conflict (vessel_id, kind, id) do update set stay_code = excluded.stay_code
    where i.stay_code is distinct from excluded.stay_code
$$;

-- Whether a person wrote a column of a derived row.
create or replace function app.is_typed(resource text, row_id integer, col text) returns boolean
language sql stable as $$
  select exists (
    select from app.written_by_people w
    where w.vessel_id = app.current_vessel() and w.resource = is_typed.resource and w.id = row_id and col = any(w.columns))
$$;

-- What a person wrote into a log's `extra`: without the counters and the empty observations that finishing adds.
create or replace function app.typed_extra(extra jsonb) returns jsonb
language sql immutable as $$
  select case when e -> 'observations' = '{"seaState": -1, "cloudCoverage": -1, "visibility": -1}'
    then e - 'observations' else e end
  from (select extra - 'metrics' - 'not_recorded') one (e)
$$;

-- A log under way has no end, no figures and no name except what a person typed, even if it looked finished before.
-- Where it began is the moorage of the stay before it.
create or replace function app.fold_put_logs(change jsonb) returns void
language sql volatile as $$
  insert into api.logbook as l (id, vessel_id, active, _from_lat, _from_lng, _to_lat, _to_lng, _from_time, _to_time,
    duration, voyage_id, confidence, reasons, segments, name, notes, _from, _to, extra, _from_moorage_id)
  select g.id, app.current_vessel(), g.ended is null, g.from_lat, g.from_lng, g.to_lat, g.to_lng, g.started, g.ended,
    g.ended - g.started, g.voyage_id, g.confidence, g.reasons, g.segments,
    i.written ->> 'name', i.written ->> 'notes', i.written ->> '_from', i.written ->> '_to',
    app.typed_extra(i.written -> 'extra'), (
      select s.moorage_id from api.stays s
      where s.vessel_id = app.current_vessel() and s.departed = g.started order by s.arrived desc limit 1)
  from app.fold_logs(change) g
  left join app.interval_identities i on i.vessel_id = app.current_vessel() and i.kind = 'log' and i.id = g.id
  order by g.started
  on conflict (vessel_id, id) do update set active = excluded.active,
    _from_lat = excluded._from_lat, _from_lng = excluded._from_lng, _to_lat = excluded._to_lat, _to_lng = excluded._to_lng,
    _from_time = excluded._from_time, _to_time = excluded._to_time, duration = excluded.duration,
    voyage_id = excluded.voyage_id, confidence = excluded.confidence, reasons = excluded.reasons,
    segments = excluded.segments,
    name = case when excluded._to_time is not null or app.is_typed('logbook', l.id, 'name') then l.name end,
    _from = case when excluded._to_time is not null or app.is_typed('logbook', l.id, '_from') then l._from end,
    _to = case when excluded._to_time is not null or app.is_typed('logbook', l.id, '_to') then l._to end,
    extra = case when excluded._to_time is not null then l.extra
      when app.is_typed('logbook', l.id, 'extra') then app.typed_extra(l.extra) end,
    distance = case when excluded._to_time is not null then l.distance end,
    avg_speed = case when excluded._to_time is not null then l.avg_speed end,
    max_speed = case when excluded._to_time is not null then l.max_speed end,
    max_wind_speed = case when excluded._to_time is not null then l.max_wind_speed end,
    track_geom = case when excluded._to_time is not null then l.track_geom end,
    track_geog = case when excluded._to_time is not null then l.track_geog end,
    track_geojson = case when excluded._to_time is not null then l.track_geojson end,
    _from_moorage_id = case when excluded._to_time is not null then l._from_moorage_id
      else excluded._from_moorage_id end,
    _to_moorage_id = case when excluded._to_time is not null then l._to_moorage_id end
$$;

create or replace function app.fold_gaps(change jsonb)
returns table (id integer, cause text, from_time timestamptz, to_time timestamptz, from_lat double precision,
  from_lng double precision, to_lat double precision, to_lng double precision, distance numeric, reason text,
  dismissed boolean)
language sql immutable as $$
  select * from jsonb_to_recordset(change -> 'gaps') as g (id integer, cause text, from_time timestamptz,
    to_time timestamptz, from_lat double precision, from_lng double precision, to_lat double precision,
    to_lng double precision, distance numeric, reason text, dismissed boolean)
$$;

create or replace function app.fold_put_gaps(change jsonb) returns void
language sql volatile as $$
  insert into app.gaps as o (vessel_id, id, cause, from_time, to_time, from_lat, from_lng, to_lat, to_lng, distance,
    reason, dismissed)
  select app.current_vessel(), g.id, g.cause, g.from_time, g.to_time, g.from_lat, g.from_lng, g.to_lat, g.to_lng,
    g.distance, g.reason, g.dismissed
  from app.fold_gaps(change) g
  on conflict (vessel_id, id) do update set cause = excluded.cause, from_time = excluded.from_time,
    to_time = excluded.to_time, from_lat = excluded.from_lat, from_lng = excluded.from_lng, to_lat = excluded.to_lat,
    to_lng = excluded.to_lng, distance = excluded.distance, reason = excluded.reason, dismissed = excluded.dismissed
$$;

-- Makes the derived rows that begin in the change's window be those of the change.
create or replace function app.fold_apply(change jsonb) returns void
language sql volatile as $$
  select app.fold_announce(change);
  select app.fold_remove(change);
  select app.fold_put_stays(change);
  select app.fold_put_logs(change);
  select app.fold_put_gaps(change);
  insert into app.interval_identities as i (vessel_id, kind, id, from_time, to_time)
  select app.current_vessel(), 'stay', id, arrived, departed from app.fold_stays(change)
  union all
  select app.current_vessel(), 'log', id, started, ended from app.fold_logs(change)
  union all
  select app.current_vessel(), 'gap', id, from_time, to_time from app.fold_gaps(change)
  on conflict (vessel_id, kind, id) do update set from_time = excluded.from_time, to_time = excluded.to_time;
$$;

-- Everything at once; `change` is what src/voyages/logbook/commit.ts describes.
create or replace function app.fold_commit(change jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  select app.fold_save(change);
  select app.fold_apply(change) where change ? 'window';
$$;

grant execute on function app.fold_begin(), app.metric_rows(json), app.store_metrics(json), app.reject_metrics(jsonb),
    app.fold_checkpoint_before(timestamptz), app.fold_checkpoints_after(timestamptz),
    app.fold_intervals(timestamptz, timestamptz, integer), app.fold_identities(timestamptz, timestamptz),
    app.fold_voyage_before(timestamptz), app.fold_commit(jsonb)
  to user_role, vessel_role, admin_role;
grant execute on function app.note_contact() to vessel_role, admin_role;
