-- Wakes the worker when the transaction commits.
create or replace function app.wake_worker(reason text) returns void
language sql volatile as $$ select pg_notify('wakelog_events', reason) $$;
