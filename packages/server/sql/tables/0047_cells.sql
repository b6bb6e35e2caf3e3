-- Cells: installations that share a secret, so that accounts move from one to another with their ids.

-- Who has left, and whereto.
create table app.moved (
  -- an account_id or a vessel_id
  id text primary key,
  -- an account's
  email text,
  cell text not null,
  moved_at timestamptz not null default now()
);
create index moved_email on app.moved (lower(email)) where email is not null;

-- Accounts that came here. They are locked until the cell that they come from has let go of them.
create table app.arriving (
  account_id text primary key references app.accounts on delete cascade,
  -- whether the account is to stay locked
  disabled boolean not null,
  -- null while it is on its way
  opened_at timestamptz
);

-- Who arrives keeps the numbers that nobody has here, also those of intervals that may come back.
create index interval_identities_id on app.interval_identities (id);
create index gaps_id on app.gaps (id);
