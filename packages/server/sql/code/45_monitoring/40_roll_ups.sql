-- Roll-ups: after a day ends, its measurements become one row per key.

-- Notes stored rows: the vessel and time of each. Called on every POST, hence plpgsql, which caches plans. Storing and
-- rolling up both hold the vessel's lock.
create or replace function app.note_metric_days(vessels text[], times timestamptz[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan
as $$
begin
  insert into app.late_rows (vessel_id, "time")
    select t.vessel, t.at from unnest(vessels, times) t (vessel, at)
    where exists (
      select from app.thinned_days d where d.vessel_id = t.vessel and d.day = (t.at at time zone 'UTC')::date)
    on conflict do nothing;
  insert into app.metric_days_due (vessel_id, day)
    select distinct t.vessel, (t.at at time zone 'UTC')::date from unnest(vessels, times) t (vessel, at)
    on conflict do nothing;
end
$$;

-- Notes removed or changed rows of a span, without the vessel's lock: waits for a roll-up in progress.
create or replace function app.await_metric_days(vessel text, since timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog set timezone = 'UTC' as $$
  insert into app.metric_days_due as u (vessel_id, day)
    select distinct d.vessel_id, d.day from app.metric_days d
    where d.vessel_id = vessel and d.day between since::date and until::date
    on conflict (vessel_id, day) do update set day = excluded.day
$$;

-- The parts of a configuration that affect reading. Earlier releases allowed anything there.
create or replace function app.reading_keys(configuration jsonb) returns jsonb
language sql immutable as $$
  select case when jsonb_typeof(configuration) = 'object' then configuration - 'update_at' - 'retention' end
$$;
grant execute on function app.reading_keys(jsonb) to user_role, vessel_role, admin_role;

-- After a change of keys, past values differ too.
create or replace function app.roll_up_again() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.await_metric_days(new.vessel_id, '-infinity', 'infinity');
  return null;
end
$$;
create trigger roll_up_again after update of configuration on api.metadata for each row
  when (app.reading_keys(new.configuration) is distinct from app.reading_keys(old.configuration))
  execute function app.roll_up_again();

-- A day's readings by key and five-minute slot. For a thinned day, only rows that came since.
create or replace function app.slots_of_day(vessel text, rolled date)
returns table (key text, slot integer, n bigint, total double precision, low double precision, high double precision)
language sql stable set jit = off as $$
  select r.key, r.slot, count(*), sum(r.value), min(r.value), max(r.value)
  from (
    select read.key, read.value,
      floor(extract(epoch from m."time" - rolled::timestamp at time zone 'UTC') / 300)::integer as slot
    from app.metrics m
    -- Once per row, not per reading.
    cross join lateral (select app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics offset 0) w
    cross join lateral (
      select e.key, app.reading(e.value) as value
      from jsonb_each(case jsonb_typeof(w.metrics) when 'object' then w.metrics end) e
      where jsonb_typeof(e.value) = 'number' and octet_length(e.key) <= 200
        and not exists (select from app.monitored_values v where v.name = e.key)
      union all
      select s.key, app.reading_of(s.key, s.paths, s.tanks, s.is_fullest, w.metrics, m.speedoverground,
        m.windspeedapparent)
      from app.reading_sources(array(select name from app.monitored_values), app.measurement_keys(vessel)) s) read
    where m.vessel_id = vessel and m."time" >= rolled::timestamp at time zone 'UTC'
      and m."time" < (rolled + 1)::timestamp at time zone 'UTC'
      and (not exists (select from app.thinned_days d where d.vessel_id = vessel and d.day = rolled)
        or exists (select from app.late_rows l where l.vessel_id = vessel and l."time" = m."time"))) r
  where r.value is not null
  group by r.key, r.slot
$$;

-- The roll-up of a day: readings of its present rows, merged with the stored roll-up if rows were thinned. Keeps the
-- thousand most frequent keys.
create or replace function app.rolled_up(vessel text, rolled date) returns setof app.metric_days
language sql stable set jit = off as $$
  with slots as materialized (
    select key, slot, sum(n) as n, sum(total) as total, min(low) as low, max(high) as high
    from (
      select key, slot, n, total, low, high from app.slots_of_day(vessel, rolled)
      union all
      select d.key, (s.place - 1)::integer, s.n, s.mean * s.n, coalesce(s.low, s.mean), coalesce(s.high, s.mean)
      from app.metric_days d
      cross join unnest(d.slot_counts, d.slot_means, d.slot_lows, d.slot_highs)
        with ordinality s (n, mean, low, high, place)
      where d.vessel_id = vessel and d.day = rolled and s.n > 0) both_of_them
    group by key, slot
  ), keys as (
    select key from slots group by key order by sum(n) desc, key limit 1000
  ), hours as (
    select key, slot / 12 as hour, sum(n) as n, sum(total) as total, min(low) as low, max(high) as high
    from slots group by key, slot / 12
  ), by_slot as (
    select k.key, array_agg(coalesce(s.n, 0)::integer order by g.slot) as counts,
      array_agg(s.total / s.n order by g.slot) as means, array_agg(s.low order by g.slot) as lows,
      array_agg(s.high order by g.slot) as highs,
      bool_and(s.n is null or s.low = s.high) as is_flat
    from keys k cross join generate_series(0, 287) g (slot)
    left join slots s on s.key = k.key and s.slot = g.slot
    group by k.key
  ), by_hour as (
    select k.key, array_agg(coalesce(h.n, 0)::integer order by g.hour) as counts,
      array_agg(h.total / h.n order by g.hour) as means, array_agg(h.low order by g.hour) as lows,
      array_agg(h.high order by g.hour) as highs
    from keys k cross join generate_series(0, 23) g (hour)
    left join hours h on h.key = k.key and h.hour = g.hour
    group by k.key
  )
  select vessel, key, rolled, h.counts, h.means, h.lows, h.highs, s.counts,
    case when s.is_flat then s.lows else s.means end, case when not s.is_flat then s.lows end,
    case when not s.is_flat then s.highs end
  from by_slot s join by_hour h using (key)
$$;

-- Size of a day's row, bytes.
create or replace function app.rolled_bytes(d app.metric_days) returns bigint
language sql immutable as $$
  select 60 + octet_length(d.key) + pg_column_size(d.hour_counts) + pg_column_size(d.hour_means)
    + pg_column_size(d.hour_lows) + pg_column_size(d.hour_highs) + pg_column_size(d.slot_counts)
    + pg_column_size(d.slot_means) + coalesce(pg_column_size(d.slot_lows), 0)
    + coalesce(pg_column_size(d.slot_highs), 0)
$$;

-- Rolls up a day, as the service, under the vessel's lock.
create or replace function app.roll_up_day(vessel text, rolled date) returns void
language plpgsql volatile set timezone = 'UTC' as $$
#variable_conflict use_column
declare
  had bigint;
  has bigint;
begin
  -- First, to wait for a transaction that notes this day and see its rows below.
  delete from app.metric_days_due d where d.vessel_id = vessel and d.day = rolled;
  if not exists (select from app.thinned_days d where d.vessel_id = vessel and d.day = rolled) then
    with gone as (
      delete from app.metric_days d where d.vessel_id = vessel and d.day = rolled
      returning app.rolled_bytes(d) as bytes)
    select sum(bytes) into had from gone;
  end if;
  with put as (
    insert into app.metric_days as d select * from app.rolled_up(vessel, rolled)
    on conflict (vessel_id, key, day) do update set hour_counts = excluded.hour_counts,
      hour_means = excluded.hour_means, hour_lows = excluded.hour_lows, hour_highs = excluded.hour_highs,
      slot_counts = excluded.slot_counts, slot_means = excluded.slot_means, slot_lows = excluded.slot_lows,
      slot_highs = excluded.slot_highs
    returning app.rolled_bytes(d) as bytes)
  select sum(bytes) into has from put;
  -- Counted but never rejected: full vessels are not rolled up (app.is_full).
  update app.stored_bytes s set total = s.total + coalesce(has, 0) - coalesce(had, 0) where s.vessel_id = vessel;
  perform app.note_keys(vessel, rolled::timestamptz, (rolled + 1)::timestamptz);
  update app.thinned_days d set is_due = true where d.vessel_id = vessel and d.day = rolled;
  delete from app.late_rows l
  where l.vessel_id = vessel and l."time" >= rolled::timestamptz and l."time" < (rolled + 1)::timestamptz;
  perform app.pack_late_metrics(vessel, rolled::timestamptz, (rolled + 1)::timestamptz);
end
$$;

-- Keys in a vessel's rows of a span: first and last time, and the last value.
create or replace function app.keys_between(vessel text, since timestamptz, until timestamptz)
returns table (key text, first_seen timestamptz, last_seen timestamptz, last_value jsonb)
language sql stable as $$
  select e.key, min(m."time"), max(m."time"), (array_agg(e.value order by m."time" desc))[1]
  from app.metrics m
  cross join lateral jsonb_each(app.metrics_object(m.metrics, m.shape, m.numbers)) e
  where m.vessel_id = vessel and m."time" >= since and m."time" < until and octet_length(e.key) <= 200
  group by e.key
$$;

create or replace function app.kind_of_value(value jsonb) returns text
language sql immutable as $$
  select case jsonb_typeof(value) when 'number' then 'number' when 'string' then 'text' else 'other' end
$$;

-- Stores the keys of a span; at most five thousand per vessel, long values as null.
create or replace function app.note_keys(vessel text, since timestamptz, until timestamptz) returns void
language sql volatile as $$
  insert into app.metric_keys as k (vessel_id, key, kind, first_seen, last_seen, last_value)
  select vessel, s.key, app.kind_of_value(s.last_value), s.first_seen, s.last_seen,
    case when octet_length(s.last_value::text) <= 1000 then s.last_value end
  from app.keys_between(vessel, since, until) s
  where exists (select from app.metric_keys o where o.vessel_id = vessel and o.key = s.key)
    or (select count(*) from app.metric_keys o where o.vessel_id = vessel) < 5000
  limit 5000
  on conflict (vessel_id, key) do update set first_seen = least(k.first_seen, excluded.first_seen),
    last_seen = greatest(k.last_seen, excluded.last_seen),
    kind = case when excluded.last_seen >= k.last_seen then excluded.kind else k.kind end,
    last_value = case when excluded.last_seen >= k.last_seen then excluded.last_value else k.last_value end
$$;

grant execute on function app.note_metric_days(text[], timestamptz[])
  to user_role, vessel_role, admin_role, wakelog_worker;
