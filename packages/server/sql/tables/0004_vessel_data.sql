-- What boats send and what is derived from it. Every tenant table's key begins with vessel_id, which is the
-- caller's own unless it is given: the default reads what app.check_request() found out about the caller.
create type api.status as enum ('sailing', 'motoring', 'moored', 'anchored');

create sequence app.metadata_id as integer;
create sequence app.logbook_id as integer;
create sequence app.stays_id as integer;
create sequence app.moorages_id as integer;

create table api.metadata (
  id integer not null default nextval('app.metadata_id'),
  name text,
  mmsi numeric,
  client_id text,
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '') references app.vessels on delete cascade,
  length double precision,
  beam double precision,
  height double precision,
  ship_type numeric,
  plugin_version text not null default 'unknown',
  navdata_version text not null default 'unknown',
  "time" timestamptz not null default now(),
  active boolean default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  platform text,
  configuration jsonb,
  available_keys jsonb,
  user_data jsonb not null default '{}',
  primary key (vessel_id)
);

create table api.metrics (
  "time" timestamptz not null,
  client_id text,
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '') references app.vessels on delete cascade,
  latitude double precision constraint metrics_latitude_range check (latitude between -90 and 90),
  longitude double precision constraint metrics_longitude_range check (longitude between -180 and 180),
  speedoverground double precision,
  courseovergroundtrue double precision,
  windspeedapparent double precision,
  anglespeedapparent double precision,
  status api.status,
  metrics jsonb,
  primary key (vessel_id, "time")
);

-- Rows that ingest refused, whole, with the reason; kept so that nothing is lost.
create table app.metrics_rejected (
  vessel_id text not null,
  rejected_at timestamptz not null default now(),
  reason text not null,
  metric jsonb not null
);
create index metrics_rejected_vessel on app.metrics_rejected (vessel_id, rejected_at);

create table api.stays_at (
  stay_code integer primary key,
  description text not null
);
insert into api.stays_at values (1, 'Unknown'), (2, 'Anchor'), (3, 'Mooring Buoy'), (4, 'Dock');

create table api.moorages (
  id integer not null default nextval('app.moorages_id'),
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '') references app.vessels on delete cascade,
  name text,
  country text,
  stay_id integer,
  stay_code integer default 1 references api.stays_at,
  stay_duration interval,
  reference_count integer default 1,
  latitude double precision,
  longitude double precision,
  geog app.geo_point,
  home_flag boolean default false,
  notes text,
  primary key (vessel_id, id)
);

create table api.stays (
  id integer not null default nextval('app.stays_id'),
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '') references app.vessels on delete cascade,
  active boolean default false,
  name text,
  latitude double precision,
  longitude double precision,
  geog app.geo_point,
  arrived timestamptz not null,
  departed timestamptz,
  duration interval,
  stay_code integer default 1 references api.stays_at,
  notes text,
  moorage_id integer,
  reasons jsonb,
  radius_m double precision,
  primary key (vessel_id, id),
  foreign key (vessel_id, moorage_id) references api.moorages (vessel_id, id)
);
create unique index stays_one_active on api.stays (vessel_id) where active;
create index stays_arrived on api.stays (vessel_id, arrived);
create index stays_moorage on api.stays (vessel_id, moorage_id);

create table api.logbook (
  id integer not null default nextval('app.logbook_id'),
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '') references app.vessels on delete cascade,
  active boolean default false,
  name text,
  _from text,
  _from_lat double precision,
  _from_lng double precision,
  _to text,
  _to_lat double precision,
  _to_lng double precision,
  track_geom app.geo_line,
  track_geog app.geo_line,
  track_geojson jsonb,
  _from_time timestamptz not null,
  _to_time timestamptz,
  distance numeric,
  duration interval,
  avg_speed double precision,
  max_speed double precision,
  max_wind_speed double precision,
  notes text,
  extra jsonb,
  voyage_id integer,
  confidence double precision,
  reasons jsonb,
  segments jsonb,
  _from_moorage_id integer,
  _to_moorage_id integer,
  primary key (vessel_id, id),
  foreign key (vessel_id, _from_moorage_id) references api.moorages (vessel_id, id),
  foreign key (vessel_id, _to_moorage_id) references api.moorages (vessel_id, id)
);
create unique index logbook_one_active on api.logbook (vessel_id) where active;
create index logbook_from_time on api.logbook (vessel_id, _from_time);
create index logbook_from_moorage on api.logbook (vessel_id, _from_moorage_id);
create index logbook_to_moorage on api.logbook (vessel_id, _to_moorage_id);

-- Which values of a derived row a person wrote: the worker never overwrites them.
create table app.written_by_people (
  vessel_id text not null references app.vessels on delete cascade,
  resource text not null check (resource in ('logbook', 'stays', 'moorages')),
  id integer not null,
  columns text[] not null,
  primary key (vessel_id, resource, id)
);

-- Where the fold over a vessel's fixes stands, and the boundaries from which it can be taken up again.
create table app.fold_states (
  vessel_id text primary key references app.vessels on delete cascade,
  -- time of the newest folded metric row
  cursor timestamptz,
  state jsonb not null,
  detector_version integer not null,
  settings jsonb not null default '{}'
);
create table app.fold_checkpoints (
  vessel_id text not null references app.vessels on delete cascade,
  "time" timestamptz not null,
  state jsonb not null,
  primary key (vessel_id, "time")
);

-- What people said about the logbook; the fold obeys it.
create table app.edits (
  id integer generated always as identity primary key,
  vessel_id text not null references app.vessels on delete cascade,
  account_id text,
  kind text not null check (kind in ('split', 'join', 'delete', 'keep', 'stay')),
  from_time timestamptz not null,
  to_time timestamptz,
  facts jsonb not null default '{}',
  made_at timestamptz not null default now(),
  undone_at timestamptz
);
create index edits_vessel on app.edits (vessel_id, from_time);

-- Identities of intervals that were derived once: a log that disappears and comes back gets its id again.
create table app.interval_identities (
  vessel_id text not null references app.vessels on delete cascade,
  kind text not null check (kind in ('stay', 'log')),
  id integer not null,
  from_time timestamptz not null,
  to_time timestamptz,
  primary key (vessel_id, kind, id)
);
create index interval_identities_time on app.interval_identities (vessel_id, kind, from_time);

select app.make_timeseries('api.metrics', 'time');
select app.index_geo('api.moorages', 'geog');
select app.index_geo('api.stays', 'geog');
select app.index_geo('api.logbook', 'track_geom');
