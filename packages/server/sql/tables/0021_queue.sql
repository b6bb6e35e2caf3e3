-- A row for each worker that has not stopped in order: one that runs, or one whose process was killed.
create table app.workers (
  worker_id uuid primary key,
  started timestamptz not null default now()
);

-- Places in the order of their turns. The lane is another expression here than in the row, so that the planner, which
-- may know nothing of the table yet, does not take this index to find one tenant's place: everybody who arrived at once
-- has the same `due`, and all of them would be read.
drop index app.turns_due;
create index turns_due on app.turns ((lane || ''), due);

-- For throwing old messages away, for deleting an account with its messages, and for asking whether it was ever mailed.
create index deliveries_stored on app.deliveries (stored);
create index deliveries_account on app.deliveries (account_id);
