-- Logs as trips for other programs: points, the line, legs of a day, a line of totals.

-- Whether a log has ended and has a track, or rows to make one of before it is finished.
create or replace function app.is_trip(log api.logbook) returns boolean
language sql stable as $$
  select not coalesce(log.active, false) and log._to_time is not null and app.is_dated(log._from_time, log._to_time)
    and (log.track_geojson is not null or log.track_geom is not null or exists (
      select from app.metrics m
      where m.vessel_id = log.vessel_id and m."time" >= log._from_time and m."time" <= log._to_time
        and m.latitude is not null and m.longitude is not null))
$$;

-- The trips of the caller's vessel that arguments choose: start_log or start_date alone choose that log or day alone.
create or replace function app.chosen_trips(start_log integer, end_log integer, start_date text, end_date text)
returns setof api.logbook
language sql stable as $$
  with bound as materialized (
    select app.date_bound(start_date, false) as since, app.date_bound(end_date, true) as until
  ), span as materialized (
    select since, case when until = 'infinity' and since > '-infinity'
      then (date_trunc('day', since at time zone 'UTC') + interval '1 day - 1 microsecond') at time zone 'UTC'
      else until end as until
    from bound
  )
  select l.* from api.logbook l
  where l.vessel_id = app.current_vessel()
    and (start_log is null or l.id >= start_log) and (coalesce(end_log, start_log) is null
      or l.id <= coalesce(end_log, start_log))
    and l._from_time >= (select since from span) and l._from_time <= (select until from span)
    and app.is_trip(l)
$$;

-- What the first point of a log tells of the whole. A name made by the service is written so that readers find both
-- places in it.
create or replace function app.trip_of(log api.logbook) returns jsonb
language sql stable set intervalstyle = 'iso_8601' as $$
  select jsonb_build_object('name', case
      when not app.is_named(log.vessel_id, log.id) then coalesce(log._from || ' → ' || log._to, log.name)
      else log.name end,
    'duration', log.duration, 'distance', log.distance)
$$;

-- The points of a log as features in JSON, oldest first. A trip has its name on the first point, and in empty notes the
-- place of departure on the second and of arrival on the last. Short ones have other names for fewer readings. Written
-- as text, at half the cost of jsonb.
create or replace function app.point_features(log api.logbook, is_trip boolean, is_short boolean)
returns table (n bigint, feature text)
language sql stable set timezone = 'UTC' set jit = off as $$
  with trip as materialized (select app.trip_of(log)::text as said where is_trip)
  select p.n, '{"type":"Feature","geometry":{"type":"Point","coordinates":[' || p.longitude || ',' || p.latitude
    || ']},"properties":' || case when p.n = 1 and is_trip
      then left(made.properties, -1) || ',"trip":' || (select trip.said from trip) || '}'
      else made.properties end || '}'
  from app.log_points(log) p
  cross join lateral (
    select case when not is_trip or p.notes <> '' then p.notes
      when p.n = 2 then coalesce(log._from, '')
      when p.n = p.total then coalesce(log._to, '')
      else '' end as notes) said
  cross join lateral (
    select case when is_short then (
      select row_to_json(s)::text from (
        select p.at as time, p.course as cog, p.speed as sog, p.apparent_wind as aws, p.apparent_wind_angle as awa,
          p.truewindspeed as tws, p.truewinddirection as twd, said.notes, p.status, p.stateofcharge, p.voltage,
          p.watertemperature, p.outsidetemperature, p.outsidepressure, p.outsidehumidity, p.solarvoltage, p.solarpower,
          p.tanklevel, p.heading) s)
    else (
      select row_to_json(s)::text from (
        select p.at as time, p.course as courseovergroundtrue, p.speed as speedoverground,
          p.apparent_wind as windspeedapparent, p.apparent_wind_angle as windangleapparent, p.truewindspeed,
          p.truewinddirection, said.notes, p.status, p.depth, p.stateofcharge, p.voltage, p.watertemperature,
          p.outsidetemperature, p.outsidepressure, p.outsidehumidity, p.solarvoltage, p.solarpower, p.tanklevel,
          p.heading, p.apparent_wind_angle as anglespeedapparent, p.longitude, p.latitude) s)
    end as properties) made
  order by p.n
