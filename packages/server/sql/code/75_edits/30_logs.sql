-- Edits of logs: join, split, delete.

create or replace function api.merge_logbook_fn(id_start integer, id_end integer) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('merge_logbook_fn')) $$;
comment on function api.merge_logbook_fn is
  'Joins two logs and everything between them into one, which keeps the id and text of the earlier one. Returns '
  '{edit, logs}: the edit''s id and the logs now in the span; null if the caller lacks either log.';

create or replace function api.split_logbook_fn(_id integer, split_time timestamptz) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('split_logbook_fn')) $$;
comment on function api.split_logbook_fn is
  'Splits a log at an instant within it. Returns {edit, logs}: the edit''s id and both logs; the earlier part keeps '
  'the id. Null if the caller has no such log.';

-- The same for programs that name the log `id_start`: aliases.ts calls it for them.
create or replace function api.split_logbook_at_fn(id_start integer, split_time text) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('split_logbook_at_fn')) $$;
comment on function api.split_logbook_at_fn is
  'As split_logbook_fn, which also answers to its argument id_start; but null if the instant is outside the log.';

create or replace function api.delete_logbook_fn(_id integer) returns boolean
language sql volatile as $$ select app.implemented_in_service('delete_logbook_fn') is not null $$;
comment on function api.delete_logbook_fn is
  'Deletes a log that was not a trip; the stays around it become one. True if the log existed.';

create or replace function api.preview_edit_fn(
  _id integer, edit text, other integer default null, split_time timestamptz default null,
  started timestamptz default null, ended timestamptz default null) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('preview_edit_fn')) $$;
comment on function api.preview_edit_fn is
  'Previews an edit of a log without changing anything. edit: split (at split_time), join (with the log other), '
  'trim (to depart at started or arrive at ended) or delete. Returns {before, after}: the logs of the span, each '
  'with id (null for a new one), name, from, to, started, ended and distance (nautical miles); null if the caller '
  'lacks a log.';

-- The end of a log; for an open one, the newest fix.
create or replace function app.end_of_log(log api.logbook) returns timestamptz
language sql stable as $$
  select coalesce(log._to_time, greatest(app.newest_fix(log.vessel_id), log._from_time + interval '1 ms'))
$$;

-- The caller's log as needed by an edit; times in milliseconds since 1970. Logs with infinite times, from an earlier
-- release, can only be deleted in the table.
create or replace function app.log_to_edit(log integer)
returns table (from_millis double precision, to_millis double precision, derived boolean)
language sql stable security definer set search_path = pg_catalog as $$
  select (extract(epoch from l._from_time) * 1000)::double precision,
    (extract(epoch from app.end_of_log(l)) * 1000)::double precision, app.is_derived(l.vessel_id, 'log', l.id)
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l.id = log and app.is_dated(l._from_time, l._to_time)
$$;

-- Deletes a log that was not a trip; for a drawn log, undoes the drawing. Returns the edit made or undone; null for a
-- log entered without positions.
create or replace function app.edit_deletion(log api.logbook) returns integer
language plpgsql volatile as $$
declare
  drawing integer := app.drawing_edit(log.vessel_id, log.id);
begin
  if drawing is not null then
    return (app.undo_edit(log.vessel_id, drawing)).id;
  elsif app.is_derived(log.vessel_id, 'log', log.id) then
    return app.make_edit(log.vessel_id, 'delete', log._from_time, app.end_of_log(log), '{}');
  end if;
  return null;
end
$$;

-- A user deletes a log in the table.
create or replace function app.log_deleted() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.edit_deletion(old);
  return null;
end
$$;
create trigger say_deletion after delete on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.log_deleted();

-- Deletes a log of the caller's vessel for a procedure. Returns the edit.
create or replace function app.delete_log(log integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  deleted api.logbook;
begin
  delete from api.logbook l where l.vessel_id = app.current_vessel() and l.id = log returning l.* into deleted;
  return case when deleted.id is not null then app.edit_deletion(deleted) end;
end
$$;

grant execute on function app.delete_log(integer), app.log_to_edit(integer), api.merge_logbook_fn(integer, integer),
    api.split_logbook_fn(integer, timestamptz), api.split_logbook_at_fn(integer, text), api.delete_logbook_fn(integer),
    api.preview_edit_fn(integer, text, integer, timestamptz, timestamptz, timestamptz) to user_role, admin_role;
