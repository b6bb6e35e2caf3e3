-- What the operator's servers of place names answered, and which moorages they were asked about.

-- An answer for everybody who lies there, because places have the same names for all boats; kept for 90 days.
create table app.place_names (
  -- thousandths of a degree
  latitude integer not null,
  longitude integer not null,
  language text not null,
  -- null where the servers know none
  name text,
  stored timestamptz not null default now(),
  primary key (latitude, longitude, language)
);
create index place_names_stored on app.place_names (stored);

-- A moorage has a row here from the first question on. It is asked about again if it has moved.
create table app.moorage_lookups (
  vessel_id text not null,
  id integer not null,
  latitude double precision not null,
  longitude double precision not null,
  tries integer not null default 1,
  asked timestamptz not null,
  -- when to try again; null once it is answered or given up
  due timestamptz,
  primary key (vessel_id, id),
  foreign key (vessel_id, id) references api.moorages on delete cascade
);
create index moorage_lookups_asked on app.moorage_lookups (asked);
