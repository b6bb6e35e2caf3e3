-- Statistics between two dates, and recent activity.

-- Times of the oldest and the newest measurement between two dates; null if there are none.
create or replace function app.measured_first(start_date text, end_date text) returns timestamptz
language sql stable as $$
  select min(m."time") from app.metrics m
  where m.vessel_id = app.current_vessel()
    and m."time" between app.date_bound(start_date, false) and app.date_bound(end_date, true)
$$;
create or replace function app.measured_last(start_date text, end_date text) returns timestamptz
language sql stable as $$
  select max(m."time") from app.metrics m
  where m.vessel_id = app.current_vessel()
    and m."time" between app.date_bound(start_date, false) and app.date_bound(end_date, true)
$$;

-- The logs between two dates, read once: totals and records (`stats_logs`), and the five best by each measure (`best`).
-- Ties go to the lowest id; without wind data the other figures are still returned. The wind is the apparent one, or
-- the true one if requested.
create or replace function app.summed_logs(start_date text, end_date text, is_true boolean default false) returns json
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with chosen as materialized (
    select l.id, l.name, l._from_time, l._to_time, l.max_speed, l.avg_speed, l.distance, l.duration,
      date_part('epoch', l.duration) as seconds, case when is_true
        then app.true_wind_or(l.max_wind_speed, l.vessel_id, l.id, true)
        else l.max_wind_speed end as max_wind_speed
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l._to_time is not null
      and l._from_time >= (select app.date_bound(start_date, false))
      and l._from_time <= (select app.date_bound(end_date, true))
  ), best as materialized (
    select array(select id from chosen where max_speed is not null order by max_speed desc, id limit 5) as speed,
      array(select id from chosen where avg_speed is not null order by avg_speed desc, id limit 5) as average,
      array(select id from chosen where max_wind_speed is not null order by max_wind_speed desc, id limit 5) as wind,
      array(select id from chosen where distance is not null order by distance desc, id limit 5) as distance,
      array(select id from chosen where seconds is not null order by seconds desc, id limit 5) as duration
  ), shown as (
    select measure, coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, measure, case measure
      when 'max_speed' then to_json(l.max_speed) when 'avg_speed' then to_json(l.avg_speed)
      when 'max_wind_speed' then to_json(l.max_wind_speed) when 'distance' then to_json(l.distance)
      else to_json(l.duration) end) order by top.place) filter (where l.id is not null), '[]') as logs
    from best cross join lateral (values ('max_speed', best.speed), ('avg_speed', best.average),
      ('max_wind_speed', best.wind), ('distance', best.distance), ('duration', best.duration)) m (measure, ids)
    left join lateral unnest(m.ids) with ordinality top (id, place) on true
    left join chosen l on l.id = top.id
    group by measure)
  select json_build_object('stats_logs', json_build_object(
      'name', (select v.name from app.vessels v where v.vessel_id = app.current_vessel()),
      'first_date', min(_from_time), 'last_date', max(_to_time),
      'max_speed_id', (select speed[1] from best), 'max_wind_speed_id', (select wind[1] from best),
      'max_duration_id', (select duration[1] from best), 'max_distance_id', (select distance[1] from best),
      'count', count(chosen.id), 'max_speed', max(max_speed), 'max_wind_speed', max(max_wind_speed),
      'max_distance', max(distance), 'sum_distance', sum(distance),
      'max_duration', max(duration), 'sum_duration', justify_hours(sum(duration)),
      'metrics_first', app.measured_first(start_date, end_date),
      'metrics_last', app.measured_last(start_date, end_date),
      'longest_nonstop_sail', (
        select format('%s NM, %s hours', trim_scale(round(l.distance, 2)), justify_hours(l.duration))
        from best join chosen l on l.id = best.distance[1]),
      'best_24h_distance_nm', max(day.nm), 'best_24h_window_start', max(day.since), 'best_24h_log_id', max(day.log_id),
      'best_24h_route', max(day.route)),
    'best', (select json_object_agg(measure, logs) from shown))
  from (select true) every
  -- Of all logs alone; read only then.
  left join lateral (select * from app.best_24h() where concat(start_date, end_date) !~ '\S' offset 0) day on true
  left join chosen on true
$$;

create or replace function api.stats_logs_fn(start_date text default '', end_date text default '', out stats json)
language sql stable as $$ select app.summed_logs(start_date, end_date) -> 'stats_logs' $$;
comment on function api.stats_logs_fn is
  'Totals and records of the logs between two dates (nautical miles, knots, ISO 8601 durations).';

