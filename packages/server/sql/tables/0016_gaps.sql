-- Silences that no log and no stay covers: where the vessel was seen last, and where it was seen again.
create table app.gaps (
  vessel_id text not null references app.vessels on delete cascade,
  -- Drawn from the logs' numbers: one that a person keeps becomes the log of that number.
  id integer not null,
  cause text not null check (cause in ('unrecorded', 'relocation')),
  from_time timestamptz not null,
  to_time timestamptz not null,
  from_lat double precision not null,
  from_lng double precision not null,
  to_lat double precision not null,
  to_lng double precision not null,
  -- nautical miles, straight from end to end
  distance numeric not null,
  reason text not null,
  -- whether a person has dealt with it
  dismissed boolean not null,
  primary key (vessel_id, id)
);
create index gaps_from_time on app.gaps (vessel_id, from_time);

alter table app.intervals drop constraint intervals_kind_check;
alter table app.intervals add constraint intervals_kind_check check (kind in ('stay', 'leg', 'gap'));
alter table app.interval_identities drop constraint interval_identities_kind_check;
alter table app.interval_identities add constraint interval_identities_kind_check
  check (kind in ('stay', 'log', 'gap'));
