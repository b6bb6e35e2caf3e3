-- The vessel's lock.

-- Locks the vessel until the transaction ends: one writer of its logbook at a time.
create or replace function app.lock_vessel(vessel text) returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('wakelog.fold/' || vessel, 0))
$$;

-- Locks the caller's vessel.
create or replace function app.lock_vessel() returns void
language sql volatile as 'select app.lock_vessel(app.current_vessel())';

-- Locks a vessel if no other transaction has it; otherwise false, at once.
create or replace function app.try_lock_vessel(vessel text) returns boolean
language sql volatile as $$
  select pg_try_advisory_xact_lock(hashtextextended('wakelog.fold/' || vessel, 0))
$$;

-- Locks the caller's vessel for deferrable work; false if it is already locked.
create or replace function app.try_lock_vessel() returns boolean
language sql volatile as 'select app.try_lock_vessel(app.current_vessel())';

-- Makes users' changes wait for a fold or finishing in progress: it has already read the edits and typed columns, and
-- would restore a deletion or overwrite typed text. Fires before the statement, so that the vessel's lock precedes row
-- locks.
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
