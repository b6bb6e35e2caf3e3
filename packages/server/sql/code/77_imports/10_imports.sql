-- Imported rows and their imports: undoing one removes exactly its rows.

create or replace view api.imports_view as
  select i.id, i.kind, i.name, i.made_at, brought.rows, brought.first, brought.last
  from app.imports i
  cross join lateral (
    select count(*)::integer as rows, min(r."time") as first, max(r."time") as last
    from app.imported_rows r where r.import_id = i.id) brought
  order by i.made_at desc, i.id desc;
comment on view api.imports_view is
  'Imported files and the sample voyage, newest first; undo_import_fn undoes one by its id.';
select app.describe('imports_view', $json${
  "id": "Id of the import.",
  "kind": "file, or sample for a voyage that was made up.",
  "name": "Name of the file.",
  "made_at": "When it was imported, UTC.",
  "rows": "How many rows it brought that were not there before.",
  "first": "Time of the first of them, UTC.",
  "last": "Time of the last of them, UTC."
}$json$);

-- Begins an import of the caller's vessel.
create or replace function app.begin_import(kind text, name text) returns integer
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.imports (vessel_id, kind, name)
  select app.current_vessel(), begin_import.kind, left(begin_import.name, 255)
  where app.current_vessel() is not null
  returning id
$$;

-- Rejects a sample voyage if the boat has recorded something then, or has another one.
create or replace function app.refuse_sample(since timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  select app.refuse('The boat has sailed a sample voyage already', 'Take it away first.')
  where exists (select from app.imports i where i.vessel_id = app.current_vessel() and i.kind = 'sample');
  select app.refuse('The boat recorded something itself in these days',
    'A sample voyage is for a boat that has sent nothing for two days: look at your own logs.')
  where exists (
    select from app.metrics m
    where m.vessel_id = app.current_vessel()
      and m."time" between since - interval '2 days' and until + interval '2 days');
$$;

-- Stores rows for an import of the caller's vessel and marks the new ones. Returns the numbers of those already stored,
-- and whether all values are equal.
create or replace function app.bring_rows(import integer, rows json) returns table (n integer, same boolean)
language plpgsql volatile security definer set search_path = pg_catalog as $$
#variable_conflict use_column
declare
  known constant json := (select json_agg(s) from app.store_metrics(rows) s);
  brought bigint;
begin
  insert into app.imported_rows (vessel_id, "time", import_id)
  select app.current_vessel(), g."time", i.id
  from app.metric_rows(rows) g
  join app.imports i on i.id = import and i.vessel_id = app.current_vessel()
  where g.n not in (select k.n from json_to_recordset(known) as k (n integer));
  get diagnostics brought = row_count;
  perform app.count_bytes(app.current_vessel(), 100 * brought);
  return query select k.n, k.same from json_to_recordset(known) as k (n integer, same boolean);
end
$$;

-- Removes an import of the caller's vessel and its rows. Returns their times; null if there is no such import.
create or replace function app.take_back_import(import integer, out since timestamptz, out until timestamptz)
returns setof record language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  if not exists (select from app.imports i where i.id = import and i.vessel_id = app.current_vessel()) then
    return;
  end if;
  select min("time"), max("time") into since, until from app.imported_rows where import_id = import;
  delete from app.metrics m using app.imported_rows r
  where r.import_id = import and m.vessel_id = app.current_vessel() and m."time" = r."time";
  -- Those that an edit removed since do not come back with its undoing.
  delete from app.removed_rows m using app.imported_rows r, app.imports i, app.edits e
  where r.import_id = import and i.id = import and m.vessel_id = app.current_vessel() and m."time" = r."time"
    and e.id = m.edit_id and e.made_at > i.made_at;
  perform app.await_metric_days(app.current_vessel(), since, until) where since is not null;
  -- Without these rows the boat may be under way again, for the clock to check.
  update app.fold_states f set closed = null, revision = gen_random_uuid()
  where f.vessel_id = app.current_vessel() and f.closed between since and until;
  perform app.await_measuring(app.current_vessel());
  delete from app.imports where id = import;
  return next;
end
$$;

create or replace function api.sample_voyage_fn() returns json
language sql volatile as $$ select to_json(app.implemented_in_service('sample_voyage_fn')) $$;
comment on function api.sample_voyage_fn() is
  'Adds a sample voyage to the caller''s boat, to show what a log looks like; undo_import_fn removes it. Rejected '
  'if the boat has recorded something in these days. Returns {id, rows}: the import''s id and the number of rows.';

create or replace function api.undo_import_fn(_id integer) returns boolean
language sql volatile as $$ select app.implemented_in_service('undo_import_fn') is not null $$;
comment on function api.undo_import_fn(integer) is
  'Undoes an import: removes exactly its rows and derives the logs of that time again. True if the import existed.';

-- A new user's progress, and the sample voyage if there is one.
create or replace function api.first_steps_fn() returns json
language sql stable as $$
  select json_build_object(
    'plugin', exists (select from api.metadata d where d.vessel_id = app.current_vessel()),
    'rows', exists (
      select from app.metrics m
      where m.vessel_id = app.current_vessel() and (sample.id is null
        or not exists (select from app.imported_rows r
          where r.vessel_id = m.vessel_id and r."time" = m."time" and r.import_id = sample.id))),
    'log', (
      select l.id from api.logbook l
      where l.vessel_id = app.current_vessel() and l._to_time is not null
        and (sample.id is null or l._from_time not between sample.first and sample.last)
      order by l._from_time desc limit 1),
    'sample', sample.id,
    'sample_log', (
      select l.id from api.logbook l
      where l.vessel_id = app.current_vessel() and l._to_time is not null and l.distance is not null
        and l._from_time between sample.first and sample.last
      order by l._from_time desc limit 1))
  from (select 1) one
  left join lateral (
    select i.id, i.first, i.last from api.imports_view i where i.kind = 'sample' limit 1) sample on true
$$;
comment on function api.first_steps_fn() is
  'Progress of a new user: {plugin, rows, log, sample, sample_log}: whether the plugin has made contact, whether '
  'the boat has rows of its own, its newest finished log, the import of the sample voyage and its log, once '
  'finished.';

grant select on app.imports, app.imported_rows, api.imports_view to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function app.begin_import(text, text), app.refuse_sample(timestamptz, timestamptz),
    app.bring_rows(integer, json), app.take_back_import(integer), api.sample_voyage_fn(), api.undo_import_fn(integer),
    api.first_steps_fn() to user_role, admin_role;
