-- Who uses the service: people (accounts), boats (vessels), and who may act for which boat (memberships).
create table app.accounts (
  account_id text primary key default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
  public_id integer generated always as identity unique,
  email text not null
    constraint accounts_email_form check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and length(email) between 6 and 254),
  first text not null constraint accounts_first_length check (length(first) between 2 and 511),
  last text not null constraint accounts_last_length check (length(last) between 2 and 511),
  -- scrypt, as accounts/passwords.ts writes it
  password_hash text not null,
  preferences jsonb not null default '{"email_notifications": true}'
    constraint accounts_preferences_object check (jsonb_typeof(preferences) = 'object'),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  connected_at timestamptz not null default now()
);

-- An address is the same in upper and lower case, wherever it is compared.
create unique index accounts_email on app.accounts (lower(email));

create table app.vessels (
  vessel_id text primary key default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
  name text not null constraint vessels_name_length check (length(trim(name)) between 3 and 511),
  mmsi numeric unique constraint vessels_mmsi_range check (mmsi > 100000000 and mmsi < 800000000),
  -- raised by rotate_vessel_token_fn; a vessel token with another version is refused
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table app.memberships (
  account_id text not null references app.accounts on delete cascade,
  vessel_id text not null references app.vessels on delete cascade,
  role text not null default 'owner' check (role in ('owner', 'skipper', 'crew', 'guest')),
  created_at timestamptz not null default now(),
  primary key (account_id, vessel_id)
);
create index memberships_vessel on app.memberships (vessel_id);

-- One-time codes: bound to one account and one purpose, hashed, short-lived, few guesses, single use.
create table app.one_time_codes (
  account_id text not null references app.accounts on delete cascade,
  purpose text not null check (purpose in ('email', 'reset', 'messenger', 'push')),
  code_hash text not null,
  issued_at timestamptz not null default now(),
  wrong_guesses smallint not null default 0,
  primary key (account_id, purpose)
);
