-- Procedures that count and sum.

-- The instants that a client's text dates enclose: an absent or unreadable one leaves its side open; an end without
-- a time of day includes that day.
create or replace function app.date_bound(date text, is_end boolean) returns timestamptz
language plpgsql stable set timezone = 'UTC' as $$
begin
  if nullif(trim(date), '') is null then
    return case when is_end then 'infinity' else '-infinity' end;
  end if;
  return date::timestamptz + case
    when is_end and trim(date) ~ '^\d{4}-\d{1,2}-\d{1,2}$' then interval '1 day' - interval '1 microsecond'
    else interval '0' end;
exception when invalid_datetime_format or datetime_field_overflow or invalid_text_representation then
  return case when is_end then 'infinity' else '-infinity' end;
end
$$;

create or replace function api.logs_by_day_fn(out charts json)
language sql stable as $$
  select json_object_agg(lpad(k::text, 2, '0'), coalesce(n, 0) order by k)
  from generate_series(1, 7) k
  left join (
    select extract(dow from _from_time at time zone 'UTC')::integer + 1 as k, count(*) as n
    from api.logbook where vessel_id = app.current_vessel() group by 1) counted using (k)
$$;

create or replace function api.logs_by_month_fn(out charts json)
language sql stable as $$
  select json_object_agg(lpad(k::text, 2, '0'), coalesce(n, 0) order by k)
  from generate_series(1, 12) k
  left join (
    select extract(month from _from_time at time zone 'UTC')::integer as k, count(*) as n
    from api.logbook where vessel_id = app.current_vessel() group by 1) counted using (k)
$$;

-- Of equal maxima the log with the lowest id is named; without wind data everything else is still told.
create or replace function api.stats_logs_fn(start_date text default '', end_date text default '', out stats json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with chosen as materialized (
    select l.id, l._from_time, l._to_time, l.max_speed, l.max_wind_speed, l.distance, l.duration
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l._to_time is not null
      and l._from_time >= app.date_bound(start_date, false) and l._to_time <= app.date_bound(end_date, true)
  )
  select json_build_object(
    'name', (select v.name from app.vessels v where v.vessel_id = app.current_vessel()),
    'first_date', min(_from_time), 'last_date', max(_to_time),
    'max_speed_id', (select id from chosen where max_speed is not null order by max_speed desc, id limit 1),
    'max_wind_speed_id', (select id from chosen where max_wind_speed is not null order by max_wind_speed desc, id limit 1),
    'max_duration_id', (select id from chosen where duration is not null order by duration desc, id limit 1),
    'max_distance_id', (select id from chosen where distance is not null order by distance desc, id limit 1),
    'count', count(*), 'max_speed', max(max_speed), 'max_wind_speed', max(max_wind_speed),
    'max_distance', max(distance), 'sum_distance', sum(distance),
    'max_duration', max(duration), 'sum_duration', justify_hours(sum(duration)))
  from chosen
$$;

create or replace function api.stats_stays_fn(start_date text default '', end_date text default '', out stats json)
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  with chosen as materialized (
    select s.moorage_id, s.stay_code, coalesce(m.home_flag, false) as home,
      coalesce(s.departed, now()) - s.arrived as duration
    from api.stays s
    left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
    where s.vessel_id = app.current_vessel()
      and s.arrived >= app.date_bound(start_date, false) and coalesce(s.departed, now()) <= app.date_bound(end_date, true)
  )
  select json_build_object(
    'home_ports', count(distinct moorage_id) filter (where home),
    'unique_moorage', count(distinct moorage_id),
    'time_at_home_ports', coalesce(justify_hours(sum(duration) filter (where home)), interval '0'),
    'sum_stay_duration', coalesce(justify_hours(sum(duration)), interval '0'),
    'time_spent_away', coalesce((
      select json_agg(json_build_object('stay_code', stay_code, 'stay_duration', spent) order by stay_code)
      from (select stay_code, justify_hours(sum(duration)) as spent from chosen where not home group by stay_code) away),
      '[]'))
  from chosen
$$;
