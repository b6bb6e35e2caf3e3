-- The points of a log with everything that was measured there. The positions are those of the track, the measurements
-- those of the rows: nothing is stored twice.

-- The readings of a row by the names of exported points: knots, degrees, metres, kelvin, pascals, volts, watts and
-- ratios. The first source with a value counts: a group in the row, the key that the owner chose, the usual key.
create or replace function app.point_readings(metrics jsonb, chosen jsonb)
returns table (heading double precision, truewindspeed double precision, truewinddirection double precision,
  depth double precision, watertemperature double precision, outsidetemperature double precision,
  outsidehumidity double precision, outsidepressure double precision, stateofcharge double precision,
  voltage double precision, solarpower double precision, solarvoltage double precision, tanklevel double precision)
language sql stable parallel safe as $$
  select
    round(degrees(coalesce(app.reading(metrics -> 'heading'), app.reading(metrics -> 'navigation.headingTrue')))
      ::numeric, 2)::double precision,
    round((coalesce(app.reading(metrics #> '{wind,speed}'), app.reading(metrics -> (chosen ->> 'windSpeedKey')),
      app.reading(metrics -> 'environment.wind.speedTrue')) * 3600 / 1852)::numeric, 2)::double precision,
    round(degrees(coalesce(app.reading(metrics #> '{wind,direction}'),
      app.reading(metrics -> (chosen ->> 'windDirectionKey')),
      app.reading(metrics -> 'environment.wind.directionTrue')))::numeric, 2)::double precision,
    coalesce(app.reading(metrics #> '{water,depth}'), app.reading(metrics -> (chosen ->> 'depthKey')),
      app.reading(metrics -> 'environment.depth.belowTransducer')),
    coalesce(app.reading(metrics #> '{water,temperature}'), app.reading(metrics -> (chosen ->> 'waterTemperatureKey')),
      app.reading(metrics -> 'environment.water.temperature')),
    coalesce(app.reading(metrics #> '{temperature,outside}'),
      app.reading(metrics -> (chosen ->> 'outsideTemperatureKey')),
      app.reading(metrics -> 'environment.outside.temperature')),
    coalesce(app.reading(metrics #> '{humidity,outside}'), app.reading(metrics -> (chosen ->> 'outsideHumidityKey')),
      app.reading(metrics -> 'environment.outside.relativeHumidity'),
      app.reading(metrics -> 'environment.outside.humidity')),
    coalesce(app.reading(metrics #> '{pressure,outside}'), app.reading(metrics #> '{presure,outside}'),
      app.reading(metrics -> (chosen ->> 'outsidePressureKey')),
      app.reading(metrics -> 'environment.outside.pressure')),
    coalesce(app.reading(metrics #> '{battery,charge}'), app.reading(metrics -> (chosen ->> 'stateOfChargeKey')),
      app.reading(metrics -> 'electrical.batteries.House.capacity.stateOfCharge')),
    coalesce(app.reading(metrics #> '{battery,voltage}'), app.reading(metrics -> (chosen ->> 'voltageKey')),
      app.reading(metrics -> 'electrical.batteries.House.voltage')),
    coalesce(app.reading(metrics #> '{solar,power}'), app.reading(metrics -> (chosen ->> 'solarPowerKey')),
      app.reading(metrics -> 'electrical.solar.Main.panelPower')),
    coalesce(app.reading(metrics #> '{solar,voltage}'), app.reading(metrics -> (chosen ->> 'solarVoltageKey')),
      app.reading(metrics -> 'electrical.solar.Main.panelVoltage')),
    coalesce(app.reading(metrics #> '{tank,level}'), app.reading(metrics -> (chosen ->> 'tankLevelKey')),
      app.reading(metrics -> 'tanks.fuel.0.currentLevel'))
$$;

-- Whether a recorded log has changed since its track was made: its rows are newer. By hand there are none.
create or replace function app.is_outdated(vessel text, log integer, confidence double precision) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select confidence is not null and exists (
    select from app.unfinished u where u.vessel_id = vessel and u.resource = 'logbook' and u.id = log)
$$;

-- The stored track of a log as a FeatureCollection; null if there is none, or a newer one can be made of rows.
create or replace function app.stored_track(log api.logbook) returns jsonb
language sql stable as $$
  select case
    when app.is_outdated(log.vessel_id, log.id, log.confidence) then null
    when log.track_geojson is not null or log.track_geom is null then log.track_geojson
    else jsonb_build_object('features', jsonb_build_array(app.track_feature(log))) end
$$;

-- The time of a point as stored. Days that every month has need no check, which costs more than the rest.
create or replace function app.point_time(value text) returns timestamptz
language sql stable as $$
  select case when value ~ '^\d{4}-(0[1-9]|1[0-2])-([01][1-9]|10|2[0-8])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?\+00:00$'
    then value::timestamptz else app.date_bound(value, false) end
$$;

-- Positions over time: the track's points, or else the line's points at constant speed, or, for a log without a track,
-- the rows of metrics.
create or replace function app.track_points(log api.logbook)
returns table (at timestamptz, latitude double precision, longitude double precision, speed double precision,
  course double precision, apparent_wind double precision, apparent_wind_angle double precision, status text)
language sql stable set timezone = 'UTC' set jit = off as $$
  with stored as materialized (
    select app.stored_track(log) as track
  ), points as materialized (
    select app.point_time(f.point #>> '{properties,time}') as at,
      app.reading(f.point #> '{geometry,coordinates,1}') as latitude,
      app.reading(f.point #> '{geometry,coordinates,0}') as longitude, f.point -> 'properties' as measured
    from stored
    cross join lateral jsonb_path_query(stored.track, 'lax $.features[*] ? (@.geometry.type == "Point")') f (point)
  ), line as materialized (
    select n, app.reading(place -> 1) as latitude, app.reading(place -> 0) as longitude
    from (
      -- Points without times are a line too.
      select coalesce(nullif(app.track_feature(log) #> '{geometry,coordinates}', 'null'),
        (select jsonb_agg(jsonb_build_array(longitude, latitude)) from points)) as places
      from stored where stored.track is not null) drawn
    cross join lateral jsonb_array_elements(case jsonb_typeof(places) when 'array' then places end)
      with ordinality c (place, n)
    where not exists (select from points where isfinite(at))
  ), passed as (
    select n, latitude, longitude, sum(step) over (order by n) as passed, sum(step) over () as length
    from (
      select n, latitude, longitude, coalesce(app.distance_m(lag(latitude) over (order by n),
        lag(longitude) over (order by n), latitude, longitude), 0) as step
      from line where abs(latitude) <= 90 and abs(longitude) <= 540) steps
  )
  select at, latitude, longitude, app.reading(measured -> 'speedoverground'),
    app.reading(measured -> 'courseovergroundtrue'), app.reading(measured -> 'windspeedapparent'),
    app.reading(measured -> 'anglespeedapparent'), measured ->> 'status'
  from points where isfinite(at) and abs(latitude) <= 90 and abs(longitude) <= 540
  union all
  select log._from_time + (log._to_time - log._from_time) * (passed / length), latitude, longitude,
    null, null, null, null, null
  from passed where length > 0
  union all
  select m."time", m.latitude, m.longitude, m.speedoverground, m.courseovergroundtrue, m.windspeedapparent,
    m.anglespeedapparent, m.status::text
  from stored
  join app.metrics m on stored.track is null
  where m.vessel_id = log.vessel_id and m."time" >= log._from_time
    and m."time" <= coalesce(log._to_time, 'infinity') and m.latitude is not null and m.longitude is not null
$$;

-- The remarks of a log by the number of the point at or after which they were written, before the next. A remark from
-- before the first point belongs to it.
create or replace function app.point_notes(log api.logbook, times timestamptz[]) returns table (n bigint, notes text)
language sql stable as $$
  select greatest(width_bucket(e."time", times), 1)::bigint, string_agg(e.text, e'\n' order by e."time", e.id)
  from api.log_entries e
  where e.vessel_id = log.vessel_id and e.kind = 'remark' and e.text is not null
    and e."time" >= log._from_time and e."time" <= coalesce(log._to_time, 'infinity')
    -- The end of a log that is also the start of the next belongs to the next.
    and (e."time" is distinct from log._to_time or not exists (
      select from api.logbook o
      where o.vessel_id = log.vessel_id and o._from_time = e."time" and o.id <> log.id))
  group by 1
$$;

-- The points of a log, numbered from 1, oldest first, with notes (never null) and readings.
create or replace function app.log_points(log api.logbook)
returns table (n bigint, total bigint, at timestamptz, latitude double precision, longitude double precision,
  speed double precision, course double precision, apparent_wind double precision, apparent_wind_angle double precision,
  status text, notes text, heading double precision, truewindspeed double precision,
  truewinddirection double precision, depth double precision, watertemperature double precision,
  outsidetemperature double precision, outsidehumidity double precision, outsidepressure double precision,
  stateofcharge double precision, voltage double precision, solarpower double precision,
  solarvoltage double precision, tanklevel double precision)
language sql stable set timezone = 'UTC' set jit = off as $$
  with point as materialized (
    select row_number() over (order by p.at) as n, count(*) over () as total, p.* from app.track_points(log) p
  ), note as materialized (
    select r.n, r.notes from app.point_notes(log, (select array_agg(at order by n) from point)) r
  ), keys as materialized (
    select app.measurement_keys(log.vessel_id) as chosen
  )
  select p.n, p.total, p.at, p.latitude, p.longitude, p.speed, p.course, p.apparent_wind, p.apparent_wind_angle,
    p.status, coalesce(note.notes, ''), r.*
  from point p
  left join note on note.n = p.n
  cross join keys
  left join lateral (
    -- Unpacked once, and by || decompressed once.
    select app.metrics_object(m.metrics, m.shape, m.numbers) || '{}' as metrics from app.metrics m
    where m.vessel_id = log.vessel_id and m."time" = p.at offset 0) w on true
  cross join lateral app.point_readings(w.metrics, keys.chosen) r
  order by p.n
$$;

grant execute on function app.point_readings(jsonb, jsonb), app.is_outdated(text, integer, double precision),
    app.stored_track(api.logbook), app.point_time(text), app.track_points(api.logbook),
    app.point_notes(api.logbook, timestamptz[]), app.log_points(api.logbook)
  to user_role, vessel_role, admin_role, wakelog_viewer;
