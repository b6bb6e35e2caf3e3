-- Correcting the logbook: what the procedures of src/voyages/procedures.ts are called, and what they may do that
-- their caller may not. All of it is bound to app.current_vessel().

create or replace function api.merge_logbook_fn(id_start integer, id_end integer) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('merge_logbook_fn')) $$;

create or replace function api.split_logbook_fn(_id integer, split_time timestamptz) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('split_logbook_fn')) $$;

create or replace function api.delete_logbook_fn(_id integer) returns boolean
language sql volatile as $$ select app.implemented_in_service('delete_logbook_fn') is not null $$;

create or replace function api.undo_edit_fn(_id integer) returns boolean
language sql volatile as $$ select app.implemented_in_service('undo_edit_fn') is not null $$;

create or replace function api.review_fn(_id integer, decision text) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('review_fn')) $$;

create or replace function api.refold_fn(from_time timestamptz default null) returns boolean
language sql volatile as $$ select app.implemented_in_service('refold_fn') is not null $$;

create or replace function api.detector_settings_fn() returns json
language sql stable as $$ select to_json(app.implemented_in_service('detector_settings_fn')) $$;

create or replace function api.update_detector_settings_fn(settings jsonb) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('update_detector_settings_fn')) $$;

create or replace function api.preview_fold_fn(settings jsonb, from_time timestamptz default null) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('preview_fold_fn')) $$;

-- A log of the caller's vessel with what an edit of it must know; milliseconds since 1970. The end of one that is
-- still open is the newest fix.
create or replace function app.log_to_edit(log integer)
returns table (from_millis double precision, to_millis double precision, open boolean, derived boolean)
language sql stable security definer set search_path = pg_catalog as $$
  select (extract(epoch from l._from_time) * 1000)::double precision,
    (extract(epoch from coalesce(l._to_time, greatest(f.cursor, l._from_time + interval '1 ms'))) * 1000)::double precision,
    l._to_time is null, app.is_derived(l.vessel_id, 'log', l.id)
  from api.logbook l left join app.fold_states f using (vessel_id)
  where l.vessel_id = app.current_vessel() and l.id = log
$$;

-- Keeps what the caller says about a span; the code that calls it shows the span again.
create or replace function app.make_edit(kind text, since timestamptz, until timestamptz, facts jsonb) returns integer
language sql volatile security definer set search_path = pg_catalog as $$
  select app.note_edit(app.current_vessel(), kind, since, until, facts) where app.current_vessel() is not null
$$;

-- Takes an edit back, with the names that intervals had before it; nothing when there is no such edit in force.
create or replace function app.undo_edit(edit integer) returns table (since timestamptz, until timestamptz)
language sql volatile security definer set search_path = pg_catalog as $$
  with undone as (
    update app.edits e set undone_at = now()
    where e.id = edit and e.vessel_id = app.current_vessel() and e.undone_at is null
    returning e.*
  ), named as (
    update app.interval_identities i set from_time = k.from_time, to_time = k.to_time
    from undone, jsonb_to_recordset(undone.facts -> 'identities')
      k (kind text, id integer, from_time timestamptz, to_time timestamptz)
    where i.vessel_id = undone.vessel_id and i.kind = k.kind and i.id = k.id
  ), typed as (
    -- The type of a stay is the moorage's again, unless another edit says it.
    update app.written_by_people w set columns = array_remove(w.columns, 'stay_code')
    from undone
    where undone.kind = 'stay' and undone.facts ? 'stayCode' and w.vessel_id = undone.vessel_id
      and w.resource = 'stays' and to_jsonb(w.id) = undone.facts -> 'stay' and not exists (
        select from app.edits o where o.vessel_id = undone.vessel_id and o.id <> undone.id and o.undone_at is null
          and o.kind = 'stay' and o.facts -> 'stay' = undone.facts -> 'stay' and o.facts ? 'stayCode')
  ), undrawn as (
    delete from api.logbook l using undone
    where undone.kind = 'draw' and l.vessel_id = undone.vessel_id and to_jsonb(l.id) = undone.facts -> 'log'
  )
  select undone.from_time, undone.to_time from undone
$$;

-- Keeps an unrecorded passage of the caller's vessel as a log drawn straight across, under its own number. Gives the
-- edit; the code that calls it shows the span again.
create or replace function app.keep_gap(gap integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  kept app.gaps;
begin
  select * into kept from app.gaps g where g.vessel_id = app.current_vessel() and g.id = gap and g.cause = 'unrecorded';
  if kept.id is null then
    return null;
  end if;
  insert into app.interval_identities (vessel_id, kind, id, from_time, to_time, announced_at, finished_at)
  values (kept.vessel_id, 'log', kept.id, kept.from_time, kept.to_time, now(), now())
  on conflict (vessel_id, kind, id) do update set from_time = excluded.from_time, to_time = excluded.to_time;
  return app.note_edit(kept.vessel_id, 'draw', kept.from_time, kept.to_time, jsonb_build_object('log', kept.id,
    'fromLatitude', kept.from_lat, 'fromLongitude', kept.from_lng, 'toLatitude', kept.to_lat,
    'toLongitude', kept.to_lng, 'distanceNm', kept.distance, 'unrecorded', true));
end
$$;

-- The thresholds that the caller's vessel set.
create or replace function app.detector_settings() returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select settings from app.fold_states where vessel_id = app.current_vessel()), '{}')
$$;

-- The derived logs of the caller's vessel that begin at or after an instant, with their times in milliseconds since 1970.
create or replace function app.derived_logs(since timestamptz)
returns table (id integer, name text, from_millis double precision, to_millis double precision)
language sql stable security definer set search_path = pg_catalog as $$
  select l.id, l.name, (extract(epoch from l._from_time) * 1000)::double precision,
    (extract(epoch from l._to_time) * 1000)::double precision
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l._from_time >= since and app.is_derived(l.vessel_id, 'log', l.id)
  order by l._from_time
$$;

-- Sets them; a vessel that was not heard of yet has nothing folded.
create or replace function app.set_detector_settings(wanted jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.fold_states as f (vessel_id, state, detector_version, settings)
  values (app.current_vessel(), 'null', 0, wanted)
  on conflict (vessel_id) do update set settings = excluded.settings
$$;

-- What people wrote in a derived row outlives it.
create or replace function app.keep_words() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update app.interval_identities i set written = (
    select jsonb_object_agg(c, to_jsonb(old) -> c)
    from app.written_by_people w, unnest(w.columns) c
    where w.vessel_id = old.vessel_id and w.resource = tg_table_name and w.id = old.id and c <> 'id')
  where i.vessel_id = old.vessel_id and i.id = old.id
    and i.kind = case tg_table_name when 'logbook' then 'log' else 'stay' end;
  return null;
end
$$;
create trigger keep_words after delete on api.logbook for each row execute function app.keep_words();
create trigger keep_words after delete on api.stays for each row execute function app.keep_words();

grant execute on function app.log_to_edit(integer), app.make_edit(text, timestamptz, timestamptz, jsonb),
    app.undo_edit(integer), app.keep_gap(integer), app.detector_settings(), app.derived_logs(timestamptz), app.set_detector_settings(jsonb)
  to user_role, admin_role;
grant execute on function api.merge_logbook_fn(integer, integer), api.split_logbook_fn(integer, timestamptz),
    api.delete_logbook_fn(integer), api.undo_edit_fn(integer), api.review_fn(integer, text),
    api.refold_fn(timestamptz), api.detector_settings_fn(), api.update_detector_settings_fn(jsonb),
    api.preview_fold_fn(jsonb, timestamptz)
  to user_role, admin_role;
