-- Log entries: users' lines in the logbook, each at a moment of the vessel.

comment on table api.log_entries is
  'Users'' entries in the logbook: remarks, weather, sail changes, crew. Each belongs to a moment of the boat, so '
  'that splitting, joining or deleting logs loses none.';
select app.describe('log_entries', $json${
  "id": "Id of the entry, given by the service.",
  "vessel_id": "The vessel; taken from the token.",
  "time": "The moment of the entry, UTC; now if omitted.",
  "latitude": "Latitude, in degrees, north positive; the boat's position at that time if omitted.",
  "longitude": "Longitude, in degrees, east positive; the boat's position at that time if omitted.",
  "kind": "remark, weather, sea, sails, crew or hourly; remark if omitted.",
  "text": "What was written, at most 4000 characters.",
  "author": "Name of its first author; null if a boat or an operator wrote it.",
  "created_at": "When it was written, UTC.",
  "updated_at": "Last change, UTC."
}$json$);
comment on column api.log_entries.extra is
  'Observations: windSpeed (knots), windDirection (degrees true), gust (knots), seaState (Douglas, 0 to 9), swell '
  '(metres), cloudCoverage (eighths, 0 to 8), visibility (nautical miles), pressure (hPa), airTemperature and '
  'waterTemperature (°C), sails and crew (lists of names); other keys may hold anything.';

create trigger stamp_vessel before insert on api.log_entries for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();

-- The vessel's position, interpolated between the nearest ones; none if those are hours away.
create or replace function app.track_position(
  vessel text, at timestamptz, out latitude double precision, out longitude double precision
) language sql stable as $$
  with near as (
    (select m."time", m.latitude, m.longitude from app.metrics m
      where m.vessel_id = vessel and m."time" between at - interval '6 hours' and at
        and m.latitude is not null and m.longitude is not null
      order by m."time" desc limit 1)
    union
    (select m."time", m.latitude, m.longitude from app.metrics m
      where m.vessel_id = vessel and m."time" between at and at + interval '6 hours'
        and m.latitude is not null and m.longitude is not null
      order by m."time" limit 1)),
  ends as (
    select a.latitude as lat, a.longitude as lng, b.latitude - a.latitude as north,
      -- The short way around.
      b.longitude - a.longitude - 360 * round((b.longitude - a.longitude) / 360) as east,
      coalesce(extract(epoch from at - a."time") / nullif(extract(epoch from b."time" - a."time"), 0), 0)
        ::double precision as part
    from (select * from near order by "time" limit 1) a
    cross join (select * from near order by "time" desc limit 1) b
    -- One side alone is good for a short time only.
    where b."time" > a."time" or abs(extract(epoch from at - a."time")) <= 3600)
  select round((lat + part * north)::numeric, 6)::double precision,
    round((lng + part * east - 360 * round((lng + part * east) / 360))::numeric, 6)::double precision
  from ends
$$;

-- The log that contains a moment. The end of a log that is also the start of the next belongs to the next. Written so
-- that PostgreSQL inlines it.
create or replace function app.logs_at(vessel text, at timestamptz) returns table (log_id integer)
language sql stable as $$
  select l.id from api.logbook l
  where l.vessel_id = vessel
    and at between l._from_time and coalesce(l._to_time, case when l.active then 'infinity' else l._from_time end)
    and (at is distinct from l._to_time or not exists (
      select from api.logbook n where n.vessel_id = l.vessel_id and n._from_time = at and n.id <> l.id))
$$;

-- The position of something at a moment: its own, or else the vessel's, whose rows may have arrived later.
create or replace function app.place_of(
  vessel text, at timestamptz, own_latitude double precision, own_longitude double precision
) returns table (latitude double precision, longitude double precision)
language sql stable as $$
  select coalesce(own_latitude, p.latitude), coalesce(own_longitude, p.longitude)
  from (select) one
  left join lateral (
    select t.latitude, t.longitude from app.track_position(vessel, at) t where own_latitude is null) p on true
$$;

create or replace view api.log_entries_view as
  select l.log_id, e.id, e."time", place.latitude, place.longitude, e.kind, e.text, e.extra, e.author, e.created_at,
    e.updated_at, app.version(e) as version
  from api.log_entries e
  cross join lateral app.logs_at(e.vessel_id, e."time") l
  cross join lateral app.place_of(e.vessel_id, e."time", e.latitude, e.longitude) place
  order by e."time", e.id;
comment on view api.log_entries_view is
  'The entries of each log, by time, oldest first. Filter by log_id; write to log_entries.';
select app.describe('log_entries_view', $json${
  "log_id": "Id of the log that contains the entry.",
  "id": "Id of the entry, in log_entries.",
  "time": "The moment of the entry, UTC.",
  "latitude": "Latitude, in degrees, north positive.",
  "longitude": "Longitude, in degrees, east positive.",
  "kind": "remark, weather, sea, sails, crew or hourly.",
  "text": "What was written.",
  "extra": "Observations; keys as in log_entries.",
  "author": "Name of its first author; null if a boat or an operator wrote it.",
  "created_at": "When it was written, UTC.",
  "updated_at": "Last change, UTC.",
  "version": "Version of the text: send it as If-Match to reject a stale change."
}$json$);

grant select on api.log_entries to user_role, vessel_role, wakelog_viewer;
grant select on api.log_entries_view to user_role, vessel_role, admin_role;
grant insert (vessel_id, "time", latitude, longitude, kind, text, extra) on api.log_entries to user_role, vessel_role;
grant update ("time", latitude, longitude, kind, text, extra) on api.log_entries to user_role;
grant delete on api.log_entries to user_role;
grant execute on function app.track_position(text, timestamptz), app.logs_at(text, timestamptz),
  app.place_of(text, timestamptz, double precision, double precision) to user_role, vessel_role, admin_role;
