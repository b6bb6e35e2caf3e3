-- Finishing: what it has to do, and what was said already.

-- Rows that are new or changed since they were last finished, and rows that are gone and whose places must be counted
-- again. Whoever leaves one here holds the vessel's lock.
create table app.unfinished (
  vessel_id text not null references app.vessels on delete cascade,
  resource text not null check (resource in ('logbook', 'stays', 'moorages')),
  id integer not null,
  primary key (vessel_id, resource, id)
);

alter table app.interval_identities
  -- Of a stay: its own type, from the vessel's rows and people's words. The type that is shown may be its moorage's.
  add column stay_code integer,
  -- When it was put on record that the log or stay had ended.
  add column announced_at timestamptz,
  -- When the log or stay was first finished; people are told once.
  add column finished_at timestamptz;
update app.interval_identities set announced_at = now(), finished_at = now() where to_time is not null;

-- What people drew and said of logs before this was kept in the row alone.
alter table app.edits no force row level security;
alter table api.logbook no force row level security;
update app.edits e set facts = e.facts || jsonb_build_object('line', app.geojson_of(l.track_geom) -> 'coordinates')
from api.logbook l
where e.kind = 'draw' and l.vessel_id = e.vessel_id and to_jsonb(l.id) = e.facts -> 'log' and l.track_geom is not null;
update app.written_by_people w set columns = w.columns || array_remove(array[
  case when l.distance is not null then 'distance' end, case when l.avg_speed is not null then 'avg_speed' end,
  case when l.max_speed is not null then 'max_speed' end, case when l.max_wind_speed is not null then 'max_wind_speed' end,
  case when l.track_geojson is not null then 'track_geojson' end], null)
from api.logbook l
where w.resource = 'logbook' and 'id' = any(w.columns) and l.vessel_id = w.vessel_id and l.id = w.id;
alter table api.logbook force row level security;
alter table app.edits force row level security;

-- Everything once, in the background: tracks that are stored say of their logs what the logs say now.
insert into app.unfinished (vessel_id, resource, id)
select vessel_id, case kind when 'log' then 'logbook' else 'stays' end, id
from app.interval_identities where to_time is not null
union
select vessel_id, resource, id from app.written_by_people where 'id' = any(columns);
alter table app.events no force row level security;
insert into app.events (channel, payload, ref_id) select distinct 'finish_vessel', '', vessel_id from app.unfinished;
alter table app.events force row level security;

-- A vessel's finishing waits once, however much there is to finish.
create unique index events_one_finishing on app.events (ref_id)
  where channel = 'finish_vessel' and processed is null and not dead;

-- A log begins where the stay ended that ended when it began.
create index stays_departed on api.stays (vessel_id, departed);
