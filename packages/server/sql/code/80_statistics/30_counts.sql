-- Numbers of logs by part of the year or week.

create or replace function api.logs_by_day_fn(out charts json)
language sql stable as $$
  select json_object_agg(lpad(k::text, 2, '0'), coalesce(n, 0) order by k)
  from generate_series(1, 7) k
  left join (
    select extract(dow from _from_time at time zone 'UTC')::integer + 1 as k, count(*) as n
    from api.logbook where vessel_id = app.current_vessel() group by 1) counted using (k)
$$;
comment on function api.logs_by_day_fn is 'Number of logs by weekday of departure, 01 (Sunday) to 07.';

create or replace function api.logs_by_month_fn(out charts json)
language sql stable as $$
  select json_object_agg(lpad(k::text, 2, '0'), coalesce(n, 0) order by k)
  from generate_series(1, 12) k
  left join (
    select extract(month from _from_time at time zone 'UTC')::integer as k, count(*) as n
    from api.logbook where vessel_id = app.current_vessel() group by 1) counted using (k)
$$;
comment on function api.logs_by_month_fn is 'Number of logs by month of departure, 01 to 12, over all years.';

-- Departures by part of the year or week: two-digit keys from 01, including zeros.
create or replace function app.count_logs(part text, last integer) returns json
language sql stable as $$
  select json_object_agg(lpad(k::text, 2, '0'), coalesce(n, 0) order by k)
  from generate_series(1, last) k
  left join (
    select date_part(part, _from_time at time zone 'UTC')::integer as k, count(*) as n
    from api.logbook where vessel_id = app.current_vessel() group by 1) counted using (k)
$$;

create or replace function api.logs_by_week_fn(out charts json)
language sql stable as $$ select app.count_logs('week', 53) $$;
comment on function api.logs_by_week_fn is 'Number of logs by ISO week of departure, 01 to 53, over all years.';

create or replace function api.graph_logs_by_day_fn(out charts json)
language sql stable as $$ select app.count_logs('isodow', 7) $$;
comment on function api.graph_logs_by_day_fn is 'Number of logs by ISO weekday of departure, 01 (Monday) to 07.';

create or replace function api.graph_logs_by_year_fn(out charts json)
language sql stable as $$
  select coalesce(json_object_agg(year, n order by year), '{}')
  from (
    select date_part('year', _from_time at time zone 'UTC')::integer as year, count(*) as n
    from api.logbook where vessel_id = app.current_vessel() and isfinite(_from_time) group by 1) counted
$$;
comment on function api.graph_logs_by_year_fn is 'Number of logs by year of departure.';

grant execute on function app.count_logs(text, integer), api.logs_by_week_fn(), api.graph_logs_by_day_fn(),
    api.graph_logs_by_year_fn() to user_role, admin_role;
grant execute on function api.logs_by_day_fn(), api.logs_by_month_fn() to user_role, admin_role;