$$;

-- Points and the seconds that each stands for: since the one before, ten minutes at most. The first stands for as long
-- as the second.
create or replace function app.weighted_points(log api.logbook)
returns table (at timestamptz, weight double precision, longitude double precision, latitude double precision,
  sog double precision, aws double precision, awa double precision, tws double precision, twd double precision,
  depth double precision, temp_water double precision, temp_out double precision, pres_out double precision,
  hum_out double precision, stateofcharge double precision, voltage double precision, solar_voltage double precision,
  solar_power double precision, tank_level double precision)
language sql stable set jit = off as $$
  select p.at, least(extract(epoch from coalesce(p.at - lag(p.at) over w, lead(p.at) over w - p.at, interval '1 s')),
      600)::double precision,
    p.longitude, p.latitude, p.speed, p.apparent_wind, p.apparent_wind_angle, p.truewindspeed, p.truewinddirection,
    p.depth, p.watertemperature, p.outsidetemperature, p.outsidepressure, p.outsidehumidity, p.stateofcharge,
    p.voltage, p.solarvoltage, p.solarpower, p.tanklevel
  from app.log_points(log) p window w as (order by p.n)
$$;

-- Mean direction, 0 to 360 degrees; null if directions cancel out.
create or replace function app.mean_direction(east double precision, north double precision) returns double precision
language sql immutable as $$
  select case when abs(east) + abs(north) > 1e-9
    then round(((degrees(atan2(east, north)) + 360)::numeric % 360), 1)::double precision end
$$;

-- A true wind, unless it is above the greatest plausible one, if that is known; but for rounding.
create or replace function app.plausible_wind(knots double precision, most double precision) returns double precision
language sql immutable as $$ select case when knots > most + 0.01 then null else knots end $$;

-- Greatest and mean readings of a log by name, null where there are none. Means are weighted by time, and those of
-- directions and angles are means of vectors. A true wind above the greatest plausible one does not count.
create or replace function app.trip_readings(log api.logbook, most_tws double precision default null) returns jsonb
language sql stable set jit = off as $$
  with reading as (
    select r.name, max(r.value) as most, sum(r.value * p.weight) / sum(p.weight) as mean,
      app.mean_direction(sum(sind(r.value) * p.weight) filter (where r.name in ('awa', 'twd')),
        sum(cosd(r.value) * p.weight) filter (where r.name in ('awa', 'twd'))) as direction
    from app.weighted_points(log) p
    cross join lateral (values ('sog', p.sog), ('aws', p.aws), ('awa', p.awa),
      ('tws', app.plausible_wind(p.tws, most_tws)), ('twd', p.twd),
      ('depth', p.depth), ('temp_water', p.temp_water), ('temp_out', p.temp_out), ('pres_out', p.pres_out),
      ('hum_out', p.hum_out), ('stateofcharge', p.stateofcharge), ('voltage', p.voltage),
      ('solar_voltage', p.solar_voltage), ('solar_power', p.solar_power), ('tank_level', p.tank_level)) r (name, value)
    where r.value is not null
    group by r.name
  )
  select jsonb_object_agg('max_' || name, r.most) || jsonb_object_agg('avg_' || name, case name
    when 'awa' then r.direction - case when r.direction > 180 then 360 else 0 end
    when 'twd' then r.direction
    else round(r.mean::numeric, 4)::double precision end)
  from unnest(array['sog', 'aws', 'awa', 'tws', 'twd', 'depth', 'temp_water', 'temp_out', 'pres_out', 'hum_out',
    'stateofcharge', 'voltage', 'solar_voltage', 'solar_power', 'tank_level']) name
  left join reading r using (name)
$$;

-- Those that were stored when the log was finished; null if there are none.
create or replace function app.kept_trip_readings(vessel text, log integer) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select f.figures -> 'trip' from app.log_figures f
  where f.vessel_id = vessel and f.id = log and f.vessel_id = app.current_vessel() and not exists (
    select from app.unfinished u where u.vessel_id = vessel and u.resource = 'logbook' and u.id = log)
$$;

