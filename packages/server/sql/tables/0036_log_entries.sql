-- What people write in the logbook. A line belongs to a moment of the vessel, not to a log: a fold that makes other logs
-- of the same time loses none.
create sequence app.log_entries_id as integer;
create table api.log_entries (
  id integer not null default nextval('app.log_entries_id'),
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '')
    references app.vessels on delete cascade,
  "time" timestamptz not null default now(),
  latitude double precision,
  longitude double precision,
  kind text not null default 'remark',
  text text,
  extra jsonb not null default '{}',
  author text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (vessel_id, id)
);
create unique index log_entries_id on api.log_entries (id);
create index log_entries_time on api.log_entries (vessel_id, "time");
