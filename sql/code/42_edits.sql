-- What people change in derived rows becomes a fact about a span of time (app.edits), which every later fold obeys.
-- The row itself is brought in step by a job (channel `rederive`), which may also undo what cannot be.

-- A span as events carry it.
create or replace function app.span_text(since timestamptz, until timestamptz) returns text
language sql stable as $$
  select to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '/'
    || coalesce(to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')
$$;

-- Keeps an edit, with the names that intervals of its span have now: taking it back gives them back.
create or replace function app.note_edit(vessel text, kind text, since timestamptz, until timestamptz, facts jsonb)
returns integer language sql volatile as $$
  insert into app.edits (vessel_id, account_id, kind, from_time, to_time, facts)
  select vessel, app.current_account(), note_edit.kind, since, until, jsonb_strip_nulls(facts) || jsonb_build_object(
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'from_time', i.from_time,
        'to_time', i.to_time)), '[]')
      from app.interval_identities i
      where i.vessel_id = vessel and i.from_time <= until and coalesce(i.to_time, 'infinity') >= since))
  returning id
$$;

-- Keeps an edit and has its span shown anew.
create or replace function app.keep_edit(vessel text, kind text, since timestamptz, until timestamptz, facts jsonb)
returns integer language sql volatile as $$
  select app.enqueue('rederive', app.span_text(since, until), vessel);
  select app.note_edit(vessel, kind, since, until, facts);
$$;

-- Whether a row was derived, so that it would come back.
create or replace function app.is_derived(vessel text, row_kind text, row_id integer) returns boolean
language sql stable as $$
  select exists (select from app.interval_identities i where i.vessel_id = vessel and i.kind = row_kind and i.id = row_id)
$$;

-- What a person changes waits for a fold or a finishing that is under way: that one read the edits and the written
-- columns before, and would bring back what is deleted here, or write over what is typed. Before the statement, so that
-- the vessel's lock comes before any row's.
create or replace function app.await_vessel() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.lock_vessel();
  return null;
end
$$;
create trigger await_vessel before insert or update or delete on api.logbook for each statement
  when (current_user in ('user_role', 'admin_role')) execute function app.await_vessel();
create trigger await_vessel before insert or update or delete on api.stays for each statement
  when (current_user in ('user_role', 'admin_role')) execute function app.await_vessel();
create trigger await_vessel before insert or update or delete on api.moorages for each statement
  when (current_user in ('user_role', 'admin_role')) execute function app.await_vessel();

-- A log drawn by hand is a leg from now on: what the fold finds in its time gives way to it.
create or replace function app.keep_drawing() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.keep_edit(new.vessel_id, 'draw', new._from_time, new._to_time, jsonb_build_object('log', new.id,
    'fromLatitude', new._from_lat, 'fromLongitude', new._from_lng,
    'toLatitude', new._to_lat, 'toLongitude', new._to_lng,
    'distanceNm', coalesce(new.distance,
      app.distance_m(new._from_lat, new._from_lng, new._to_lat, new._to_lng)::numeric / 1852)));
  insert into app.interval_identities (vessel_id, kind, id, from_time, to_time)
  values (new.vessel_id, 'log', new.id, new._from_time, new._to_time);
  -- The fold finds the row as it is and has nothing to say of it.
  perform app.enqueue('new_logbook', new.id::text, new.vessel_id);
  return null;
end
$$;
create trigger keep_drawing after insert on api.logbook for each row
  when (current_user in ('user_role', 'admin_role') and new._to_time > new._from_time and new._from_lat is not null
    and new._from_lng is not null and new._to_lat is not null and new._to_lng is not null)
  execute function app.keep_drawing();

-- A log that is deleted was no trip; one that was drawn is undrawn.
create or replace function app.keep_deletion() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  drawing app.edits;
begin
  update app.edits e set undone_at = now()
  where e.vessel_id = old.vessel_id and e.kind = 'draw' and e.facts -> 'log' = to_jsonb(old.id) and e.undone_at is null
  returning e.* into drawing;
  if found then
    perform app.enqueue('rederive', app.span_text(drawing.from_time, drawing.to_time), old.vessel_id);
  elsif app.is_derived(old.vessel_id, 'log', old.id) then
    perform app.keep_edit(old.vessel_id, 'delete', old._from_time, coalesce(old._to_time, now()), '{}');
  end if;
  return null;
end
$$;
create trigger keep_deletion after delete on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.keep_deletion();

-- A stay that is deleted was no stop: the legs before and after it are one.
create or replace function app.keep_stay_deletion() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.is_derived(old.vessel_id, 'stay', old.id) then
    perform app.keep_edit(old.vessel_id, 'join', old.arrived - interval '1 ms',
      coalesce(old.departed, now()) + interval '1 ms', '{}');
  end if;
  return null;
end
$$;
create trigger keep_stay_deletion after delete on api.stays for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.keep_stay_deletion();

-- What a person knows of a stay: its type, when it began and ended.
create or replace function app.keep_stay_facts() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.is_derived(old.vessel_id, 'stay', old.id) then
    perform app.keep_edit(old.vessel_id, 'stay', old.arrived, coalesce(old.departed, now()), jsonb_build_object(
      'stayCode', case when new.stay_code is distinct from old.stay_code then new.stay_code end,
      'arrived', case when new.arrived is distinct from old.arrived then extract(epoch from new.arrived) * 1000 end,
      'departed', case when new.departed is distinct from old.departed then extract(epoch from new.departed) * 1000 end,
      'stay', new.id));
  end if;
  return null;
end
$$;
create trigger keep_stay_facts after update on api.stays for each row
  when (current_user in ('user_role', 'admin_role')
    and (new.stay_code, new.arrived, new.departed) is distinct from (old.stay_code, old.arrived, old.departed))
  execute function app.keep_stay_facts();

-- A moorage that a person renamed, moved or made: stays and logs there follow.
create or replace function app.announce_moorages() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.enqueue('moorages', new.id::text, new.vessel_id);
  return null;
end
$$;
create trigger announce_moorage after insert on api.moorages for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.announce_moorages();
create trigger announce_moorage_change after update on api.moorages for each row
  when (current_user in ('user_role', 'admin_role') and (new.name, new.latitude, new.longitude, new.stay_code)
    is distinct from (old.name, old.latitude, old.longitude, old.stay_code))
  execute function app.announce_moorages();
