-- Drawings: logs entered by hand.

-- The facts of a drawing: ends, line, and miles, from the line unless typed.
create or replace function app.drawing_of(log api.logbook, typed_nm numeric) returns jsonb
language sql stable as $$
  select jsonb_build_object('log', log.id, 'fromLatitude', log._from_lat, 'fromLongitude', log._from_lng,
    'toLatitude', log._to_lat, 'toLongitude', log._to_lng, 'line', line,
    'distanceNm', coalesce(typed_nm, app.line_nm(line)))
  from (select coalesce(app.geojson_of(log.track_geom) -> 'coordinates', jsonb_build_array(
    jsonb_build_array(log._from_lng, log._from_lat), jsonb_build_array(log._to_lng, log._to_lat))) as line) drawn
$$;

-- The edit in force that drew a log; null if there is none.
create or replace function app.drawing_edit(vessel text, log integer) returns integer
language sql stable as $$
  select e.id from app.edits e
  where e.vessel_id = vessel and e.kind = 'draw' and e.facts -> 'log' = to_jsonb(log) and e.undone_at is null
$$;

-- A drawn log becomes a leg that overrides what the fold finds in its time. Without times or positions it stays a plain
-- row until it gets them. Changing a drawing undoes it and makes another.
create or replace function app.draw_log() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  drawn boolean := new._to_time is not null and new._from_lat is not null and new._from_lng is not null
    and new._to_lat is not null and new._to_lng is not null;
  typed text[] := array(select unnest(w.columns) from app.written_by_people w
    where w.vessel_id = new.vessel_id and w.resource = 'logbook' and w.id = new.id);
begin
  perform app.undo_edit(new.vessel_id, app.drawing_edit(new.vessel_id, new.id));
  if drawn then
    perform app.make_edit(new.vessel_id, 'draw', new._from_time, new._to_time,
      app.drawing_of(new, case when tg_op = 'INSERT' or 'distance' = any(typed) then new.distance end));
    insert into app.interval_identities (vessel_id, kind, id, from_time, to_time, announced_at, finished_at)
    values (new.vessel_id, 'log', new.id, new._from_time, new._to_time, now(), now())
    on conflict (vessel_id, kind, id) do update set from_time = excluded.from_time, to_time = excluded.to_time;
  else
    delete from app.interval_identities where vessel_id = new.vessel_id and kind = 'log' and id = new.id;
  end if;
  return null;
end
$$;
-- After remember_writer, which records the typed columns.
create trigger say_drawing after insert on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.draw_log();
create trigger say_drawing_again after update on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')
    and (new._from_time, new._to_time, new._from_lat, new._from_lng,
      new._to_lat, new._to_lng, new.distance, new.track_geom::text)
      is distinct from (old._from_time, old._to_time, old._from_lat, old._from_lng,
        old._to_lat, old._to_lng, old.distance, old.track_geom::text))
  execute function app.draw_log();
