-- Edits by instants and spans of a log's track.

create or replace function api.update_trip_notes_fn(_id integer, update_string text) returns void
language sql volatile as $$ select app.implemented_in_service('update_trip_notes_fn') $$;
comment on function api.update_trip_notes_fn is
  'Writes remarks at instants of a log: ["fog bank"@2026-06-14T10:40:00Z]. Each takes the place of what is shown at '
  'that point; an empty text removes it.';

create or replace function api.delete_trip_entry_fn(_id integer, update_string text) returns void
language sql volatile as $$ select app.implemented_in_service('delete_trip_entry_fn') $$;
comment on function api.delete_trip_entry_fn is
  'Removes a log''s measurements within a span of time: [2026-06-14T10:40:00Z, 2026-06-14T10:41:00Z]. Brackets include '
  'an end, parentheses do not. Track, distance and speeds follow. undo_edit_fn puts them back. For skippers and '
  'owners.';

-- Remarks [{time, text}] for a log, each with the end of its time: a point of the track stands for the time until the
-- next one, any other instant for itself. `first` is the remark that is there.
create or replace function app.placed_notes(log integer, said jsonb)
returns table ("time" timestamptz, text text, until timestamptz, first integer)
language sql stable as $$
  with place as (
    select n."time", n.text, coalesce(p.until, n."time" + interval '1 ms') as until, l.vessel_id
    from api.logbook l
    cross join jsonb_to_recordset(said) n ("time" timestamptz, text text)
    left join lateral (
      select p.at, coalesce(lead(p.at) over (order by p.at), l._to_time + interval '1 ms', 'infinity') as until
      from app.track_points(l) p) p on p.at = n."time"
    where l.vessel_id = app.current_vessel() and l.id = log
      and n."time" >= l._from_time and n."time" <= coalesce(l._to_time, 'infinity')
  )
  select p."time", p.text, p.until, (
    select e.id from api.log_entries e
    where e.vessel_id = p.vessel_id and e.kind = 'remark' and e.text is not null
      and e."time" >= p."time" and e."time" < p.until
    order by e."time", e.id limit 1)
  from place p
$$;

-- Writes such remarks. What is there is replaced, or removed by an empty text; observations beside it are kept.
create or replace function app.write_trip_notes(log integer, said jsonb) returns void
language sql volatile as $$
  with place as materialized (
    select * from app.placed_notes(log, said)
  ), there as materialized (
    select e.id, case when e.id = p.first then nullif(p.text, '') end as text, e.extra <> '{}' as observed
    from place p
    join api.log_entries e on e.vessel_id = app.current_vessel() and e.kind = 'remark' and e.text is not null
      and e."time" >= p."time" and e."time" < p.until
  ), changed as (
    update api.log_entries e set text = t.text from there t
    where e.vessel_id = app.current_vessel() and e.id = t.id and (t.text is not null or t.observed)
      and e.text is distinct from t.text
  ), gone as (
    delete from api.log_entries e using there t
    where e.vessel_id = app.current_vessel() and e.id = t.id and t.text is null and not t.observed
  )
  insert into api.log_entries ("time", kind, text)
  select p."time", 'remark', p.text from place p where p.first is null and p.text <> ''
$$;

grant execute on function api.update_trip_notes_fn(integer, text), api.delete_trip_entry_fn(integer, text),
    app.placed_notes(integer, jsonb), app.write_trip_notes(integer, jsonb)
  to user_role, admin_role;
