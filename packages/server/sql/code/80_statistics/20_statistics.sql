-- Statistics between two dates, and recent activity.

-- Ties go to the lowest id; without wind data the other figures are still returned.
create or replace function api.stats_logs_fn(start_date text default '', end_date text default '', out stats json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with chosen as materialized (
    select l.id, l._from_time, l._to_time, l.max_speed, l.max_wind_speed, l.distance, l.duration
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l._to_time is not null
      and l._from_time >= (select app.date_bound(start_date, false))
      and l._from_time <= (select app.date_bound(end_date, true))
  )
  select json_build_object(
    'name', (select v.name from app.vessels v where v.vessel_id = app.current_vessel()),
    'first_date', min(_from_time), 'last_date', max(_to_time),
    'max_speed_id', (select id from chosen where max_speed is not null order by max_speed desc, id limit 1),
    'max_wind_speed_id', (
      select id from chosen where max_wind_speed is not null order by max_wind_speed desc, id limit 1),
    'max_duration_id', (select id from chosen where duration is not null order by duration desc, id limit 1),
    'max_distance_id', (select id from chosen where distance is not null order by distance desc, id limit 1),
    'count', count(*), 'max_speed', max(max_speed), 'max_wind_speed', max(max_wind_speed),
    'max_distance', max(distance), 'sum_distance', sum(distance),
    'max_duration', max(duration), 'sum_duration', justify_hours(sum(duration)))
  from chosen
$$;
comment on function api.stats_logs_fn is
  'Totals and records of the logs between two dates (nautical miles, knots, ISO 8601 durations).';

-- Stays count for the part between the dates, so that months add up to the year. A day ends where the next begins.
create or replace function api.stats_stays_fn(start_date text default '', end_date text default '', out stats json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with bounds as materialized (
    select app.date_bound(start_date, false) as since,
      date_trunc('milliseconds', app.date_bound(end_date, true) + interval '500 microseconds') as until
  ), chosen as materialized (
    select s.moorage_id, s.stay_code, coalesce(m.home_flag, false) as home,
      app.time_between(greatest(s.arrived, bounds.since), least(coalesce(s.departed, now()), bounds.until)) as duration
    from bounds
    join api.stays s on s.arrived < bounds.until and coalesce(s.departed, now()) > greatest(s.arrived, bounds.since)
    left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
    where s.vessel_id = app.current_vessel()
  )
  select json_build_object(
    'home_ports', count(distinct moorage_id) filter (where home),
    'unique_moorage', count(distinct moorage_id),
    'time_at_home_ports', coalesce(justify_hours(sum(duration) filter (where home)), interval '0'),
    'sum_stay_duration', coalesce(justify_hours(sum(duration)), interval '0'),
    'time_spent_away', coalesce((
      select json_agg(json_build_object('stay_code', stay_code, 'stay_duration', spent) order by stay_code)
      from (
        select stay_code, justify_hours(sum(duration)) as spent from chosen where not home group by stay_code) away),
      '[]'))
  from chosen
$$;
comment on function api.stats_stays_fn is
  'Moorages and time spent between two dates (ISO 8601 durations); a stay counts for the part between them.';

-- Top five by a measure; ties go to the lowest id.
create or replace function app.top_logs(start_date text, end_date text, measure text) returns json
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, measure, to_jsonb(l) -> measure)
    order by top.rank desc, top.id), '[]')
  from (
    select l.id, m.rank
    from api.logbook l
    cross join lateral (select case measure
      when 'max_speed' then l.max_speed when 'avg_speed' then l.avg_speed
      when 'max_wind_speed' then l.max_wind_speed when 'distance' then l.distance::double precision
      when 'duration' then extract(epoch from l.duration)::double precision end as rank) m
    where l.vessel_id = app.current_vessel() and l._to_time is not null and m.rank is not null
      and l._from_time >= (select app.date_bound(start_date, false))
      and l._from_time <= (select app.date_bound(end_date, true))
    order by m.rank desc, l.id limit 5) top
  join api.logbook l on l.id = top.id
$$;

create or replace function app.top_moorages(measure text) returns json
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select coalesce(
    json_agg(json_build_object('id', top.id, 'moorage', top.moorage, measure, top.shown) order by top.place), '[]')
  from (
    select m.id, m.moorage, case measure when 'ref_count' then to_json(m.arrivals_departures)
      else to_json(m.total_duration) end as shown, row_number() over (order by r.rank desc, m.id) as place
    from api.moorages_view m
    cross join lateral (select case measure when 'ref_count' then m.arrivals_departures::double precision
      else extract(epoch from m.total_duration)::double precision end as rank) r
    where m.arrivals_departures > 0
    order by r.rank desc, m.id limit 5) top
$$;

create or replace function api.stats_fn(start_date text default '', end_date text default '', out stats json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select json_build_object(
    'stats_logs', api.stats_logs_fn(start_date, end_date), 'stats_moorages', api.stats_stays_fn(start_date, end_date),
    'logs_top_speed', app.top_logs(start_date, end_date, 'max_speed'),
    'logs_top_avg_speed', app.top_logs(start_date, end_date, 'avg_speed'),
    'logs_top_wind_speed', app.top_logs(start_date, end_date, 'max_wind_speed'),
    'logs_top_distance', app.top_logs(start_date, end_date, 'distance'),
    'logs_top_duration', app.top_logs(start_date, end_date, 'duration'),
    'moorages_top_arrivals', app.top_moorages('ref_count'), 'moorages_top_duration', app.top_moorages('dur'),
    'moorages_top_countries', coalesce((
      select json_agg(distinct m.country order by m.country) from api.moorages m
      where m.vessel_id = app.current_vessel() and m.country is not null), '[]'))
$$;
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

grant execute on function app.top_logs(text, text, text), app.top_moorages(text), app.trend(bigint, bigint, bigint),
    api.stats_fn(text, text), api.vessel_activity_fn(), api.stats_stays_fn(text, text) to user_role, admin_role;
grant execute on function api.stats_logs_fn(text, text) to user_role, admin_role;