-- Stays count for the part between the dates, so that months add up to the year. A day ends where the next begins.
create or replace function api.stats_stays_fn(start_date text default '', end_date text default '', out stats json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with bounds as materialized (
    select app.date_bound(start_date, false) as since,
      date_trunc('milliseconds', app.date_bound(end_date, true) + interval '500 microseconds') as until
  ), chosen as materialized (
    -- Home ports are read once. A join would be planned for the boat that asks first, and be slow for one with more.
    select s.moorage_id, s.stay_code, coalesce(s.moorage_id in (
        select m.id from api.moorages m where m.vessel_id = app.current_vessel() and m.home_flag), false) as home,
      app.time_between(greatest(s.arrived, bounds.since), least(coalesce(s.departed, now()), bounds.until)) as duration
    from bounds
    join api.stays s on s.arrived < bounds.until and coalesce(s.departed, now()) > greatest(s.arrived, bounds.since)
    where s.vessel_id = app.current_vessel()
  ), away as (
    select coalesce(json_agg(json_build_object('stay_code', a.stay_code, 'stay_duration', a.spent)
        order by a.stay_code), '[]') as by_code,
      coalesce(json_agg(json_build_object('description', t.description, 'duration', a.spent)
        order by a.stay_code), '[]') as by_kind
    from (select stay_code, justify_hours(sum(duration)) as spent from chosen where not home group by stay_code) a
    left join api.stays_at t on t.stay_code = a.stay_code
  )
  select json_build_object(
    'home_ports', count(distinct moorage_id) filter (where home),
    'unique_moorage', count(distinct moorage_id), 'unique_moorages', count(distinct moorage_id),
    'time_at_home_ports', coalesce(justify_hours(sum(duration) filter (where home)), interval '0'),
    'sum_stay_duration', coalesce(justify_hours(sum(duration)), interval '0'),
    'time_spent_away', (select by_code from away), 'time_spent_away_arr', (select by_code from away),
    'time_spent_away_by', (select by_kind from away))
  from chosen
$$;
comment on function api.stats_stays_fn is
  'Moorages and time spent between two dates (ISO 8601 durations); a stay counts for the part between them.';

-- The five moorages with the most stays that ended, and with the longest time spent there.
create or replace function app.top_moorages() returns json
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with visited as materialized (
    select id, name as moorage, stays_count as visits, total_duration,
      case when stays_count > 0 then row_number() over (order by stays_count desc, id) end as by_visits,
      row_number() over (order by date_part('epoch', total_duration) desc, id) as by_duration
    from api.moorage_view where arrivals_departures > 0)
  select json_build_object(
    'ref_count', coalesce((
      select json_agg(json_build_object('id', id, 'moorage', moorage, 'ref_count', visits) order by by_visits)
      from visited where by_visits <= 5), '[]'),
    'dur', coalesce((
      select json_agg(json_build_object('id', id, 'moorage', moorage, 'dur', total_duration) order by by_duration)
      from visited where by_duration <= 5), '[]'))
$$;

-- Everything between two dates, with the apparent or the true wind.
create or replace function app.all_stats(start_date text, end_date text, is_true boolean) returns json
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object(
    'stats_logs', logs -> 'stats_logs', 'stats_moorages', api.stats_stays_fn(start_date, end_date),
    'logs_top_speed', logs #> '{best,max_speed}', 'logs_top_avg_speed', logs #> '{best,avg_speed}',
    'logs_top_wind_speed', logs #> '{best,max_wind_speed}', 'logs_top_distance', logs #> '{best,distance}',
    'logs_top_duration', logs #> '{best,duration}',
    'moorages_top_arrivals', moorages -> 'ref_count', 'moorages_top_duration', moorages -> 'dur',
    'moorages_top_countries', coalesce((
      select json_agg(c.country order by c.country) from (
        select m.country from api.moorages m
        where m.vessel_id = app.current_vessel() and m.country is not null
        group by m.country order by count(*) desc, m.country limit 5) c), '[]'))
  from app.summed_logs(start_date, end_date, is_true) logs, app.top_moorages() moorages
$$;

create or replace function api.stats_fn(start_date text default '', end_date text default '', out stats json)
language sql stable as $$ select app.all_stats(start_date, end_date, false) $$;
comment on function api.stats_fn is
  'Totals between two dates, and the top five of each kind (nautical miles, knots, ISO 8601 durations).';

-- A recent count compared with the previous period of equal length; the percentage is null if that was zero.
create or replace function app.trend(total bigint, recent bigint, before bigint) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('total', total, 'last_30d', recent, 'delta', recent - before,
    'pct', round(100.0 * (recent - before) / nullif(before, 0), 1))
$$;

create or replace function api.vessel_activity_fn() returns json
language sql stable as $$
  with bounds as (select now() - interval '30 days' as recent, now() - interval '60 days' as before),
  logs as (
    select app.trend(count(*), count(*) filter (where _from_time >= recent),
      count(*) filter (where _from_time >= before and _from_time < recent)) as trend
    from api.logbook, bounds where vessel_id = app.current_vessel() and _to_time is not null),
  stays as (
    select app.trend(count(*), count(*) filter (where arrived >= recent),
        count(*) filter (where arrived >= before and arrived < recent)) as trend
    from api.stays, bounds where vessel_id = app.current_vessel()),
  places as (
    select m.country, s.first_seen, s.recently
    from api.moorages m
    cross join lateral (
      select min(s.arrived) as first_seen, bool_or(s.arrived >= bounds.recent) as recently from api.stays s, bounds
      where s.vessel_id = m.vessel_id and s.moorage_id = m.id) s
    where m.vessel_id = app.current_vessel())
  select json_build_object('logs', logs.trend, 'stays', stays.trend, 'moorages', (
    select json_build_object('total', count(*), 'new_last_30d', count(*) filter (where p.first_seen >= bounds.recent),
      'visits_last_30d', stays.trend -> 'last_30d', 'visits_delta', stays.trend -> 'delta', 'pct', stays.trend -> 'pct',
      'countries_last_30d', count(distinct p.country) filter (where p.recently),
      'countries_total', count(distinct p.country))
    from places p))
  from logs, stays, bounds
$$;
comment on function api.vessel_activity_fn is
  'Numbers of logs, stays and moorages in total and in the last 30 days, compared with the 30 days before (pct in '
  'percent).';

grant execute on function app.top_moorages(), app.trend(bigint, bigint, bigint), app.all_stats(text, text, boolean),
    api.stats_fn(text, text), api.vessel_activity_fn(), api.stats_stays_fn(text, text) to user_role, admin_role;
grant execute on function app.measured_first(text, text), app.measured_last(text, text)
  to user_role, admin_role, wakelog_viewer;
grant execute on function app.summed_logs(text, text, boolean), api.stats_logs_fn(text, text) to user_role, admin_role;