-- Those that were stored, or else of now.
create or replace function app.known_trip_readings(log api.logbook) returns jsonb
language sql stable as $$
  select coalesce(app.kept_trip_readings(log.vessel_id, log.id), app.trip_readings(log))
$$;

-- The line of a log: as stored, also while the log waits to be finished again, or else through its points; cut at the
-- 180th meridian. Null if there is none.
create or replace function app.trip_line(log api.logbook) returns jsonb
language sql stable as $$
  select app.cut_feature(jsonb_build_object('type', 'Feature', 'geometry', coalesce(
    nullif(app.track_feature(log) -> 'geometry', 'null'), (
      select case when count(*) > 1 then jsonb_build_object('type', 'LineString',
        'coordinates', jsonb_agg(jsonb_build_array(p.longitude, p.latitude) order by p.at)) end
      from app.track_points(log) p)))) -> 'geometry'
$$;

-- A log as one line with the totals of its readings.
create or replace function app.summary_properties(log api.logbook) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' set jit = off as $$
  select app.known_trip_readings(log) || jsonb_build_object('id', log.id, 'name', log.name,
    'starttimestamp', log._from_time, 'endtimestamp', log._to_time, 'duration', log.duration,
    'distance', log.distance, 'avg_speed', log.avg_speed, 'max_speed', log.max_speed, 'extra', log.extra,
    '_from_moorage_id', log._from_moorage_id, '_to_moorage_id', log._to_moorage_id)
$$;

create or replace function app.summary_feature(log api.logbook) returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'Feature', 'geometry', app.trip_line(log),
    'properties', app.summary_properties(log))
$$;

-- A log in a list: its apparent wind is left out, and what users said of it is added.
create or replace function app.listed_feature(log api.logbook) returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'Feature', 'geometry', app.trip_line(log),
    'properties', app.track_properties(log)
      || (app.summary_properties(log) - array['max_aws', 'avg_aws', 'max_awa', 'avg_awa'])
      || jsonb_build_object('polar', log.extra -> 'polar', 'tags', log.extra -> 'tags',
        'observations', log.extra -> 'observations', 'images', log.user_data -> 'images',
        'has_images', app.has_images(log.user_data), 'notes', log.notes))
$$;

-- A log that was searched for: with all figures and readings.
create or replace function app.found_feature(log api.logbook) returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'Feature', 'geometry', app.track_feature(log) -> 'geometry',
    'properties', app.track_properties(log) || app.summary_properties(log))
$$;

-- The times of a log's points.
create or replace function app.point_times(log api.logbook) returns jsonb
language sql stable set timezone = 'UTC' as $$
  select coalesce(jsonb_agg(p.at order by p.at), '[]') from app.track_points(log) p
$$;

-- The line of a log with what is known of the whole.
create or replace function app.line_feature(log api.logbook) returns jsonb
language sql stable set timezone = 'UTC' as $$
  select jsonb_build_object('type', 'Feature', 'geometry', app.trip_line(log),
    'properties', app.track_properties(log) || jsonb_build_object('avg_wind_speed', log.extra -> 'avg_wind_speed',
      '_from_moorage_id', log._from_moorage_id, '_to_moorage_id', log._to_moorage_id, 'times', app.point_times(log)))
$$;

