-- What finishing counts of a log includes its greatest and mean readings. Logs that were finished before have theirs
-- too, counted in the background; until then they are made for each reader.
alter table app.events no force row level security;
insert into app.unfinished (vessel_id, resource, id)
select vessel_id, 'logbook', id from app.interval_identities where kind = 'log' and to_time is not null
on conflict do nothing;
insert into app.events (channel, payload, ref_id) select distinct 'finish_vessel', '', vessel_id from app.unfinished
on conflict (ref_id) where channel = 'finish_vessel' and processed is null and not dead do nothing;
alter table app.events force row level security;
