-- Log lines for drawing: as few points as the scale needs, in compact form.

-- A line as {"id", "started", "units", "points", "gaps"}. Points are a flat list of integers: longitude and latitude in
-- 1/`units` degrees and, if requested, seconds since departure, each as the difference from the previous point. Units
-- match the tolerance. Gaps are the indices, from 0, of the points that end a silence.
create or replace function app.drawn_line(line app.log_lines, started timestamptz, tolerance double precision,
  most integer, times boolean)
returns json language sql stable set timezone = 'UTC' as $$
  with kept as (
    -- The points are ordered by their effect on the shape.
    select greatest(2, least(most,
      (select count(*) from unnest(line.metres) m where m >= tolerance))) as number
  ), unit as (
    select number, (10 ^ greatest(2, least(5, ceil(log((111000 / greatest(1,
      least(coalesce(tolerance, 1), 111000), nullif(line.metres[number], 'infinity')))::numeric)))))::integer as units
    from kept
  ), point as (
    select p.place, p.second, round(p.longitude * (units / 1e5))::integer as x,
      round(p.latitude * (units / 1e5))::integer as y
    from unit, unnest(line.longitudes[:number], line.latitudes[:number], line.seconds[:number],
      line.places[:number]) p (longitude, latitude, second, place)
  ), step as (
    select place, row_number() over along - 1 as n, x - lag(x, 1, 0) over along as x, y - lag(y, 1, 0) over along as y,
      second - lag(second, 1, 0) over along as second
    from point window along as (order by place)
  )
  select json_build_object('id', line.id, 'started', started, 'units', (select units from unit),
    'points', (select ('[' || string_agg(concat_ws(',', x, y, case when times then second end), ',' order by place)
      || ']')::json from step),
    'gaps', (select coalesce(json_agg(n order by n), '[]') from step where place = any (line.gaps)))
$$;

create or replace function api.track_fn(_id integer, tolerance double precision default 10) returns json
language sql stable as $$
  select app.drawn_line(line, l._from_time, tolerance, 20000, true)
  from api.logbook l
  join app.log_lines line on line.vessel_id = l.vessel_id and line.id = l.id
  where l.vessel_id = app.current_vessel() and l.id = _id
$$;
comment on function api.track_fn is
  'The track of a finished log, simplified to a tolerance in metres: docs/tracks.md. Null until the log is '
  'finished.';

-- Divides the point budget among the logs, so that the response is bounded for any request.
create or replace function api.tracks_fn(ids integer[] default null, start_date text default '',
  end_date text default '', tolerance double precision default 50, points integer default 500,
  times boolean default false) returns json
language sql stable as $$
  with log as (
    select l.vessel_id, l.id, l._from_time, count(*) over () as number
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l._to_time is not null and (ids is null or l.id = any (ids))
      and l._from_time >= app.date_bound(start_date, false) and l._from_time <= app.date_bound(end_date, true)
    order by l._from_time desc, l.id desc
    limit 2000
  )
  select coalesce(json_agg(app.drawn_line(line, l._from_time, tolerance,
    least(points, 100000 / least(l.number, 2000)::integer), times) order by l._from_time desc, l.id desc), '[]')
  from log l
  join app.log_lines line on line.vessel_id = l.vessel_id and line.id = l.id
$$;
comment on function api.tracks_fn is
  'The tracks of finished logs, newest first, by ids or days of departure, each simplified to a tolerance in metres '
  'and a number of points: docs/tracks.md. At most 2000 logs and 100000 points in all.';

grant select on app.log_lines to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function app.drawn_line(app.log_lines, timestamptz, double precision, integer, boolean),
    api.track_fn(integer, double precision),
    api.tracks_fn(integer[], text, text, double precision, integer, boolean)
  to user_role, vessel_role, admin_role;
