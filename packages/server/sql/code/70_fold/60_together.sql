-- Rows of many boats in one transaction: see src/boat/voyages/ingest/together.ts and ADR 20.

-- Takes the boats about which nothing is unusual: the token is the newest, no transaction works on the logbook, the
-- record is as the service knows it, the boat is in contact and far from her limits, and her rules are those that the
-- service knows. Does not wait: locks that others hold exclude a boat. `posts` has one element for each boat; `bytes`
-- is more than its rows can take.
create or replace function app.take_boats(posts jsonb) returns table (vessel text, watched double precision)
language plpgsql volatile
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  held text[];
begin
  -- In a statement of its own, so that the next one sees what the former holders of the locks have committed.
  select array_agg(p.vessel) into held
  from jsonb_to_recordset(posts) p (vessel text) where app.try_lock_vessel(p.vessel);
  return query
    select p.vessel, p.watched
    from jsonb_to_recordset(posts) p (vessel text, token text, revision uuid, newest double precision,
      watched double precision, bytes bigint)
    join app.admitted_boats() b on b.vessel_id = p.vessel and b.version = p.token
    join app.fold_states f on f.vessel_id = p.vessel and f.revision = p.revision
    join api.metadata d on d.vessel_id = p.vessel and d.active
    join app.stored_bytes s on s.vessel_id = p.vessel
    join app.watch_states w on w.vessel_id = p.vessel and w.version = coalesce(p.watched, w.version)
    where p.vessel = any (held)
      and (s.total + p.bytes <= app.most_bytes()) is not false
      and (p.bytes + case when s.day = (now() at time zone 'UTC')::date then s.today else 0 end
        <= app.daily_bytes()) is not false
      and to_timestamp(p.newest / 1000) = (
        select m."time" from app.metrics m where m.vessel_id = p.vessel order by m."time" desc limit 1)
    for no key update of d, s, w skip locked;
end
$$;

-- Stores the rows of some boats, and their contact. `vessels` names the boat of each row; the others' are left out.
create or replace function app.store_rows_of(boats text[], vessels text[], rows json) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  named text[];
  times timestamptz[];
  sizes bigint[];
begin
  with stored as (
    insert into app.metrics (vessel_id, "time", client_id, latitude, longitude, speedoverground,
      courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics)
    select vessels[r.n + 1], r."time", r.client_id, r.latitude, r.longitude, r.speedoverground,
      r.courseovergroundtrue, r.windspeedapparent, r.anglespeedapparent, r.status, r.metrics
    from app.metric_rows(rows) r where vessels[r.n + 1] = any (boats)
    returning vessel_id, "time", app.metric_bytes(client_id, metrics) as bytes)
  select array_agg(vessel_id), array_agg("time"), array_agg(bytes) into named, times, sizes from stored;
  perform app.note_metric_days(named, times), app.count_bytes(named, sizes), app.note_contacts(boats);
end
$$;

-- Stores rows of several boats, except those that must go alone. Returns the boats whose rows are stored, and what is
-- watched on them. Plans are generic, because those for one boat look so cheap that they would be made for every call.
create or replace function app.store_together(posts jsonb, vessels text[], rows json)
returns table (vessel text, watch jsonb)
language plpgsql volatile security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  taken text[];
  known double precision[];
begin
  -- For the whole transaction. It takes no lock that it knows others to hold.
  perform set_config('lock_timeout', '100', true);
  select array_agg(b.vessel), array_agg(b.watched) into taken, known from app.take_boats(posts) b;
  if taken is not null then
    perform set_config('wakelog.vessels_together', taken::text, true);
    perform app.store_rows_of(taken, vessels, rows);
    return query select w.vessel, to_jsonb(w) from app.watch_states_of(taken, known) w;
  end if;
end
$$;

grant execute on function app.store_together(jsonb, text[], json) to vessel_role;
