-- Storage used by a vessel, and its limits. Limits are session settings (src/service/installation.ts); without them
-- there are none.

alter table app.stored_bytes enable row level security, force row level security;
create policy service on app.stored_bytes to wakelog_worker using (true) with check (true);

create or replace function app.daily_bytes() returns bigint
language sql stable as $$ select nullif(current_setting('wakelog.boat_daily_bytes', true), '')::bigint $$;

create or replace function app.most_bytes() returns bigint
language sql stable as $$ select nullif(current_setting('wakelog.boat_max_bytes', true), '')::bigint $$;

-- Counts what vessels store; a vessel may be named several times. A day in the future, from a clock that was ahead, has
-- ended like any other.
create or replace function app.count_bytes(vessels text[], more bigint[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  kept app.stored_bytes;
begin
  for kept in
    insert into app.stored_bytes as s (vessel_id, day, today, total)
    select m.vessel, (now() at time zone 'UTC')::date, sum(m.bytes)::bigint, sum(m.bytes)::bigint
    from unnest(vessels, more) m (vessel, bytes)
    group by m.vessel having sum(m.bytes) > 0
    on conflict (vessel_id) do update set day = excluded.day, total = s.total + excluded.total,
      today = excluded.today + case when s.day = excluded.day then s.today else 0 end
    returning *
  loop
    if kept.total > app.most_bytes() then
      raise exception 'The boat has stored as much as she may' using errcode = 'PT507',
        hint = 'Delete what is no longer needed, or ask the operator for more room.';
    elsif kept.today > app.daily_bytes() then
      raise exception 'The boat has stored as much as she may in one day' using errcode = 'PT507',
        hint = 'Send the rest tomorrow.';
    end if;
  end loop;
end
$$;
create or replace function app.count_bytes(vessel text, more bigint) returns void
language plpgsql volatile security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan
as $$
begin
  perform app.count_bytes(array[vessel], array[more]);
end
$$;

-- Whether a vessel is at its limit; nothing deferrable is then derived for it.
create or replace function app.is_full(vessel text) returns boolean
language sql stable as $$
  select exists (select from app.stored_bytes s where s.vessel_id = vessel and s.total >= app.most_bytes())
$$;

-- Counts users' text: the trigger's columns and the row itself.
create or replace function app.count_written() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.count_bytes(w.vessel_id, w.bytes::bigint)
  from (
    select f.vessel_id, sum(100 + (
      select coalesce(sum(octet_length(c.value)), 0)
      from jsonb_each_text(to_jsonb(f)) c where c.key = any (tg_argv))) as bytes
    from fresh f group by f.vessel_id) w;
  return null;
end
$$;

do $$
declare
  written record;
begin
  for written in
    select * from (values
      ('api.logbook', array['name', '_from', '_to', 'notes', 'extra', 'track_geojson']),
      ('api.stays', array['name', 'notes']),
      ('api.moorages', array['name', 'country', 'notes']),
      ('api.log_entries', array['text', 'extra']),
      ('api.log_photos', array['caption'])) w (place, texts)
  loop
    execute format('create trigger count_inserted after insert on %s referencing new table as fresh for each statement
      when (current_user in (''user_role'', ''vessel_role'', ''admin_role'')) execute function app.count_written(%s)',
      written.place, (select string_agg(quote_literal(t.name), ', ') from unnest(written.texts) t (name)));
    execute format('create trigger count_updated after update on %s referencing new table as fresh for each statement
      when (current_user in (''user_role'', ''vessel_role'', ''admin_role'')) execute function app.count_written(%s)',
      written.place, (select string_agg(quote_literal(t.name), ', ')
        from unnest(array_remove(written.texts, 'track_geojson')) t (name)));
  end loop;
end
$$;
create trigger count_inserted after insert on app.edits referencing new table as fresh for each statement
  execute function app.count_written('facts');

-- Size of all rows of a vessel, over all tables.
create or replace function app.measured_bytes(vessel text) returns bigint
language plpgsql stable as $$
declare
  place record;
  bytes bigint;
  total bigint := 0;
begin
  for place in
    select c.oid::regclass as name,
      string_agg(format('coalesce(pg_column_size(t.%I), 0)', a.attname), ' + ') as sizes
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace in ('api'::regnamespace, 'app'::regnamespace) and c.relkind in ('r', 'p')
      and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'vessel_id'
        and not o.attisdropped)
    group by c.oid
  loop
    execute format('select sum(60 + %s) from %s t where t.vessel_id = $1', place.sizes, place.name)
      into bytes using vessel;
    total := total + coalesce(bytes, 0);
  end loop;
  return total;
end
$$;

-- Measures a vessel. Keeps counting what is stored meanwhile.
create or replace function app.measure_bytes(vessel text) returns void
language plpgsql volatile as $$
declare
  before constant bigint := coalesce((select s.total from app.stored_bytes s where s.vessel_id = vessel), 0);
  found constant bigint := app.measured_bytes(vessel);
begin
  insert into app.stored_bytes as s (vessel_id, day, today, total, measured, measured_at)
  select v.vessel_id, '-infinity', 0, found, found, now() from app.vessels v where v.vessel_id = vessel
  on conflict (vessel_id) do update
    set total = found + s.total - before, measured = found, measured_at = now();
end
$$;

-- Schedules a measurement, because rows were deleted.
create or replace function app.await_measuring(vessel text) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update app.stored_bytes s set measured = null where s.vessel_id = vessel
$$;

-- Vessels due for measurement: never measured, grown by 256 MB since, or nearly full.
create or replace function app.vessels_to_measure(most integer) returns setof text
language sql stable as $$
  select v.vessel_id from app.vessels v left join app.stored_bytes s using (vessel_id)
  where s.measured is null or s.total - s.measured > 268435456
    or (s.total > 0.9 * app.most_bytes() and not s.measured_at between now() - interval '6 hours' and now())
  order by s.measured_at nulls first, v.vessel_id limit most
$$;

grant execute on function app.count_bytes(text, bigint) to user_role, vessel_role, admin_role;
