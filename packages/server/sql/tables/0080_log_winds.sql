-- The winds of each finished log as small counters, to add them up over many logs: see finishing/wind/winds.ts.
create table app.log_winds (
  vessel_id text not null,
  id integer not null,
  -- of where the true wind came from, and how strong: direction in 16ths of the circle * 6 + band of 5 knots
  rose smallint[] not null,
  rose_seconds integer[] not null,
  -- of what was sailed under sail: true wind angle in steps of 10 degrees * 6 + band of 5 knots
  polar smallint[] not null,
  polar_seconds integer[] not null,
  polar_knot_seconds real[] not null,
  primary key (vessel_id, id),
  foreign key (vessel_id, id) references api.logbook (vessel_id, id) on delete cascade
);

-- Logs that were finished before have theirs too, made in the background.
alter table app.events no force row level security;
insert into app.unfinished (vessel_id, resource, id)
select vessel_id, 'logbook', id from app.interval_identities where kind = 'log' and to_time is not null
on conflict do nothing;
insert into app.events (channel, payload, ref_id) select distinct 'finish_vessel', '', vessel_id from app.unfinished
on conflict (ref_id) where channel = 'finish_vessel' and processed is null and not dead do nothing;
alter table app.events force row level security;
