-- What finishing last counted of a log and wrote into its `extra`: whatever differs from it there, a person wrote.
create table app.log_figures (
  vessel_id text not null references app.vessels on delete cascade,
  id integer not null,
  figures jsonb not null,
  primary key (vessel_id, id)
);

-- Until now a person's `extra` was kept as a whole. Where a person wrote one, all of it stays theirs.
alter table api.logbook no force row level security;
insert into app.log_figures (vessel_id, id, figures)
select l.vessel_id, l.id, jsonb_build_object('metrics', l.extra -> 'metrics')
from api.logbook l
where jsonb_typeof(l.extra -> 'metrics') = 'object' and not exists (
  select from app.written_by_people w
  where w.vessel_id = l.vessel_id and w.resource = 'logbook' and w.id = l.id and w.columns && '{id,extra}');
alter table api.logbook force row level security;

-- What people wrote in a row that is gone is kept without what was counted.
update app.interval_identities
set written = jsonb_set(written, '{extra}', (written -> 'extra') - 'metrics' - 'not_recorded')
where kind = 'log' and jsonb_typeof(written -> 'extra') = 'object';

-- Logs that were finished before have the new figures too, counted in the background.
alter table app.events no force row level security;
insert into app.unfinished (vessel_id, resource, id)
select vessel_id, 'logbook', id from app.interval_identities where kind = 'log' and to_time is not null
on conflict do nothing;
insert into app.events (channel, payload, ref_id) select distinct 'finish_vessel', '', vessel_id from app.unfinished
on conflict (ref_id) where channel = 'finish_vessel' and processed is null and not dead do nothing;
alter table app.events force row level security;
