-- The fold's side of the database: what ingest and fold call inside a boat's request, or inside a job that has
-- said for which vessel it works (wakelog.vessel_id). All of it is bound to app.current_vessel().

-- One writer of a vessel's logbook at a time, until the transaction ends.
create or replace function app.lock_vessel() returns void
language sql volatile as 'select app.lock_vessel(app.current_vessel())';

-- Takes the vessel's lock until the transaction ends, and gives what the fold needs to go on.
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

-- The vessel is in contact: it is online, by the server's clock.
create or replace function app.note_contact() returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update api.metadata set "time" = now(), active = true where vessel_id = app.current_vessel()
$$;

-- The rows of a batch, typed.
create or replace function app.metric_rows(rows json)
returns table (n integer, "time" timestamptz, client_id text, latitude double precision, longitude double precision,
  speedoverground double precision, courseovergroundtrue double precision, windspeedapparent double precision,
  anglespeedapparent double precision, status api.status, metrics jsonb)
language sql stable as $$
  select * from json_to_recordset(rows) as r (n integer, "time" timestamptz, client_id text, latitude double precision,
    longitude double precision, speedoverground double precision, courseovergroundtrue double precision,
    windspeedapparent double precision, anglespeedapparent double precision, status api.status, metrics jsonb)
$$;

-- Stores rows of the caller's vessel that are not there yet, as the caller. Gives the numbers of those that are, and
-- whether they are the same in every value.
create or replace function app.store_metrics(rows json) returns table (n integer, same boolean)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  vessel text := app.current_vessel();
  fresh timestamptz[];
begin
  with stored as (
    insert into api.metrics (vessel_id, "time", client_id, latitude, longitude, speedoverground,
      courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics)
    select vessel, "time", client_id, latitude, longitude, speedoverground,
      courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics
    from app.metric_rows(rows)
    on conflict (vessel_id, "time") do nothing
    returning "time")
  select coalesce(array_agg("time"), '{}') into fresh from stored;
  if cardinality(fresh) < json_array_length(rows) then
    return query select g.n,
        (g.client_id, g.latitude, g.longitude, g.speedoverground, g.courseovergroundtrue, g.windspeedapparent,
          g.anglespeedapparent, g.status, g.metrics)
        is not distinct from (m.client_id, m.latitude, m.longitude, m.speedoverground, m.courseovergroundtrue,
          m.windspeedapparent, m.anglespeedapparent, m.status, m.metrics)
      from app.metric_rows(rows) g
      join api.metrics m on m.vessel_id = vessel and m."time" = g."time"
      where not g."time" = any(fresh);
  end if;
end
$$;

-- Keeps refused rows: [{reason, row}, …]. Each once, at the time when it came last, the newest ten thousand of a vessel;
-- of one that takes more than 64 kB its beginning, as text.
create or replace function app.reject_metrics(refused jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.metrics_rejected (vessel_id, reason, metric)
  select distinct app.current_vessel(), r ->> 'reason', case
    when octet_length((r -> 'row')::text) <= 65536 then r -> 'row' else to_jsonb(left((r -> 'row')::text, 16384)) end
  from jsonb_array_elements(refused) r
  on conflict (vessel_id, digest) do update set rejected_at = now();
  delete from app.metrics_rejected where ctid = any (array(
    select ctid from app.metrics_rejected
    where vessel_id = app.current_vessel() order by rejected_at desc offset 10000));
$$;

-- The newest checkpoint before an instant.
create or replace function app.fold_checkpoint_before(instant timestamptz)
returns table (at timestamptz, state jsonb)
language sql stable security definer set search_path = pg_catalog as $$
  select c."time", c.state from app.fold_checkpoints c
  where c.vessel_id = app.current_vessel() and c."time" < instant
  order by c."time" desc limit 1
$$;

-- The checkpoints after an instant, a page of them.
create or replace function app.fold_checkpoints_after(instant timestamptz)
returns table (at timestamptz, state jsonb)
language sql stable security definer set search_path = pg_catalog as $$
  select c."time", c.state from app.fold_checkpoints c
  where c.vessel_id = app.current_vessel() and c."time" > instant
  order by c."time" limit 16
$$;

-- The settled intervals that begin in a span, oldest first, and this many before and after it; with the times between
-- which these are all there are. A null time is an open end: there are no more on that side.
create or replace function app.fold_intervals(from_time timestamptz, to_time timestamptz, margin integer)
returns table (known_from timestamptz, known_to timestamptz, intervals jsonb)
language sql stable security definer set search_path = pg_catalog as $$
  select k.since, k.until, (
    select coalesce(jsonb_agg(i.interval order by i.from_time, (i.interval ->> 'to')::double precision nulls last), '[]')
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

-- Names that intervals of a span may take: those of rows that begin there, and those that no row bears now.
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
