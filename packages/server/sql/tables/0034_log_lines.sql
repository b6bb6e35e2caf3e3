-- The line of each finished log so that it can be drawn at any scale at once: its points from the one that shapes it
-- most to the one that shapes it least.
create table app.log_lines (
  vessel_id text not null,
  id integer not null,
  -- in hundred-thousandths of a degree
  longitudes integer[] not null,
  latitudes integer[] not null,
  -- since the departure
  seconds integer[] not null,
  -- the point's place along the line
  places integer[] not null,
  -- how far off the line would be without the point; infinite for the ends of what was recorded
  metres real[] not null,
  -- places of points that a silence ends at
  gaps integer[] not null,
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
