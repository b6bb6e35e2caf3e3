-- Statistics of one year or all years, aggregated here to keep the response small.

-- Start of a year in the caller's time zone; null for all years. Impossible years are infinite.
create or replace function app.year_begins(year bigint) returns timestamptz
language sql stable as $$
  select case when year between 1 and 9999
      then make_timestamp(year::integer, 1, 1, 0, 0, 0) at time zone app.current_time_zone()
    when year is not null then 'infinity' end
$$;

-- Sums of the engines' figures in a log's `extra`; null if there are none. Users may write anything there.
create or replace function app.engine_sums(extra jsonb)
returns table (engine_seconds double precision, fuel_litres double precision)
language sql immutable parallel safe as $$
  select sum((m.value #>> '{}')::double precision) filter (where right(m.key, 8) = '.runTime'),
    sum((m.value #>> '{}')::double precision) filter (where right(m.key, 12) = '.fuel_litres')
  from jsonb_each(case jsonb_typeof(extra -> 'metrics') when 'object' then extra -> 'metrics' end) m
  where m.key like 'propulsion.%' and jsonb_typeof(m.value) = 'number' and m.value between '0' and '1e9'
$$;

-- Nautical miles and seconds of a log under sail and under engine; null if there are none.
create or replace function app.ways_made(segments jsonb)
returns table (sailing_nm numeric, motoring_nm numeric, sailing_seconds double precision,
  motoring_seconds double precision)
language sql stable parallel safe as $$
  select round(sum(s.nm) filter (where s.way = 'sailing'), 2), round(sum(s.nm) filter (where s.way = 'motoring'), 2),
    sum(s.seconds) filter (where s.way = 'sailing'), sum(s.seconds) filter (where s.way = 'motoring')
  from (
    select stretch ->> 'kind' as way,
      case jsonb_typeof(stretch -> 'distanceNm') when 'number' then (stretch ->> 'distanceNm')::numeric end as nm,
      date_part('epoch', (stretch ->> 'to')::timestamptz - (stretch ->> 'from')::timestamptz) as seconds
    from jsonb_array_elements(case jsonb_typeof(segments) when 'array' then segments end) stretch) s
$$;

-- Logs that began in a year, or all.
create or replace function app.logs_of_year(year integer)
returns table (
  id integer, name text, "from" text, "to" text, started timestamptz, "hour" timestamp, distance numeric,
  seconds double precision, max_speed double precision, avg_speed double precision, max_wind_speed double precision,
  extra jsonb, segments jsonb)
language sql stable as $$
  select l.id, l.name, l._from, l._to, l._from_time, l._from_time at time zone (select app.current_time_zone()),
    nullif(l.distance, 'NaN'), date_part('epoch', l.duration), l.max_speed, l.avg_speed, l.max_wind_speed, l.extra,
    l.segments
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l._to_time is not null and app.is_dated(l._from_time, l._to_time)
    and l._from_time >= (select coalesce(app.year_begins(year), '-infinity'))
    and l._from_time < (select coalesce(app.year_begins(year::bigint + 1), 'infinity'))
$$;

-- Stays of a year, for the part within it, with the nights that began in it.
create or replace function app.stays_of_year(of_year integer) returns json
language sql stable as $$
  select coalesce(json_agg(
    json_build_array(stay_code, stays, round(seconds::numeric), nights) order by stay_code), '[]')
  from (
    select coalesce(s.stay_code, 1) as stay_code, count(*) as stays,
      sum(extract(epoch from least(coalesce(s.departed, now()), year.ends)
        - greatest(s.arrived, year.begins))) as seconds,
      -- The midnights of the caller's time zone.
      sum((least(coalesce(s.departed, now()), year.ends) at time zone year.zone)::date
        - (greatest(s.arrived, year.begins) at time zone year.zone)::date) as nights
    -- Computed once, not for each stay.
    from (
      select app.year_begins(of_year) as begins, app.year_begins(of_year::bigint + 1) as ends,
        app.current_time_zone() as zone offset 0) year
    join api.stays s on s.arrived < coalesce(year.ends, 'infinity')
      and coalesce(s.departed, now()) > coalesce(year.begins, '-infinity')
    where s.vessel_id = app.current_vessel() and app.is_dated(s.arrived, s.departed)
      and coalesce(s.departed, now()) > s.arrived
    group by 1) spent
$$;

-- The five most visited moorages of a year, by arrivals.
create or replace function app.places_of_year(of_year integer) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_array(m.id, m.name, visits) order by visits desc, m.id), '[]')
  from (
    select s.moorage_id as id, count(*) as visits
    from api.stays s
    where s.vessel_id = app.current_vessel() and s.moorage_id is not null and app.is_dated(s.arrived, s.departed)
      and s.arrived >= (select coalesce(app.year_begins(of_year), '-infinity'))
      and s.arrived < (select coalesce(app.year_begins(of_year::bigint + 1), 'infinity'))
    group by s.moorage_id
    order by visits desc, s.moorage_id limit 5) visited
  join api.moorages m on m.id = visited.id
$$;

-- Reads each log once for all figures.
create or replace function api.statistics_fn(year integer default null) returns json
language sql stable set timezone = 'UTC' as $$
  with present as materialized (select (now() at time zone app.current_time_zone())::date as today),
  log as materialized (
    select l.id, l.name, l."from", l."to", l.started, l."hour", l.distance, l.seconds, l.max_speed, l.avg_speed,
      l.max_wind_speed, app.not_recorded_nm(l.extra) as not_recorded, made.*, engines.*,
      case jsonb_typeof(l.extra -> 'best_24h_nm') when 'number'
        then (l.extra ->> 'best_24h_nm')::double precision end as best_24h_nm,
      l.extra -> 'countries' as countries, l.extra -> 'seas' as seas
    from app.logs_of_year(statistics_fn.year) l
    cross join lateral app.ways_made(l.segments) made
    cross join lateral app.engine_sums(l.extra) engines),
  each_month as materialized (
    select date_part('year', l."hour")::integer as of_year, date_part('month', l."hour")::integer as of_month,
      count(*) as logs, coalesce(sum(l.distance), 0) as nm, sum(l.seconds) as seconds,
      sum(l.distance) filter (where (date_part('month', l."hour"), date_part('day', l."hour"))
        <= (select date_part('month', today), date_part('day', today) from present)) as to_date
    from app.logs_of_year(null) l group by 1, 2),
  -- Logs and nautical miles by part of the departure time, from `first` to `last`.
  departures as (
    select p.part, json_agg(json_build_array(coalesce(c.logs, 0), coalesce(c.nm, 0)) order by n) as counted
    from (values ('month', 1, 12), ('isodow', 1, 7), ('hour', 0, 23)) p (part, first, last)
    cross join lateral generate_series(p.first, p.last) n
    left join (
      select p.part, date_part(p.part, log."hour")::integer as n, count(*) as logs, round(sum(log.distance), 1) as nm
      from log cross join (values ('month'), ('isodow'), ('hour')) p (part) group by 1, 2) c using (part, n)
    group by p.part),
  -- Names in lists of logs, with the number of logs for each.
  named as (
    select list, json_agg(json_build_array(name, logs) order by logs desc, name) as counted
    from (
      select list, name, count(*) as logs
      from (
        -- Hashed: counting distinct ids would sort the names of all logs.
        select distinct log.id, lists.list, n.name
        from log
        cross join lateral (values ('countries', log.countries), ('seas', log.seas)) lists (list, names)
        cross join lateral jsonb_array_elements_text(case jsonb_typeof(lists.names)
          when 'array' then lists.names end) n (name)) of_log
      group by 1, 2) counted
    group by list),
  -- Top three logs by a measure.
  records as (
    select measure, coalesce(json_agg(json_build_object('id', id, 'name', name, 'from', "from", 'to', "to",
      'started', started, 'named', app.is_named(app.current_vessel(), id), 'value', value)
      order by value desc, id) filter (where id is not null), '[]') as best
    from unnest('{distance,seconds,max_speed,avg_speed,max_wind_speed,best_24h_nm}'::text[]) measure
    left join lateral (
      select log.id, log.name, log."from", log."to", log.started, v.value
      from log
      cross join lateral (select nullif(case measure
        when 'distance' then log.distance::double precision when 'seconds' then log.seconds
        when 'max_speed' then log.max_speed when 'avg_speed' then log.avg_speed
        when 'max_wind_speed' then log.max_wind_speed else log.best_24h_nm end, 'NaN') as value) v
      where v.value > 0
      order by v.value desc, log.id limit 3) of_log on true
    group by measure)
  select json_build_object(
    'totals', (
      -- Of a year and its months nothing is rounded: rounded months do not add up to the rounded year.
      select json_build_object('logs', count(*), 'distance', sum(distance),
        'not_recorded', round(sum(not_recorded), 1), 'seconds', sum(seconds),
        'days', count(distinct "hour"::date), 'first', min(started), 'last', max(started),
        'sailing_nm', sum(sailing_nm), 'motoring_nm', sum(motoring_nm),
        'sailing_seconds', sum(sailing_seconds), 'motoring_seconds', sum(motoring_seconds),
        'engine_seconds', sum(engine_seconds), 'fuel_litres', round(sum(fuel_litres)::numeric, 1))
      from log),
    'years', (
      select coalesce(json_agg(json_build_object('year', y.of_year, 'logs', y.logs, 'distance', y.distance,
        'seconds', y.seconds, 'months', y.months, 'to_date', y.to_date) order by y.of_year), '[]')
      from (
        select of_year, sum(logs) as logs, sum(nm) as distance, sum(seconds) as seconds,
          coalesce(sum(to_date), 0) as to_date, json_object_agg(of_month, nm order by of_month) as months
        from each_month group by of_year) y),
    'months', (select counted from departures where part = 'month'),
    'weekdays', (select counted from departures where part = 'isodow'),
    'hours', (select counted from departures where part = 'hour'),
    'days', (
      select coalesce(json_agg(json_build_array(of_day, logs, nm) order by of_day), '[]')
      from (
        select "hour"::date as of_day, count(*) as logs, round(sum(distance), 1) as nm
        from log
        where date_part('year', "hour") = coalesce(statistics_fn.year, (select max(of_year) from each_month))
        group by 1) d),
    'stays', app.stays_of_year(year),
    'places', app.places_of_year(year),
    'today', (select today from present),
    'countries', coalesce((select counted from named where list = 'countries'), '[]'),
    'seas', coalesce((select counted from named where list = 'seas'), '[]'),
    'records', (select json_object_agg(measure, best) from records))
$$;
comment on function api.statistics_fn is
  'Statistics of a year, or of all years (nautical miles, seconds, knots), by the days and hours of the preference '
  'time_zone, else of the quiet hours'' zone, else UTC. A log counts as a whole when it began, a stay for the part '
  'within the year. engine_seconds (of all engines) and fuel_litres only if measured. months, weekdays (Monday first) '
  'and hours are [logs, nautical miles]; days [day, logs, nautical miles] of the year, or of the newest; stays [stay '
  'code, stays, seconds, nights]; places [moorage, name, arrivals] of the five most visited; countries and seas '
  '[name, logs]; records the three best logs of a kind, with start and end; years are always all of them, with the '
  'distance of each month, and to_date: up to the month and day of today.';

grant execute on function app.year_begins(bigint), app.logs_of_year(integer), app.stays_of_year(integer),
    app.engine_sums(jsonb), app.ways_made(jsonb), app.places_of_year(integer),
    api.statistics_fn(integer)
  to user_role, admin_role;
