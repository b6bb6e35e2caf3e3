-- A row for each worker that has not stopped in order: one that runs, or one whose process was killed.
create table app.workers (
  worker_id uuid primary key,
  started timestamptz not null default now()
);

-- For throwing old messages away, for deleting an account with its messages, and for asking whether it was ever mailed.
create index deliveries_stored on app.deliveries (stored);
create index deliveries_account on app.deliveries (account_id);
