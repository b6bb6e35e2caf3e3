-- The link of a boat's own plugin: who may use it, what arrived on it, and what goes down. Keys, codes and devices are
-- stored hashed (SHA-256).
create table app.boat_links (
  id integer generated always as identity primary key,
  vessel_id text not null references app.vessels on delete cascade,
  key_hash bytea not null unique,
  device_hash bytea not null,
  name text,
  version text,
  -- The identity of the boat on board, which her Signal K context is made of.
  uuid text,
  mode text check (mode in ('normal', 'metered', 'satellite', 'off')),
  created_at timestamptz not null default now(),
  last_seen timestamptz,
  revoked_at timestamptz,
  stream_id integer,
  -- Rows that the boat has not sent yet, and how far its clock is ahead of ours, milliseconds.
  waiting integer,
  clock_offset double precision
);
create index boat_links_vessel on app.boat_links (vessel_id);
create unique index boat_links_device on app.boat_links (vessel_id, device_hash) where revoked_at is null;

create table app.boat_codes (
  code_hash bytea primary key,
  vessel_id text not null references app.vessels on delete cascade,
  -- The device that used it.
  device_hash bytea,
  expires_at timestamptz not null
);
create index boat_codes_vessel on app.boat_codes (vessel_id);

-- A device numbers its rows within a stream.
create table app.boat_streams (
  id integer generated always as identity primary key,
  stream text not null unique,
  vessel_id text not null references app.vessels on delete cascade,
  -- How many numbers are in boat_rows.
  stored integer not null default 0,
  last_number bigint,
  paths jsonb not null default '{}'
);
create index boat_streams_vessel on app.boat_streams (vessel_id);
alter table app.boat_links
  add foreign key (stream_id) references app.boat_streams on delete set null;

-- The numbers that arrived: when each was measured as sent and as stored, milliseconds since 1970, a digest of its
-- values, and why it was refused.
create table app.boat_rows (
  stream_id integer not null references app.boat_streams on delete cascade,
  number bigint not null,
  sent_at bigint not null,
  stored_at bigint,
  digest bigint not null,
  refused text,
  primary key (stream_id, number)
);
-- To find the number that was stored at a time.
create index boat_rows_stored on app.boat_rows (stream_id, stored_at);

-- Rows that tell some values only, by which views of the present take nothing away.
create table app.partial_rows (
  vessel_id text not null references app.vessels on delete cascade,
  "time" timestamptz not null,
  primary key (vessel_id, "time")
);

-- What goes down to a boat that has been linked: its settings, and a count of the changes of its alerts.
create table app.boat_settings (
  vessel_id text primary key references app.vessels on delete cascade,
  version integer not null default 1,
  settings jsonb not null default '{}',
  alerts_version integer not null default 1
);

create table app.boat_commands (
  id uuid primary key default gen_random_uuid(),
  vessel_id text not null references app.vessels on delete cascade,
  kind text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sent_at timestamptz,
  done_at timestamptz,
  ok boolean,
  message text
);
create index boat_commands_vessel on app.boat_commands (vessel_id, created_at);
