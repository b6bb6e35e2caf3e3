-- The vessel's lock: one writer of its logbook at a time.

-- One writer of a vessel's logbook at a time, until the transaction ends.
create or replace function app.lock_vessel(vessel text) returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('wakelog.fold/' || vessel, 0))
$$;

-- The same for the caller's vessel.
create or replace function app.lock_vessel() returns void
language sql volatile as 'select app.lock_vessel(app.current_vessel())';

-- The same for work that can be done later as well; false if the vessel is locked.
create or replace function app.try_lock_vessel() returns boolean
language sql volatile as $$
  select pg_try_advisory_xact_lock(hashtextextended('wakelog.fold/' || app.current_vessel(), 0))
$$;

-- What a person changes waits for a fold or a finishing that is under way: it has read the edits and the typed columns
-- already, and would bring back what is deleted here, or overwrite what is typed. The trigger fires before the
-- statement, so that the vessel's lock is taken before any row's.
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
