-- Scheduling of events: src/database/jobs/turns.ts. `channels` is the worker's array of {"channel", "lane", "line",
-- "independent"}: see src/database/jobs/channels.ts.

create or replace function app.note_arrivals() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into app.arrivals (channel, ref_id)
  select distinct channel, ref_id from arrived where processed is null and not dead;
  return null;
end
$$;
create trigger note_arrivals after insert on app.events referencing new table as arrived
  for each statement execute function app.note_arrivals();

-- An operator revived, moved or expedited an event.
create or replace function app.note_return() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into app.arrivals (channel, ref_id) values (new.channel, new.ref_id);
  return null;
end
$$;
create trigger note_return after update on app.events for each row
  when (new.processed is null and not new.dead and (old.processed is not null or old.dead or new.due < old.due
    or new.channel <> old.channel or new.ref_id <> old.ref_id))
  execute function app.note_return();

-- Records every waiting event as just arrived. Events stored by a migration need this, because the triggers above are
-- missing meanwhile. Too early a turn is harmless. Uses the index to step from one tenant and channel to the next,
-- however many events wait.
create or replace function app.note_waiting() returns void
language sql volatile security definer set search_path = pg_catalog set enable_seqscan = off as $$
  with recursive waiting as (
    (select e.ref_id, e.channel from app.events e where e.processed is null and not e.dead
    order by e.ref_id, e.channel limit 1)
    union all
    select n.ref_id, n.channel
    from waiting w
    cross join lateral (
      select e.ref_id, e.channel from app.events e
      where e.processed is null and not e.dead and (e.ref_id, e.channel) > (w.ref_id, w.channel)
      order by e.ref_id, e.channel limit 1) n
  )
  insert into app.arrivals (channel, ref_id) select channel, ref_id from waiting
$$;

-- Queues the tenants of new events behind those that wait, and marks events without a handler as processed: they are
-- only a record. One caller at a time; returns the number of arrivals seen, at most a thousand. Uses the index, because
-- a scan would read dead rows.
create or replace function app.arrange_turns(channels jsonb) returns integer
language plpgsql volatile set enable_seqscan = off as $$
declare
  seen integer;
  instant timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('wakelog.arrange', 0));
  instant := clock_timestamp();
  with gone as (
    delete from app.arrivals where id = any (array(select id from app.arrivals order by id limit 1000))
    returning channel, ref_id
  ), arrived as (
    select distinct g.channel, g.ref_id, c.lane
    from gone g left join jsonb_to_recordset(channels) c (channel text, lane text) using (channel)
  ), skipped as (
    update app.events e set processed = now() from arrived a
    where a.lane is null and e.ref_id = a.ref_id and e.channel = a.channel and e.processed is null and not e.dead
  ), placed as (
    insert into app.turns as t (lane, ref_id, due)
    select distinct a.lane, a.ref_id, instant from arrived a where a.lane is not null order by 1, 2
    on conflict (lane, ref_id) do update set due = excluded.due where t.due > excluded.due
  )
  select count(*)::integer into seen from gone;
  return seen;
end
$$;

-- The first event of each line of a tenant, and when it is due. A line is strictly ordered: a retry keeps its place.
-- Independent events may overtake: there the first due one counts.
create or replace function app.heads_of_lines(of_lane text, tenant text, channels jsonb)
returns table (id integer, due timestamptz)
language sql stable as $$
  (select distinct on (c.line) e.id, e.due
  from jsonb_to_recordset(channels) c (channel text, lane text, line text, independent boolean)
  cross join lateral (
    select o.id, o.due from app.events o
    where o.ref_id = tenant and o.channel = c.channel and o.processed is null and not o.dead
    order by o.id::bigint limit 1) e
  where c.lane = of_lane and not c.independent
  order by c.line, e.id)
  union all
  select e.id, e.due
  from jsonb_to_recordset(channels) c (channel text, lane text, independent boolean)
  cross join lateral (
    (select o.id, o.due from app.events o
    where o.ref_id = tenant and o.channel = c.channel and o.processed is null and not o.dead and o.due <= now()
    order by o.id::bigint limit 1)
    union all
    (select o.id, o.due from app.events o
    where o.ref_id = tenant and o.channel = c.channel and o.processed is null and not o.dead
    order by o.due, o.id limit 1)
    limit 1) e
  where c.lane = of_lane and c.independent
$$;

-- Takes the turn of the longest-waiting tenant that no other lane serves: locks the tenant until the transaction ends
-- and returns its oldest due event. No row: nothing waits. A row without an event: the place was outdated, and ending
-- the turn fixes it. Uses the indexes, because a cached plan from a short queue would scan a long one.
create or replace function app.take_turn(of_lane text, channels jsonb)
returns table (tenant text, id integer, channel text, payload text, attempts smallint)
language plpgsql volatile set enable_seqscan = off as $$
declare
  instant timestamptz := clock_timestamp();
  place record;
begin
  -- Skipped places belong to other lanes, so there are at most as many as lanes.
  for place in
    select t.ref_id, t.due from app.turns t where t.lane || '' = of_lane and t.due <= instant
    order by t.due limit 100
  loop
    begin
      continue when not
        pg_try_advisory_xact_lock(hashtextextended('wakelog.turn/' || of_lane || '/' || place.ref_id, 0));
      -- Served since the list was made. Rolling back the block unlocks the tenant.
      if place.due is distinct from (
        select t.due from app.turns t where t.lane = of_lane and t.ref_id = place.ref_id)
      then raise exception 'too late' using errcode = 'P0004'; end if;
      return query
        select place.ref_id, e.id, e.channel, e.payload, e.attempts
        from (select) one
        left join (
          select h.id from app.heads_of_lines(of_lane, place.ref_id, channels) h
          where h.due <= instant order by h.id limit 1) head on true
        left join app.events e on e.id = head.id;
      return;
    exception when sqlstate 'P0004' then null;
    end;
  end loop;
end
$$;

-- Gives a tenant its next place: last if it was served, later if its events must wait longer, none without events.
-- Locks the row before reading events, so that a concurrent arrival is either seen here or waits and then makes the
-- place again. Uses the indexes, as above.
create or replace function app.end_turn(of_lane text, tenant text, channels jsonb, served boolean) returns void
language plpgsql volatile set enable_seqscan = off as $$
declare
  next timestamptz;
begin
  perform from app.turns t where t.lane = of_lane and t.ref_id = tenant for update;
  select min(h.due) into next from app.heads_of_lines(of_lane, tenant, channels) h;
  if next is null then
    delete from app.turns t where t.lane = of_lane and t.ref_id = tenant;
  else
    update app.turns t set due = greatest(next, case when served then clock_timestamp() else t.due end)
    where t.lane = of_lane and t.ref_id = tenant;
  end if;
end
$$;
