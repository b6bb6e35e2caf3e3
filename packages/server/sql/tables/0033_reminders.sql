-- Of what an account or the people of a vessel were reminded: each once.
create table app.reminders (
  account_id text references app.accounts on delete cascade,
  vessel_id text references app.vessels on delete cascade,
  kind text not null check (kind in ('no_vessel', 'no_vessel_again', 'no_metadata', 'no_activity')),
  sent_at timestamptz not null default now(),
  check (num_nonnulls(account_id, vessel_id) = 1),
  unique (account_id, kind),
  unique (vessel_id, kind)
);
