-- Waking those who wait for something. Where the database has no LISTEN they look for themselves every second, and the
-- service says so in each of its sessions (DATABASE_LISTEN_URL=none).

-- Whether the service polls instead of listening, which makes NOTIFY useless.
create or replace function app.is_polled() returns boolean
language sql stable parallel safe as $$ select coalesce(current_setting('wakelog.polled', true), '') = 'on' $$;

-- Wakes the worker when the transaction commits.
create or replace function app.wake_worker(reason text) returns void
language sql volatile as $$ select pg_notify('wakelog_events', reason) where not app.is_polled() $$;
