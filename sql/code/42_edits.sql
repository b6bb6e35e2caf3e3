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

-- Keeps an edit and has its span shown again.
create or replace function app.keep_edit(vessel text, kind text, since timestamptz, until timestamptz, facts jsonb)
returns integer language sql volatile as $$
  select app.enqueue('rederive', app.span_text(since, until), vessel);
  select app.note_edit(vessel, kind, since, until, facts);
$$;

-- Whether a row was derived, so that it would come back.
create or replace function app.is_derived(vessel text, row_kind text, row_id integer) returns boolean
language sql stable as $$
  select exists (
    select from app.interval_identities i where i.vessel_id = vessel and i.kind = row_kind and i.id = row_id)
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

-- Whether a person made the row, rather than the fold.
create or replace function app.is_by_hand(vessel text, resource text, row_id integer) returns boolean
language sql stable as $$
  select exists (select from app.written_by_people w
    where w.vessel_id = vessel and w.resource = is_by_hand.resource and w.id = row_id and 'id' = any(w.columns))
$$;

-- Length in nautical miles of a line [[longitude, latitude], …].
create or replace function app.line_nm(coordinates jsonb) returns numeric
language sql immutable as $$
  select round((coalesce(sum(app.distance_m(before_lat, before_lng, lat, lng)), 0) / 1852)::numeric, 4)
  from (
    select lat, lng, lag(lat) over (order by n) as before_lat, lag(lng) over (order by n) as before_lng
    from (
      select n, (place ->> 1)::double precision as lat, (place ->> 0)::double precision as lng
      from jsonb_array_elements(coordinates) with ordinality e (place, n)) places) steps
$$;

-- What a log drawn by hand says: its ends, its line, and its miles, counted along the line unless a person gave them.
create or replace function app.drawing_of(log api.logbook, said numeric) returns jsonb
language sql stable as $$
  select jsonb_build_object('log', log.id, 'fromLatitude', log._from_lat, 'fromLongitude', log._from_lng,
    'toLatitude', log._to_lat, 'toLongitude', log._to_lng, 'line', line,
    'distanceNm', coalesce(said, app.line_nm(line)))
  from (select coalesce(app.geojson_of(log.track_geom) -> 'coordinates', jsonb_build_array(
    jsonb_build_array(log._from_lng, log._from_lat), jsonb_build_array(log._to_lng, log._to_lat))) as line) drawn
$$;

-- Takes back the drawing of a log. Gives the edit that was the drawing.
create or replace function app.undraw(vessel text, log integer) returns app.edits
language sql volatile as $$
  update app.edits e set undone_at = now()
  where e.vessel_id = vessel and e.kind = 'draw' and e.facts -> 'log' = to_jsonb(log) and e.undone_at is null
  returning e.*
$$;

-- A log drawn by hand is a leg from now on: what the fold finds in its time gives way to it. One without times or
-- positions is only written down, until it gets them.
create or replace function app.keep_drawing() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  drawn boolean := new._to_time is not null and new._from_lat is not null and new._from_lng is not null
    and new._to_lat is not null and new._to_lng is not null;
  drawing app.edits;
  said text[] := array(select unnest(w.columns) from app.written_by_people w
    where w.vessel_id = new.vessel_id and w.resource = 'logbook' and w.id = new.id);
begin
  if tg_op = 'UPDATE' then
    drawing := app.undraw(old.vessel_id, old.id);
  end if;
  if drawing.id is not null then
    perform app.enqueue('rederive', app.span_text(drawing.from_time, drawing.to_time), old.vessel_id);
  end if;
  if drawn then
    perform app.keep_edit(new.vessel_id, 'draw', new._from_time, new._to_time,
      app.drawing_of(new, case when tg_op = 'INSERT' or 'distance' = any(said) then new.distance end));
    insert into app.interval_identities (vessel_id, kind, id, from_time, to_time, announced_at, finished_at)
    values (new.vessel_id, 'log', new.id, new._from_time, new._to_time, now(), now())
    on conflict (vessel_id, kind, id) do update set from_time = excluded.from_time, to_time = excluded.to_time;
  else
    delete from app.interval_identities where vessel_id = new.vessel_id and kind = 'log' and id = new.id;
  end if;
  return null;
