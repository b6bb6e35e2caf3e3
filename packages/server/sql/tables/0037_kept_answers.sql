-- Answers to writes that were sent with a key, so that sending one again does nothing twice. They are an account's, or
-- a vessel's where the boat or an operator wrote.
create table app.kept_answers (
  owner text not null,
  key text not null,
  -- counts the owner's answers
  n bigint not null,
  account_id text references app.accounts on delete cascade,
  vessel_id text references app.vessels on delete cascade,
  -- what was sent, as a digest
  request text not null,
  status integer not null,
  headers json not null,
  body bytea,
  kept_at timestamptz not null default now(),
  primary key (owner, key)
);
create index kept_answers_newest on app.kept_answers (owner, n);
create index kept_answers_age on app.kept_answers (kept_at);
create index kept_answers_account on app.kept_answers (account_id);
create index kept_answers_vessel on app.kept_answers (vessel_id);
