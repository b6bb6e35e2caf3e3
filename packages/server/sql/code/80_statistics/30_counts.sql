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

grant execute on function app.count_logs(text, integer), api.logs_by_week_fn(), api.logs_by_day_fn(),
    api.logs_by_month_fn() to user_role, admin_role;
