-- Winds and boat speeds of many logs, added up from the counters that finishing keeps of each: never from measurements.

create or replace function api.winds_fn(year integer default null) returns json
language sql stable as $$
  with wind as materialized (
    select w.rose, w.rose_seconds, w.polar, w.polar_seconds, w.polar_knot_seconds
    from app.logs_of_year(winds_fn.year) l
    join app.log_winds w on w.vessel_id = app.current_vessel() and w.id = l.id
  )
  select json_build_object(
    'logs', (select count(*) from wind where rose <> '{}'),
    'sailed', (select count(*) from wind where polar <> '{}'),
    'rose', (
      select coalesce(json_agg(json_build_array(cell / 6, cell % 6, seconds) order by cell), '[]')
      from (
        select c.cell, sum(c.seconds) as seconds
        from wind cross join lateral unnest(wind.rose, wind.rose_seconds) c (cell, seconds) group by 1) summed),
    'polar', (
      select coalesce(json_agg(json_build_array(cell / 6 * 10, cell % 6, seconds,
        round((knot_seconds / seconds)::numeric, 2)) order by cell), '[]')
      from (
        select c.cell, sum(c.seconds) as seconds, sum(c.knot_seconds::double precision) as knot_seconds
        from wind
        cross join lateral unnest(wind.polar, wind.polar_seconds, wind.polar_knot_seconds)
          c (cell, seconds, knot_seconds)
        group by 1) summed))
$$;
comment on function api.winds_fn is
  'True wind under way in the logs of a year, or of all years, and the boat''s speed under sail in it. rose: '
  '[sixteenth of the circle from north clockwise, band, seconds] of where the wind came from. polar: [angle off the '
  'bow in degrees, both tacks together, band, seconds, mean speed in knots]. A band is 5 knots of true wind; the last, '
  '5, is open. logs and sailed: numbers of logs behind them.';

grant select on app.log_winds to user_role, admin_role;
grant execute on function api.winds_fn(integer) to user_role, admin_role;
