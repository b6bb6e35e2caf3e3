-- The best 24 hours over all logs.

-- When the best 24 hours within a log longer than that began, by its line; its departure if that is unknown.
create or replace function app.best_day_began(log_id integer, since timestamptz) returns timestamptz
language sql stable as $$
  with point as (
    select p.second, sum(app.distance_m(p.before_lat, p.before_lng, p.lat, p.lng)) over (order by p.second) as metres
    from (
      select second, y / 1e5 as lat, x / 1e5 as lng, lag(y) over (order by second) / 1e5 as before_lat,
        lag(x) over (order by second) / 1e5 as before_lng
      from app.log_lines line, unnest(line.longitudes, line.latitudes, line.seconds) u (x, y, second)
      where line.vessel_id = app.current_vessel() and line.id = log_id) p
  ), day as (
    select second, max(metres) over (order by second range between current row and 86400 following)
      - coalesce(metres, 0) as sailed
    from point
  )
  select since + make_interval(secs => coalesce(
    (select d.second from day d where d.sailed is not null order by d.sailed desc, d.second limit 1), 0))
$$;

-- The best window: along the track of one log, or the logs that begin in it, the last one in proportion. No row without
-- distances.
create or replace function app.best_24h()
returns table (nm numeric, log_id integer, log_name text, since timestamptz, until timestamptz, logs integer[],
  route text)
language sql stable as $$
  with log as materialized (
    select l.id, l.name, l._from, l._to, l._from_time, l._to_time, nullif(l.distance, 'NaN') as nm,
      date_part('epoch', l.duration) as seconds,
      case when jsonb_typeof(l.extra -> 'best_24h_nm') = 'number'
        then (l.extra ->> 'best_24h_nm')::numeric end as along
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l._to_time is not null and app.is_dated(l._from_time, l._to_time)
  ), window_of as (
    select l.id, l.name, l._from_time, l._to_time, l.along, count(*) over day as number,
      sum(l.nm) over day - coalesce(last_value(l.nm) over day * greatest(0, 1 - (86400 - date_part('epoch',
        last_value(l._from_time) over day - l._from_time)) / nullif(last_value(l.seconds) over day, 0))::numeric, 0)
        as together
    from log l
    window day as (order by l._from_time range between current row and interval '23:59:59.999999' following)
  ), best as (
    select *, round(case when number = 1 then coalesce(along, together) else greatest(along, together) end, 2) as nm
    from window_of
    order by nm desc nulls last, _from_time, id
    limit 1
  ), part as (
    select l.id, l._from, l._to, l._from_time, l._to_time, row_number() over (order by l._from_time, l.id) as n
    from best b
    join log l on (l.id = b.id or b.together > coalesce(b.along, -1) and l._from_time >= b._from_time
        and l._from_time < b._from_time + interval '24 hours')
  )
  select b.nm, b.id, b.name, case when b._to_time - b._from_time > interval '24 hours'
      then app.best_day_began(b.id, b._from_time) else b._from_time end,
    (select max(_to_time) from part), array(select id from part order by n),
    (select string_agg(place, ' → ' order by n) from (
      select 0 as n, _from as place from part where n = 1 union all select n, _to from part) places)
  from best b where b.nm > 0
$$;

create or replace function api.best_24h_record_fn()
returns table (best_distance_nm numeric, window_start timestamptz, window_end timestamptz, anchor_log_id integer,
  anchor_log_name text, contributing_log_ids integer[], route_summary text)
language sql stable as $$
  select nm, since, until, log_id, log_name, logs, route from app.best_24h()
$$;
comment on function api.best_24h_record_fn is
  'The most nautical miles within 24 hours over all logs: at most one row, with the log in which they begin, the logs '
  'that contribute, and their places. window_end is the arrival of the last of these.';

grant execute on function app.best_day_began(integer, timestamptz), app.best_24h()
  to user_role, admin_role, wakelog_viewer;
grant execute on function api.best_24h_record_fn() to user_role, admin_role;
