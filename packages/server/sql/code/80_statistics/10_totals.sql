-- Totals of a vessel. Unfinished logs count but add nothing to sums.

create or replace view api.stats_logs_view as
  select v.name,
    (select m."time" from app.metrics m where m.vessel_id = v.vessel_id order by m."time" limit 1) as first,
    (select m."time" from app.metrics m where m.vessel_id = v.vessel_id order by m."time" desc limit 1) as last,
    logs.number as number_of_log_entries, logs.max_speed, logs.max_wind_speed, logs.total_distance,
    logs.total_time_underway,
    longest.sail as longest_nonstop_sail
  from app.vessels v
  cross join lateral (
    select count(*) as number, max(l.max_speed) as max_speed, max(l.max_wind_speed) as max_wind_speed,
      sum(l.distance) as total_distance, justify_hours(sum(l.duration)) as total_time_underway
    from api.logbook l where l.vessel_id = v.vessel_id) logs
  left join lateral (
    select format('%s NM, %s:%s hours', l.distance, floor(extract(epoch from l.duration) / 3600),
      to_char(l.duration, 'MI')) as sail
    from api.logbook l
    where l.vessel_id = v.vessel_id and l.distance is not null and l.duration is not null
    order by l.distance desc, l.id limit 1) longest on true;
comment on view api.stats_logs_view is 'Totals and records over all logs.';
select app.describe('stats_logs_view', $json${
  "name": "Name of the vessel.",
  "first": "Time of the oldest measurement, UTC.",
  "last": "Time of the newest measurement, UTC.",
  "number_of_log_entries": "Number of logs, the one under way too.",
  "max_speed": "Greatest speed over ground, in knots.",
  "max_wind_speed": "Greatest apparent wind speed, in knots.",
  "total_distance": "Distance of all logs, in nautical miles.",
  "total_time_underway": "Time under way (ISO 8601).",
  "longest_nonstop_sail": "Longest log: nautical miles and hours, as text."
}$json$);

create or replace view api.stats_moorages_view as
  select places.home_ports, places.unique_moorages,
    spent.at_home as "time_spent_at_home_port(s)", spent.away as time_spent_away
  from app.vessels v
  cross join lateral (
    select count(*) filter (where m.home_flag) as home_ports, count(*) as unique_moorages
    from api.moorages m where m.vessel_id = v.vessel_id) places
  cross join lateral (
    select justify_hours(sum(coalesce(s.departed, now()) - s.arrived) filter (where m.home_flag)) as at_home,
      justify_hours(sum(coalesce(s.departed, now()) - s.arrived) filter (where m.home_flag is not true)) as away
    from api.stays s
    left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
    where s.vessel_id = v.vessel_id) spent;
comment on view api.stats_moorages_view is 'Home ports, moorages, and time spent at and away from home.';
select app.describe('stats_moorages_view', $json${
  "home_ports": "Number of home ports.",
  "unique_moorages": "Number of moorages.",
  "time_spent_at_home_port(s)": "Time spent at home ports (ISO 8601).",
  "time_spent_away": "Time spent elsewhere (ISO 8601)."
}$json$);

create or replace view api.stats_moorages_away_view as
  select t.description, justify_hours(sum(coalesce(s.departed, now()) - s.arrived)) as time_spent_away_by
  from api.stays s
  join api.stays_at t on t.stay_code = s.stay_code
  left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
  where m.home_flag is not true
  group by t.stay_code, t.description
  order by t.stay_code;
comment on view api.stats_moorages_away_view is 'Time spent away from home, by kind of stay.';
select app.describe('stats_moorages_away_view', $json${
  "description": "Kind of stay.", "time_spent_away_by": "Time spent away from home in that way (ISO 8601)."
}$json$);

create or replace view api.total_info_view as
  select (select count(*) from api.logbook) as logs, (select count(*) from api.stays) as stays,
    (select count(*) from api.moorages) as moorages;
comment on view api.total_info_view is 'How many logs, stays and moorages there are.';
select app.describe('total_info_view', $json${
  "logs": "Number of logs.", "stays": "Number of stays.", "moorages": "Number of moorages."
}$json$);

grant select on api.stats_logs_view, api.stats_moorages_view, api.stats_moorages_away_view, api.total_info_view
  to user_role, vessel_role, admin_role;