end
$$;
create trigger say_drawing after insert on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.keep_drawing();
create trigger say_drawing_again after update on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')
    and (new._from_time, new._to_time, new._from_lat, new._from_lng,
      new._to_lat, new._to_lng, new.distance, new.track_geom::text)
      is distinct from (old._from_time, old._to_time, old._from_lat, old._from_lng,
        old._to_lat, old._to_lng, old.distance, old.track_geom::text))
  execute function app.keep_drawing();

-- What a person entered or said of a log or stay is finished like any other; a new row goes on record.
create or replace function app.finish_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.mark_unfinished(old.vessel_id, tg_table_name, old.id) where tg_op = 'DELETE';
  perform app.mark_unfinished(new.vessel_id, tg_table_name, new.id) where tg_op <> 'DELETE';
  perform app.enqueue(tg_argv[0], new.id::text, new.vessel_id) where tg_op = 'INSERT' and tg_nargs > 0;
  return null;
end
$$;
create trigger finish_new after insert on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.finish_entry('new_logbook');
create trigger finish_changed after update on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')
    and (new.name, new._from, new._to, new._from_time, new._to_time, new._from_lat, new._from_lng,
      new._to_lat, new._to_lng, new.distance, new.track_geom::text)
      is distinct from (old.name, old._from, old._to, old._from_time, old._to_time, old._from_lat, old._from_lng,
        old._to_lat, old._to_lng, old.distance, old.track_geom::text))
  execute function app.finish_entry();
create trigger finish_new after insert on api.stays for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.finish_entry('new_stay');
create trigger finish_changed after update on api.stays for each row
  when (current_user in ('user_role', 'admin_role')
    and (new.name, new.stay_code, new.arrived, new.departed)
      is distinct from (old.name, old.stay_code, old.arrived, old.departed))
  execute function app.finish_entry();
create trigger finish_gone after delete on api.stays for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.finish_entry();

-- A log that is deleted was not a trip; one that was drawn is undrawn. Gives the edit: one made now, or the drawing
-- that is taken back; null for a log that was only written down.
create or replace function app.note_deletion(log api.logbook) returns integer
language plpgsql volatile as $$
declare
  drawing app.edits := app.undraw(log.vessel_id, log.id);
begin
  if drawing.id is not null then
    return drawing.id;
  elsif app.is_derived(log.vessel_id, 'log', log.id) then
    return app.note_edit(log.vessel_id, 'delete', log._from_time, coalesce(log._to_time, now()), '{}');
  end if;
  return null;
end
$$;

-- A person deletes a log in the table: a job shows its span again.
create or replace function app.keep_deletion() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.note_deletion(old) is not null then
    perform app.enqueue('rederive', app.span_text(old._from_time, coalesce(old._to_time, now())), old.vessel_id);
  end if;
  return null;
end
$$;
create trigger keep_deletion after delete on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.keep_deletion();

-- A log of the caller's vessel, deleted by a procedure, which shows its span again itself.
create or replace function app.delete_log(log integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  gone api.logbook;
begin
  delete from api.logbook l where l.vessel_id = app.current_vessel() and l.id = log returning l.* into gone;
  return case when gone.id is not null then app.note_deletion(gone) end;
end
$$;
grant execute on function app.delete_log(integer) to user_role, admin_role;

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
create trigger finish_new after insert on api.moorages for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.finish_entry();
create trigger finish_changed after update on api.moorages for each row
  when (current_user in ('user_role', 'admin_role') and (new.name, new.latitude, new.longitude, new.stay_code)
    is distinct from (old.name, old.latitude, old.longitude, old.stay_code))
  execute function app.finish_entry();
