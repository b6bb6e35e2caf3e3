-- Edits: users' facts about a span of time (app.edits), which every later fold applies. Procedures and table writes
-- both use app.make_edit and app.undo_edit, which request a fold of the span.

create or replace view api.edits_view as
  select id, kind, from_time as started, to_time as ended, facts - 'identities' as facts, made_at,
    author as made_by, undone_at is not null as undone, undone_at
  from app.edits
  order by made_at desc, id desc;
comment on view api.edits_view is 'Users'' edits of the logbook, newest first; undo_edit_fn undoes one by its id.';
select app.describe('edits_view', $json${
  "id": "Id of the edit.",
  "started": "Start of the edited span, UTC.",
  "ended": "End of the span, UTC.",
  "made_at": "When it was made, UTC.",
  "made_by": "The user's name at the time; null if the account is deleted or an operator made it.",
  "undone": "Whether it was undone.",
  "undone_at": "When it was undone, UTC."
}$json$);
comment on column api.edits_view.kind is
  'Kind of edit: split, join, delete, keep (confirmed), stay (facts of a stay), draw (a log by hand) or remove '
  '(measurements).';
comment on column api.edits_view.facts is
  'Details of the edit: a JSON object with positions (degrees), stayCode, arrived and departed (milliseconds since '
  '1970 UTC), log (whose id the joined log, or the earlier part of a split one, keeps).';

-- Requests a fold of an edit's span: a job, unless the calling procedure does it. Without the rows, or with them again,
-- they are read again.
create or replace function app.ask_fold(edit app.edits) returns void
language sql volatile as $$
  select app.enqueue(case edit.kind when 'remove' then 'refold' else 'rederive' end,
    app.span_text(edit.from_time, edit.to_time), edit.vessel_id, jsonb_build_object('edit', edit.id))
$$;

-- Takes the requested fold of an edit off the queue, because the caller does it now.
create or replace function app.take_fold(edit integer) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  delete from app.events where id in (
    select e.id from app.events e
    where e.channel in ('rederive', 'refold') and e.ref_id = app.current_vessel() and e.processed is null
      and not e.dead and e.facts -> 'edit' = to_jsonb(edit)
    for update skip locked)
$$;

-- Makes an edit and stores the present ids of its span, which undoing restores.
create or replace function app.make_edit(
  vessel text, kind text, since timestamptz, until timestamptz, facts jsonb) returns integer
language plpgsql volatile as $$
declare
  made app.edits;
begin
  insert into app.edits (vessel_id, account_id, author, kind, from_time, to_time, facts)
  values (vessel, app.current_account(), app.author(app.current_account()), make_edit.kind, since, until,
    jsonb_strip_nulls(make_edit.facts) || jsonb_build_object('identities', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'from_time', i.from_time,
        'to_time', i.to_time) order by i.kind, i.id), '[]')
      from app.interval_identities i
      where i.vessel_id = vessel and i.from_time <= until and coalesce(i.to_time, 'infinity') >= since)))
  returning * into made;
  perform app.ask_fold(made);
  return made.id;
end
$$;

-- The same for the caller's vessel.
create or replace function app.make_edit(kind text, since timestamptz, until timestamptz, facts jsonb) returns integer
language sql volatile security definer set search_path = pg_catalog as $$
  select app.make_edit(app.current_vessel(), kind, since, until, facts) where app.current_vessel() is not null
$$;

-- Undoes an edit and restores the intervals' previous ids. Returns the edit; null if it is not in force.
create or replace function app.undo_edit(vessel text, edit integer) returns app.edits
language plpgsql volatile as $$
declare
  undone app.edits;
begin
  update app.edits e set undone_at = now()
  where e.id = edit and e.vessel_id = vessel and e.undone_at is null
  returning e.* into undone;
  if undone.id is null then
    return null;
  end if;
  update app.interval_identities i set from_time = k.from_time, to_time = k.to_time
  from jsonb_to_recordset(undone.facts -> 'identities')
    k (kind text, id integer, from_time timestamptz, to_time timestamptz)
  where i.vessel_id = vessel and i.kind = k.kind and i.id = k.id;
  -- The stay's type follows its moorage again, unless another edit sets it.
  update app.written_by_people w set columns = array_remove(w.columns, 'stay_code')
  where undone.kind = 'stay' and undone.facts ? 'stayCode' and w.vessel_id = vessel
    and w.resource = 'stays' and to_jsonb(w.id) = undone.facts -> 'stay' and not exists (
      select from app.edits o where o.vessel_id = vessel and o.undone_at is null
        and o.kind = 'stay' and o.facts -> 'stay' = undone.facts -> 'stay' and o.facts ? 'stayCode');
  perform app.put_back_rows(undone) where undone.kind = 'remove';
  perform app.ask_fold(undone);
  return undone;
end
$$;

create or replace function api.undo_edit_fn(_id integer) returns boolean
language sql volatile as $$ select app.implemented_in_service('undo_edit_fn') is not null $$;
comment on function api.undo_edit_fn is
  'Undoes an edit by its id in edits_view: rows come back with their ids and text. True if the edit was in force.';

-- Undoes an edit of the caller's vessel; a drawing's log is removed. Returns its kind and span; no row if it is not in
-- force.
create or replace function app.undo_edit(edit integer)
returns table (kind text, since timestamptz, until timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  undone app.edits := app.undo_edit(app.current_vessel(), edit);
begin
  if undone.id is not null then
    delete from api.logbook l
    where undone.kind = 'draw' and l.vessel_id = undone.vessel_id and to_jsonb(l.id) = undone.facts -> 'log';
    return query select undone.kind, undone.from_time, undone.to_time;
  end if;
end
$$;

-- Removes a departing user's name from edits of others' vessels.
create or replace function app.forget_editor(account text) returns void
language sql volatile as $$
  update app.edits e set account_id = null, author = null where e.account_id = account
$$;

grant select (id, vessel_id, kind, from_time, to_time, facts, made_at, author, undone_at) on app.edits
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.edits_view to user_role, vessel_role, admin_role;
grant execute on function app.make_edit(text, timestamptz, timestamptz, jsonb), app.undo_edit(integer),
    app.take_fold(integer), api.undo_edit_fn(integer) to user_role, admin_role;
