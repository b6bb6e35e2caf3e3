-- Photos: what is known of each, and apart from it the picture itself, which only those who look at it read. Like a log
-- entry, a photo belongs to a moment of the vessel.
create sequence app.log_photos_id as integer;
create table api.log_photos (
  id integer not null default nextval('app.log_photos_id'),
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '')
    references app.vessels on delete cascade,
  "time" timestamptz not null default now(),
  latitude double precision,
  longitude double precision,
  caption text,
  type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  author text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (vessel_id, id)
);
create unique index log_photos_id on api.log_photos (id);
create index log_photos_time on api.log_photos (vessel_id, "time");

-- Without its metadata. Pictures are compressed already.
create table app.log_pictures (
  vessel_id text not null,
  id integer not null,
  body bytea not null,
  primary key (vessel_id, id),
  foreign key (vessel_id, id) references api.log_photos on delete cascade
);
alter table app.log_pictures alter column body set storage external;