-- Lines of 24 hours each from the departure on; none for a log of a day or less. Each begins where the one before ends.
-- Its wind speed is the apparent one, or the true one if requested and known of the log.
create or replace function app.leg_features(log api.logbook, is_true boolean default false)
returns table (n bigint, feature jsonb)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' set jit = off as $$
  with leg as materialized (
    select s.n - 1 as n, s.at as since, least(s.at + interval '24 hours', log._to_time) as until
    from generate_series(log._from_time, log._to_time - interval '1 microsecond', interval '24 hours')
      with ordinality s (at, n)
    where log._to_time - log._from_time > interval '24 hours'
  ), most as materialized (
    select (app.kept_trip_readings(log.vessel_id, log.id) ->> 'max_tws')::float8 as tws
  ), point as materialized (
    select p.at, p.weight, p.longitude, p.latitude, p.sog, p.aws, app.plausible_wind(p.tws, most.tws) as tws,
      coalesce(app.distance_m(lag(p.latitude) over w, lag(p.longitude) over w, p.latitude, p.longitude), 0) as step,
      greatest(width_bucket(p.at, (select array_agg(since order by leg.n) from leg)) - 1, 0) as n
    from app.weighted_points(log) p cross join most
    where exists (select from leg)
    window w as (order by p.at)
  ), measured as (
    select n, sum(step) / 1852 as miles,
      sum(sog * weight) / sum(weight) filter (where sog is not null) as avg_speed, max(sog) as max_speed,
      sum(tws * weight) / sum(weight) filter (where tws is not null) as avg_tws, max(tws) as max_tws,
      sum(aws * weight) / sum(weight) filter (where aws is not null) as avg_aws, max(aws) as max_aws,
      jsonb_agg(jsonb_build_array(longitude, latitude) order by at) as places
    from point group by n
  ), drawn as (
    -- From the last place before.
    select leg.n, coalesce((
        select jsonb_build_array(m.places -> -1) from measured m where m.n < leg.n order by m.n desc limit 1),
      '[]') || coalesce((select m.places from measured m where m.n = leg.n), '[]') as places
    from leg
  )
  select leg.n, app.cut_feature(jsonb_build_object('type', 'Feature',
    'geometry', jsonb_build_object('type', 'LineString', 'coordinates',
      case jsonb_array_length(drawn.places) when 1 then drawn.places || drawn.places else drawn.places end),
    'properties', jsonb_build_object('id', log.id, 'name', log.name, 'segment_num', leg.n,
      'period_start', leg.since, 'period_end', leg.until, 'duration', leg.until - leg.since,
      'distance', round(coalesce(m.miles, 0)::numeric, 4),
      'avg_speed', round(m.avg_speed::numeric, 2), 'max_speed', m.max_speed,
      'avg_tws', round(m.avg_tws::numeric, 2), 'max_tws', m.max_tws,
      'avg_aws', round(m.avg_aws::numeric, 2), 'max_aws', m.max_aws,
      'avg_wind_speed', round(case when wind.is_true then m.avg_tws else m.avg_aws end::numeric, 2),
      'max_wind_speed', case when wind.is_true then m.max_tws else m.max_aws end)))
  from leg
  cross join (select is_true and exists (select from measured where max_tws is not null) as is_true) wind
  join drawn using (n)
  left join measured m using (n)
  order by leg.n
$$;

-- A log as a whole: its line, its points, its legs. Null if it is no trip.
create or replace function app.trip_collection(log api.logbook, is_true boolean default false) returns jsonb
language sql stable set jit = off as $$
  select ('{"type":"FeatureCollection","features":[' || app.line_feature(log)::text || coalesce((
      select string_agg(',' || f.feature, '' order by f.part, f.n)
      from (
        select 1 as part, p.* from app.point_features(log, true, false) p
        union all
        -- Most logs have none, and to find that out costs as much as the line.
        select 2, l.n, l.feature::text from app.leg_features(log, is_true) l
        where log._to_time - log._from_time > interval '24 hours') f), '')
    || ']}')::jsonb
  where app.is_trip(log)
$$;

-- The same by id, for views.
create or replace function app.trip_collection(vessel text, log integer) returns jsonb
language sql stable as $$
  select app.trip_collection(l) from api.logbook l where l.vessel_id = vessel and l.id = log
$$;

grant execute on function app.is_trip(api.logbook), app.chosen_trips(integer, integer, text, text),
    app.kept_trip_readings(text, integer), app.trip_of(api.logbook),
    app.point_features(api.logbook, boolean, boolean), app.weighted_points(api.logbook),
    app.mean_direction(double precision, double precision),
    app.plausible_wind(double precision, double precision), app.trip_readings(api.logbook, double precision),
    app.known_trip_readings(api.logbook), app.trip_line(api.logbook), app.summary_properties(api.logbook),
    app.summary_feature(api.logbook), app.listed_feature(api.logbook), app.found_feature(api.logbook),
    app.point_times(api.logbook), app.line_feature(api.logbook), app.leg_features(api.logbook, boolean),
    app.trip_collection(api.logbook, boolean), app.trip_collection(text, integer)
  to user_role, vessel_role, admin_role, wakelog_viewer;
