-- Requests to finish a vessel's logs, stays and moorages: see src/boat/voyages/finishing/finish.ts.

-- Queues the work marked in app.unfinished. The caller holds the vessel's lock, which finishing takes before it reads
-- the marks: one waiting event is enough, and the next can be stored once it is being processed.
create or replace function app.call_finishing(vessel text) returns void
language sql volatile as $$
  select app.lock_vessel(vessel);
  insert into app.events (channel, payload, ref_id) values ('finish_vessel', '', vessel)
  on conflict (ref_id) where channel = 'finish_vessel' and processed is null and not dead do nothing;
  select app.wake_worker('finish_vessel');
$$;

create or replace function app.mark_unfinished(vessel text, resource text, row_id integer) returns void
language sql volatile as $$
  select app.lock_vessel(vessel);
  insert into app.unfinished (vessel_id, resource, id) values (vessel, resource, row_id) on conflict do nothing;
  select app.call_finishing(vessel);
$$;

-- Whether a log is marked, or any stay or moorage, by which it may be named. Users do not see the marks themselves.
create or replace function app.is_unfinished(vessel text, log_id integer) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (
    select from app.unfinished u where u.vessel_id = vessel and (u.resource <> 'logbook' or u.id = log_id))
$$;
grant execute on function app.is_unfinished(text, integer) to user_role, vessel_role, admin_role, wakelog_viewer;

-- Users' entries and changes are finished like derived rows; a new row raises an event.
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

-- A user made, renamed, moved or resized a moorage: its stays and logs follow.
create trigger finish_new after insert on api.moorages for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.finish_entry();
create trigger finish_changed after update on api.moorages for each row
  when (current_user in ('user_role', 'admin_role')
    and (new.name, new.latitude, new.longitude, new.stay_code, new.radius_m)
      is distinct from (old.name, old.latitude, old.longitude, old.stay_code, old.radius_m))
  execute function app.finish_entry();
