-- The current state of a boat, for the bot and other programs.

-- A vessel's state from its newest rows, contact, and log or stay; no row for an unknown vessel.
create or replace function app.present_of(vessel text)
returns table (boat text, is_online boolean, contact timestamptz, measured timestamptz, status text,
  measures jsonb, latitude double precision, longitude double precision, placed timestamptz, moorage text,
  log_id integer, log_name text, log_active boolean, log_from timestamptz, log_distance double precision,
  log_seconds double precision)
language sql stable as $$
  select v.name, coalesce(d.active, app.last_contact(vessel) > now() - app.offline_after(), false),
    app.last_contact(vessel), newest."time", newest.status,
    app.named_readings(newest.metrics, app.measurement_keys(vessel), newest.speedoverground,
      newest.windspeedapparent),
    placed.latitude, placed.longitude, placed."time", stay.moorage, log.id, log.name, coalesce(log.active, false),
    log._from_time, log.distance::double precision,
    extract(epoch from coalesce(log.duration, now() - log._from_time))::double precision
  from app.vessels v
  left join api.metadata d on d.vessel_id = vessel
  left join lateral app.newest_row(vessel) newest on true
  left join lateral (
    select m."time", m.latitude, m.longitude from app.metrics m
    where m.vessel_id = vessel and m.latitude is not null and m.longitude is not null
      and m."time" <= app.present_until()
    order by m."time" desc limit 1) placed on true
  left join lateral (
    select p.name as moorage from api.stays s
    join api.moorages p on p.vessel_id = s.vessel_id and p.id = s.moorage_id
    where s.vessel_id = vessel and s.active limit 1) stay on true
  left join lateral (
    select l.id, l.name, l.active, l._from_time, l.distance, l.duration from api.logbook l
    where l.vessel_id = vessel order by l._from_time desc limit 1) log on true
  where v.vessel_id = vessel
$$;
