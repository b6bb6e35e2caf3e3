-- The typed result of a fold, and its events.

-- Derived rows of the change, typed.
create or replace function app.fold_stays(change jsonb)
returns table (id integer, arrived timestamptz, departed timestamptz, latitude double precision,
  longitude double precision, stay_code integer, moored boolean, radius_m double precision, reasons jsonb)
language sql immutable as $$
  select * from jsonb_to_recordset(change -> 'stays') as s (id integer, arrived timestamptz, departed timestamptz,
    latitude double precision, longitude double precision, stay_code integer, moored boolean,
    radius_m double precision, reasons jsonb)
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

create or replace function app.fold_gaps(change jsonb)
returns table (id integer, cause text, from_time timestamptz, to_time timestamptz, from_lat double precision,
  from_lng double precision, to_lat double precision, to_lng double precision, distance numeric, reason text,
  dismissed boolean)
language sql immutable as $$
  select * from jsonb_to_recordset(change -> 'gaps') as g (id integer, cause text, from_time timestamptz,
    to_time timestamptz, from_lat double precision, from_lng double precision, to_lat double precision,
    to_lng double precision, distance numeric, reason text, dismissed boolean)
$$;

-- Ids of derived rows in the window that the change lacks. Rows entered without positions have no identity and stay.
-- The comparison of kinds avoids an index: the window is narrow.
create or replace function app.fold_gone(change jsonb, row_kind text) returns integer[]
language sql stable as $$
  select array(
    select i.id from app.interval_identities i
    where i.vessel_id = app.current_vessel() and i.kind || '' = row_kind
      and i.from_time >= (change #>> '{window,from}')::timestamptz
      and i.from_time < (change #>> '{window,to}')::timestamptz
      and i.id not in (
        select (g ->> 'id')::integer
        from jsonb_array_elements(
          change -> case row_kind when 'log' then 'logs' when 'gap' then 'gaps' else 'stays' end) g))
$$;

-- Raises events in order, each once, however often the row is derived: `new_stay` when a stay begins, `new_moorage`
-- when a stay ends, `new_logbook` when a log ends. The names are fixed by existing clients. Called before the rows are
-- written.
create or replace function app.fold_raise(change jsonb) returns void
language sql volatile as $$
  with ended as (
    insert into app.interval_identities as i (vessel_id, kind, id, from_time, to_time, announced_at)
    select app.current_vessel(), 'stay', g.id, g.arrived, g.departed, now() from app.fold_stays(change) g
    where g.departed is not null
    union all
    select app.current_vessel(), 'log', g.id, g.started, g.ended, now() from app.fold_logs(change) g
    where g.ended is not null
    on conflict (vessel_id, kind, id) do update
      set announced_at = now(), from_time = excluded.from_time, to_time = excluded.to_time
      where i.announced_at is null
    returning kind, id, to_time
  )
  select app.enqueue(channel, id::text, app.current_vessel()) from (
    select 'new_stay' as channel, g.id, g.arrived as at, 1 as place
    from app.fold_stays(change) g
    where not exists (select from app.identity_row('stay', g.id))
    union all
    select case kind when 'stay' then 'new_moorage' else 'new_logbook' end, id, to_time,
      case kind when 'stay' then 2 else 3 end
    from ended
    order by at, place, id
  ) happened
$$;

-- A log's segments without miles, which finishing measures along the line.
create or replace function app.segment_spans(segments jsonb) returns jsonb
language sql immutable as $$
  select jsonb_agg(s.part - 'distanceNm' order by s.place)
  from jsonb_array_elements(segments) with ordinality s (part, place)
$$;

-- Marks what must be finished. An open stay moves slightly with every row, so for it only a change of moorage counts.
create or replace function app.fold_announce(change jsonb, gone_stays integer[]) returns void
language sql volatile as $$
  insert into app.unfinished (vessel_id, resource, id)
  select app.current_vessel(), 'logbook', g.id
  from app.fold_logs(change) g
  where g.ended is not null and (g.touched or not exists (
    select from app.log_row(g.id) l
    where (l._from_time, l._to_time, l._from_lat, l._from_lng, l._to_lat, l._to_lng, app.segment_spans(l.segments))
        is not distinct from (g.started, g.ended, g.from_lat, g.from_lng, g.to_lat, g.to_lng,
          app.segment_spans(g.segments))))
  union all
  select app.current_vessel(), 'stays', g.id
  from app.fold_stays(change) g
  left join lateral app.stay_row(g.id) s on true
  left join lateral app.identity_row('stay', g.id) i on true
  where s.id is null or (s.arrived, s.departed, i.stay_code, i.moored)
      is distinct from (g.arrived, g.departed, g.stay_code, g.moored)
    or case when g.departed is null
      then app.moorage_near(app.current_vessel(), g.latitude, g.longitude, g.radius_m) is distinct from s.moorage_id
      else (s.latitude, s.longitude, s.radius_m) is distinct from (g.latitude, g.longitude, g.radius_m) end
  union all
  select app.current_vessel(), 'stays', unnest(gone_stays)
  on conflict do nothing;
  select app.call_finishing(app.current_vessel())
  where exists (select from app.unfinished u where u.vessel_id = app.current_vessel());
  select app.fold_raise(change);
$$;
