-- Graphs: finished logs by departure, UTC.

create or replace function app.departures() returns table (at timestamp)
language sql stable as $$
  select l._from_time at time zone 'UTC' from api.logbook l
  where l.vessel_id = app.current_vessel() and l._to_time is not null and app.is_dated(l._from_time, l._to_time)
$$;

-- By part of the year or week: two-digit keys from 01, including zeros.
create or replace function app.count_departures(part text, last integer) returns json
language sql stable as $$
  select json_object_agg(lpad(k::text, 2, '0'), coalesce(n, 0) order by k)
  from generate_series(1, last) k
  left join (select date_part(part, d.at)::integer as k, count(*) as n from app.departures() d group by 1) c using (k)
$$;

-- By year and its parts, each year as a list from the first part to the last.
create or replace function app.count_by_year(year_part text, part text) returns json
language sql stable as $$
  with counted as materialized (
    select date_part(year_part, d.at)::integer as year, date_part(part, d.at)::integer as k, count(*) as n
    from app.departures() d group by 1, 2)
  select coalesce(json_object_agg(y.year, (
    select json_agg(coalesce(c.n, 0) order by g.k)
    from generate_series(1, case part when 'month' then 12
      else date_part('week', make_date(y.year, 12, 28))::integer end) g (k)
    left join counted c on c.year = y.year and c.k = g.k) order by y.year), '{}')
  from (select distinct year from counted) y
$$;

create or replace function api.graph_logs_by_day_fn(out charts json)
language sql stable as $$ select app.count_departures('isodow', 7) $$;
comment on function api.graph_logs_by_day_fn is
  'Number of finished logs by ISO weekday of departure, 01 (Monday) to 07.';

create or replace function api.graph_logs_by_week_fn(out charts json)
language sql stable as $$ select app.count_departures('week', 53) $$;
comment on function api.graph_logs_by_week_fn is
  'Number of finished logs by ISO week of departure, 01 to 53, over all years.';

create or replace function api.graph_logs_by_month_fn(out charts json)
language sql stable as $$ select app.count_departures('month', 12) $$;
comment on function api.graph_logs_by_month_fn is
  'Number of finished logs by month of departure, 01 to 12, over all years.';

create or replace function api.graph_logs_by_year_fn(out charts json)
language sql stable as $$
  select coalesce(json_object_agg(year, n order by year), '{}')
  from (select date_part('year', d.at)::integer as year, count(*) as n from app.departures() d group by 1) counted
$$;
comment on function api.graph_logs_by_year_fn is 'Number of finished logs by year of departure.';

create or replace function api.graph_logs_by_year_month_fn(out charts json)
language sql stable as $$ select app.count_by_year('year', 'month') $$;
comment on function api.graph_logs_by_year_month_fn is
  'Number of finished logs by year of departure: a list of 12 months each, January first.';

create or replace function api.graph_logs_by_year_week_fn(out charts json)
language sql stable as $$ select app.count_by_year('isoyear', 'week') $$;
comment on function api.graph_logs_by_year_week_fn is
  'Number of finished logs by ISO year of departure: a list of its 52 or 53 weeks each.';

create or replace function api.graph_logs_by_month_day_fn(out charts json)
language sql stable as $$
  select json_agg(days order by month)
  from (
    select month, json_object_agg(day, coalesce(n, 0) order by day) as days
    from generate_series(1, 12) month
    cross join generate_series(0, 6) day
    left join (
      select date_part('month', d.at)::integer as month, date_part('isodow', d.at)::integer - 1 as day, count(*) as n
      from app.departures() d group by 1, 2) counted using (month, day)
    group by month) months
$$;
comment on function api.graph_logs_by_month_day_fn is
  'Number of finished logs by month of departure, January first, and weekday, 0 (Monday) to 6.';

create or replace function api.graph_logs_network_fn(out charts json)
language sql stable as $$
  with log as materialized (
    select l._from as source, l._to as target, nullif(l.distance, 'NaN') as nm,
      date_part('epoch', l.duration) as seconds
    from api.logbook l
    where l.vessel_id = app.current_vessel() and l._to_time is not null and app.is_dated(l._from_time, l._to_time)
  ), node as (
    select p.name, count(*) as visits from log cross join lateral (values (log.source), (log.target)) p (name)
    where p.name is not null group by p.name
  ), edge as (
    select source, target, count(*) as number, round(coalesce(sum(nm), 0), 1) as nm,
      round((coalesce(sum(seconds), 0) / 3600)::numeric, 1) as hours
    from log where source is not null and target is not null group by source, target
  )
  select json_build_object(
    'nodes', coalesce((
      select json_agg(json_build_object('name', name, 'visits', visits) order by visits desc, name) from node), '[]'),
    'edges', coalesce((
      select json_agg(json_build_object('source', source, 'target', target, 'count', number, 'distance', nm,
        'duration', hours) order by number desc, source, target) from edge), '[]'))
$$;
comment on function api.graph_logs_network_fn is
  'Places of finished logs with their departures and arrivals, and an edge for each pair in that direction: logs, '
  'nautical miles and hours. Most first.';

grant execute on function app.departures(), app.count_departures(text, integer), app.count_by_year(text, text),
    api.graph_logs_by_day_fn(), api.graph_logs_by_week_fn(), api.graph_logs_by_month_fn(),
    api.graph_logs_by_year_fn(), api.graph_logs_by_year_month_fn(), api.graph_logs_by_year_week_fn(),
    api.graph_logs_by_month_day_fn(), api.graph_logs_network_fn() to user_role, admin_role;
