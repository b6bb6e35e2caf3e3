-- The track of one log with its measurements, for a page with map and plots.

-- A rounded list of numbers; null if all are null.
create or replace function app.column_of(numbers double precision[], digits integer) returns json
language sql immutable as $$
  select case when count(v.value) > 0 then json_agg(trim_scale(round(v.value::numeric, digits)) order by v.place) end
  from unnest(numbers) with ordinality v (value, place)
$$;

-- The columns of a track, with at most `most` rows and with nautical miles from departure. Empty columns are omitted.
create or replace function app.track_columns(log api.logbook, most integer) returns json
language sql stable set timezone = 'UTC' set jit = off as $$
  with every as (
    select p.*, row_number() over w as n, count(*) over () as total,
      coalesce(app.distance_m(lag(latitude) over w, lag(longitude) over w, latitude, longitude), 0) as step
    from app.track_points(log) p window w as (order by at)
  ), kept as materialized (
    select k.* from (select *, sum(step) over (order by n) / 1852 as miles from every) k
    where (n - 1) % ceil(total::numeric / most)::bigint = 0 or n = total
  ), sources as materialized (
    select s.* from app.reading_sources(
      array['depth', 'voltage', 'charge', 'fuel', 'fresh_water', 'waste_water', 'pressure'],
      app.measurement_keys(log.vessel_id)) s
  ), measured as materialized (
    select k.n, k.at, k.latitude, k.longitude, k.miles, k.speed, k.course, k.apparent_wind, k.apparent_wind_angle,
      (select app.whole_metrics(m.metrics, m.shape, m.numbers)
        from app.metrics m where m.vessel_id = log.vessel_id and m."time" = k.at) as metrics
    from kept k
  ), rows as materialized (
    select m.*, (
      select jsonb_object_agg(s.key, app.reading_of(s.key, s.paths, s.tanks, s.is_fullest, m.metrics, null, null))
      from sources s where m.metrics is not null) as named
    from measured m
  )
  -- Columns without values are null and dropped.
  select json_strip_nulls(json_build_object(
    'seconds', app.column_of(array_agg(extract(epoch from at - log._from_time)::double precision order by n), 0),
    'latitude', app.column_of(array_agg(latitude order by n), 5),
    'longitude', app.column_of(array_agg(longitude order by n), 5),
    'miles', app.column_of(array_agg(miles order by n), 3),
    'speed', app.column_of(array_agg(speed order by n), 1),
    'course', app.column_of(array_agg(course order by n), 0),
    'apparent_wind', app.column_of(array_agg(apparent_wind order by n), 1),
    'apparent_wind_angle', app.column_of(array_agg(apparent_wind_angle order by n), 0),
    'true_wind', app.column_of(array_agg(coalesce(app.reading(metrics -> 'environment.wind.speedTrue'),
      app.reading(metrics -> 'environment.wind.speedOverGround')) * 3600 / 1852 order by n), 1),
    'true_wind_direction', app.column_of(
      array_agg(degrees(app.reading(metrics -> 'environment.wind.directionTrue')) order by n), 0),
    'depth', app.column_of(array_agg(app.reading(named -> 'depth') order by n), 1),
    'voltage', app.column_of(array_agg(app.reading(named -> 'voltage') order by n), 2),
    'charge', app.column_of(array_agg(app.reading(named -> 'charge') order by n), 2),
    'fuel', app.column_of(array_agg(app.reading(named -> 'fuel') order by n), 2),
    'fresh_water', app.column_of(array_agg(app.reading(named -> 'fresh_water') order by n), 2),
    'waste_water', app.column_of(array_agg(app.reading(named -> 'waste_water') order by n), 2),
    'pressure', app.column_of(array_agg(app.reading(named -> 'pressure') order by n), -1)))
  from rows
$$;

create or replace function api.log_track_fn(_id integer, points integer default 1500) returns json
language sql stable as $$
  select json_build_object('from', l._from_time, 'columns',
    coalesce(app.track_columns(l, least(greatest(points, 2), 100000)), '{}'))
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l.id = _id
$$;
comment on function api.log_track_fn is
  'Measurements along the track of a log, including an open one, column by column, as {from, columns}: seconds from '
  'the departure, latitude and longitude in degrees, miles sailed (NM), speed and winds in knots, course, '
  'true_wind_direction and apparent_wind_angle in degrees, depth in metres, voltage, pressure in pascals, charge '
  'and tanks as ratios. Longer tracks are thinned to about the requested number of points; missing measurements are '
  'omitted. Null if the caller has no such log.';

-- Each track expands a whole stored document: fifteen logs bound the time, the shared points the response.
create or replace function api.log_tracks_fn(ids integer[], points integer default 1500) returns json
language sql stable as $$
  with chosen as materialized (
    select l.id, count(*) over () as number
    from (
      select l.id, l._from_time from api.logbook l
      where l.vessel_id = app.current_vessel() and l.id = any (ids)
      order by l._from_time desc, l.id desc
      limit 15) l
  )
  select coalesce(json_agg(json_build_object('id', l.id, 'from', l._from_time, 'columns',
      coalesce(app.track_columns(l, least(greatest(points, 2), 100000 / c.number::integer)), '{}'))
    order by l._from_time desc, l.id desc), '[]')
  from chosen c
  join api.logbook l on l.vessel_id = app.current_vessel() and l.id = c.id
$$;
comment on function api.log_tracks_fn is
  'Measurements along the tracks of several logs by their ids, newest first: each as in log_track_fn, with its id. At '
  'most the 15 newest of these logs and 100000 points in all. Unknown ids are left out.';

grant execute on function app.column_of(double precision[], integer),
    app.track_columns(api.logbook, integer), api.log_track_fn(integer, integer),
    api.log_tracks_fn(integer[], integer) to user_role, admin_role;
