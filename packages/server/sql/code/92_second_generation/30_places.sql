-- Moorages and stays.

-- Departures from and arrivals at a moorage of finished logs: a log that ends where it began counts twice.
create or replace function app.departures_and_arrivals(moorage integer) returns integer
language sql stable as $$
  select (count(*) filter (where l._from_moorage_id = moorage)
    + count(*) filter (where l._to_moorage_id = moorage))::integer
  from api.logbook l
  where l._to_time is not null and (l._from_moorage_id = moorage or l._to_moorage_id = moorage)
$$;

select app.stand_in('moorages_view', $json${
  "arrivals_departures": {
    "from": "app.departures_and_arrivals(o.id)", "is": "Departures and arrivals of finished logs."
  }
}$json$, 'order by total_duration desc, id');

-- The open stay is in `monitoring_live.live`.
select app.stand_in(relation, '{}', 'where departed is not null')
from unnest(array['stays_view', 'stay_view', 'moorages_stays_view']) relation;

-- Time away from home is one duration.
create or replace function app.with_time_away(stats json) returns json
language sql stable set intervalstyle = 'iso_8601' as $$
  select (stats::jsonb || jsonb_build_object('time_spent_away', (
    select coalesce(justify_hours(sum((away ->> 'stay_duration')::interval)), interval '0')
    from json_array_elements(stats -> 'time_spent_away') away)))::json
$$;

create or replace function second.stats_stays_fn(start_date text default '', end_date text default '', out stats json)
language sql stable as $$ select app.with_time_away(api.stats_stays_fn(start_date, end_date)) $$;
create or replace function second.stats_fn(start_date text default '', end_date text default '', out stats json)
language sql stable as $$
  select (known::jsonb || jsonb_build_object('stats_moorages', app.with_time_away(known -> 'stats_moorages')))::json
  from app.all_stats(start_date, end_date, true) known
$$;

grant execute on function app.departures_and_arrivals(integer), app.with_time_away(json)
  to user_role, vessel_role, admin_role, wakelog_viewer;
