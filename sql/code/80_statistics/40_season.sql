-- Everything that a page about one year, or about all of them, shows: counted here, so that the answer stays small.

-- Seconds of a log that were made in one way, by its stretches.
create or replace function app.made_seconds(segments jsonb, way text) returns double precision
language sql stable as $$
  select sum(extract(epoch from (stretch ->> 'to')::timestamptz - (stretch ->> 'from')::timestamptz))::double precision
  from jsonb_array_elements(case jsonb_typeof(segments) when 'array' then segments end) stretch
  where stretch ->> 'kind' = way
$$;

-- The first instant of a year where the caller reads; null for every year. One that no log can have is beyond all.
create or replace function app.year_begins(year bigint) returns timestamptz
language sql stable as $$
  select case when year between 1 and 9999
      then make_timestamp(year::integer, 1, 1, 0, 0, 0) at time zone app.current_time_zone()
    when year is not null then 'infinity' end
$$;

-- The logs that began in a year, or in any.
create or replace function app.logs_of_year(year integer)
returns table (
  id integer, name text, "from" text, "to" text, started timestamptz, "hour" timestamp, distance numeric,
  seconds double precision, max_speed double precision, avg_speed double precision, max_wind_speed double precision,
  extra jsonb, segments jsonb)
language sql stable as $$
  select l.id, l.name, l._from, l._to, l._from_time, l._from_time at time zone (select app.current_time_zone()),
    nullif(l.distance, 'NaN'),
    extract(epoch from l.duration)::double precision, l.max_speed, l.avg_speed, l.max_wind_speed, l.extra, l.segments
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l._to_time is not null and app.is_dated(l._from_time, l._to_time)
    and l._from_time >= (select coalesce(app.year_begins(year), '-infinity'))
    and l._from_time < (select coalesce(app.year_begins(year::bigint + 1), 'infinity'))
$$;

-- Logs and nautical miles by a part of the time of departure: from `first` to `last`, each of them.
create or replace function app.logs_by_part(of_year integer, part text, first integer, last integer) returns json
language sql stable as $$
  select json_agg(json_build_array(coalesce(logs, 0), coalesce(nm, 0)) order by n)
  from generate_series(first, last) n
  left join (
    select date_part(part, l."hour")::integer as n, count(*) as logs, round(sum(l.distance), 1) as nm
    from app.logs_of_year(of_year) l group by 1) counted using (n)
$$;

-- The three logs with the greatest value of a measure.
create or replace function app.records_of_year(of_year integer, measure text) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'from', "from", 'to', "to",
    'started', started, 'value', value) order by value desc, id), '[]')
  from (
    select l.id, l.name, l."from", l."to", l.started, v.value
    from app.logs_of_year(of_year) l
    cross join lateral (select nullif(case measure
      when 'distance' then l.distance::double precision when 'seconds' then l.seconds
      when 'max_speed' then l.max_speed when 'avg_speed' then l.avg_speed
      when 'max_wind_speed' then l.max_wind_speed
      when 'best_24h_nm' then case jsonb_typeof(l.extra -> measure) when 'number'
        then (l.extra ->> measure)::double precision end end, 'NaN') as value) v
    where v.value > 0
    order by v.value desc, l.id limit 3) best
$$;

-- Names in a list of `extra`, each with the number of logs that have it.
create or replace function app.named_in_year(of_year integer, list text) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_array(name, logs) order by logs desc, name), '[]')
  from (
    select n.name, count(distinct l.id) as logs
    from app.logs_of_year(of_year) l
    cross join lateral jsonb_array_elements_text(case jsonb_typeof(l.extra -> list)
      when 'array' then l.extra -> list end) n (name)
    group by n.name) named
$$;

-- Stays that touch a year, as far as they lie in it.
create or replace function app.stays_of_year(of_year integer) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_array(stay_code, stays, round(seconds::numeric)) order by stay_code), '[]')
  from (
    select coalesce(s.stay_code, 1) as stay_code, count(*) as stays,
      sum(extract(epoch from least(coalesce(s.departed, now()), year.ends)
        - greatest(s.arrived, year.begins))) as seconds
    from (select app.year_begins(of_year) as begins, app.year_begins(of_year::bigint + 1) as ends) year
    join api.stays s on s.arrived < coalesce(year.ends, 'infinity')
      and coalesce(s.departed, now()) > coalesce(year.begins, '-infinity')
    where s.vessel_id = app.current_vessel() and app.is_dated(s.arrived, s.departed)
      and coalesce(s.departed, now()) > s.arrived
    group by 1) spent
