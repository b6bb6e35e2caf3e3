-- Hourly lines, as a navigator would write them. Computed from the record on reading, so that changes of logs neither
-- lose nor duplicate any.

create or replace function api.log_hours_fn(_id integer)
returns table ("time" timestamptz, latitude double precision, longitude double precision, course double precision,
  speed double precision, wind_speed double precision, gust double precision, wind_direction double precision,
  pressure double precision)
language sql stable set timezone = 'UTC' set jit = off as $$
  with log as materialized (
    select l.vessel_id, l._from_time as since,
      -- Of a log under way, up to the newest row; of a very long one, a span that can be read at once.
      least(coalesce(l._to_time, (select max(m."time") from app.metrics m where m.vessel_id = l.vessel_id)),
        l._from_time + interval '60 days') as until
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l.id = _id and app.is_dated(l._from_time, l._to_time)
  ), lines as materialized (
    select log.*, line.at, (line.n - 1)::integer as slot
    from log
    cross join lateral generate_series(date_trunc('hour', log.since) + interval '1 hour', log.until,
      interval '1 hour') with ordinality line (at, n)
  ), readings as materialized (
    select r.* from log
    cross join lateral app.readings_between(log.vessel_id, array['speed', 'wind', 'pressure'],
      date_trunc('hour', log.since), log.until, 3600) r
  ), directions as materialized (
    select floor(extract(epoch from m."time" - date_trunc('hour', log.since)) / 3600)::integer as slot,
      app.mean_direction(sum(sind(m.courseovergroundtrue)) filter (where m.speedoverground > 0.5),
        sum(cosd(m.courseovergroundtrue)) filter (where m.speedoverground > 0.5)) as course,
      app.mean_direction(sum(sin(w.direction)), sum(cos(w.direction))) as wind_direction
    from log
    join app.metrics m on m.vessel_id = log.vessel_id and m."time" >= log.since and m."time" < log.until
    cross join lateral (select app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics offset 0) k
    cross join lateral (select app.reading(k.metrics -> 'environment.wind.directionTrue') as direction) w
    group by 1
  )
  select lines.at, place.latitude, place.longitude, d.course,
    round((speed.total / speed.n * 3600 / 1852)::numeric, 1)::double precision,
    round((wind.total / wind.n * 3600 / 1852)::numeric, 1)::double precision,
    round((wind.high * 3600 / 1852)::numeric, 1)::double precision,
    d.wind_direction, round((air.total / air.n / 100)::numeric, 1)::double precision
  from lines
  left join lateral app.track_position(lines.vessel_id, lines.at) place on true
  left join directions d on d.slot = lines.slot
  left join readings speed on speed.slot = lines.slot and speed.key = 'speed'
  left join readings wind on wind.slot = lines.slot and wind.key = 'wind'
  left join readings air on air.slot = lines.slot and air.key = 'pressure'
  order by lines.at
$$;
comment on function api.log_hours_fn is
  'One line for each full hour of a log, oldest first: time (UTC), latitude and longitude (degrees) at that time; '
  'course (degrees true), speed, wind_speed (knots) and pressure (hPa), means of the hour that ends then; gust '
  '(knots), its strongest wind; wind_direction (degrees true). Wind is apparent if no true wind was measured.';

grant execute on function api.log_hours_fn(integer) to user_role, vessel_role, admin_role;