$$;

create or replace function api.statistics_fn(year integer default null) returns json
language sql stable set timezone = 'UTC' as $$
  select json_build_object(
    'totals', (
      select json_build_object('logs', count(*), 'distance', round(sum(l.distance), 1),
        'not_recorded', round(sum(app.not_recorded_nm(l.extra)), 1), 'seconds', sum(l.seconds),
        'days', count(distinct l."hour"::date), 'first', min(l.started), 'last', max(l.started),
        'sailing_nm', sum(app.made_nm(l.segments, 'sailing')), 'motoring_nm', sum(app.made_nm(l.segments, 'motoring')),
        'sailing_seconds', sum(app.made_seconds(l.segments, 'sailing')),
        'motoring_seconds', sum(app.made_seconds(l.segments, 'motoring')))
      from app.logs_of_year(statistics_fn.year) l),
    'years', (
      select coalesce(json_agg(json_build_object('year', y.of_year, 'logs', y.logs, 'distance', y.distance,
        'seconds', y.seconds, 'months', y.months) order by y.of_year), '[]')
      from (
        select m.of_year, sum(m.logs) as logs, round(sum(m.nm), 1) as distance, sum(m.seconds) as seconds,
          json_object_agg(m.of_month, round(m.nm, 1) order by m.of_month) as months
        from (
          select date_part('year', l."hour")::integer as of_year, date_part('month', l."hour")::integer as of_month,
            count(*) as logs, coalesce(sum(l.distance), 0) as nm, sum(l.seconds) as seconds
          from app.logs_of_year(null) l group by 1, 2) m
        group by m.of_year) y),
    'months', app.logs_by_part(year, 'month', 1, 12),
    'weekdays', app.logs_by_part(year, 'isodow', 1, 7),
    'hours', app.logs_by_part(year, 'hour', 0, 23),
    'days', (
      select coalesce(json_agg(json_build_array(d.of_day, d.logs, d.nm) order by d.of_day), '[]')
      from (
        select l."hour"::date as of_day, count(*) as logs, round(sum(l.distance), 1) as nm
        from app.logs_of_year(coalesce(statistics_fn.year, (
          select date_part('year', max(n."hour"))::integer from app.logs_of_year(null) n))) l
        group by 1) d),
    'stays', app.stays_of_year(year),
    'countries', app.named_in_year(year, 'countries'),
    'seas', app.named_in_year(year, 'seas'),
    'records', json_build_object('distance', app.records_of_year(year, 'distance'),
      'seconds', app.records_of_year(year, 'seconds'), 'max_speed', app.records_of_year(year, 'max_speed'),
      'avg_speed', app.records_of_year(year, 'avg_speed'),
      'max_wind_speed', app.records_of_year(year, 'max_wind_speed'),
      'best_24h_nm', app.records_of_year(year, 'best_24h_nm')))
$$;
comment on function api.statistics_fn is
  'Statistics of a year, or of all years (nautical miles, seconds, knots), by the days and hours of the preference '
  'time_zone, else of the quiet hours'' zone, else UTC. A log counts whole when it began, a '
  'stay as far as it lies in the year. months, weekdays (Monday first) and hours are [logs, nautical miles]; days '
  '[day, logs, nautical miles] of the year, or of the newest; stays [stay code, stays, seconds]; countries and seas '
  '[name, logs]; records the three best logs of a kind, with where each began and ended; years are always all '
  'of them, with the distance of each month.';

grant execute on function app.made_seconds(jsonb, text), app.year_begins(bigint), app.logs_of_year(integer),
    app.logs_by_part(integer, text, integer, integer), app.records_of_year(integer, text),
    app.named_in_year(integer, text), app.stays_of_year(integer), api.statistics_fn(integer)
  to user_role, admin_role;
