-- What clients of later releases of this API ask for and these tables can answer. Each runs as its caller, so row
-- security decides what it sees; badges alone live with the account.

-- The newest measurements as monitoring_view has them, with the direction under its later name, the energy on board
-- and everything else that was measured.
create or replace view api.monitoring_live as
  select live."time", live.offline, live.name, live.watertemperature, live.insidetemperature, live.outsidetemperature,
    newest.metrics -> 'environment.wind.speedTrue' as windspeedoverground,
    newest.metrics -> 'environment.wind.directionTrue' as winddirectiontrue,
    live.insidehumidity, live.outsidehumidity, live.outsidepressure, live.insidepressure, live.batterycharge,
    live.batteryvoltage, live.depth,
    newest.metrics -> 'electrical.solar.Main.panelPower' as solarpower,
    newest.metrics -> 'electrical.solar.Main.panelVoltage' as solarvoltage,
    newest.metrics -> 'tanks.fuel.0.currentLevel' as tanklevel,
    live.status, live.speedoverground, live.courseovergroundtrue, live.windspeedapparent, live.anglespeedapparent,
    live.geojson, newest.metrics as data
  from app.vessels v
  cross join lateral (
    select m.metrics from api.metrics m where m.vessel_id = v.vessel_id order by m."time" desc limit 1) newest
  cross join api.monitoring_view live
  where v.vessel_id = app.current_vessel();

create or replace view api.metrics_explore_view as
  select newest."time", e.key, e.value
  from app.vessels v
  cross join lateral (
    select m."time", m.metrics from api.metrics m where m.vessel_id = v.vessel_id order by m."time" desc limit 1) newest
  cross join lateral jsonb_each(case jsonb_typeof(newest.metrics) when 'object' then newest.metrics end) e
  order by e.key;

-- The stays at each moorage; id is the moorage's.
create or replace view api.moorages_stays_view as
  select s.moorage_id as id, s.moorage as name, s.id as stay_id, s.name as stay, s.arrived, s.departed, s.duration,
    s.stayed_at, s.stayed_at_id, s.notes
  from api.stays_view s
  where s.moorage_id is not null
  order by s.arrived desc;

create or replace view api.logs_geojson_view as
  select l.id, l.name, l._from_time as starttimestamp,
    case when l.track_geom is not null then app.track_feature(l) end as geojson
  from api.logbook l
  where l._to_time is not null
  order by l._from_time desc;

create or replace view api.stays_geojson_view as
  select s.id, s.name, s.arrived as starttimestamp,
    case when s.latitude is not null and s.longitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(s.longitude, s.latitude)),
      'properties', jsonb_build_object('id', s.id, 'name', s.name, 'moorage_id', s.moorage_id, 'arrived', s.arrived,
        'departed', s.departed, 'stay_code', s.stayed_at_id, 'notes', s.notes)) end as geojson
  from api.stays_view s
  order by s.arrived desc;

create or replace view api.moorages_geojson_view as
  select m.id, m.name,
    case when m.latitude is not null and m.longitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(m.longitude, m.latitude)),
      'properties', jsonb_build_object('id', m.id, 'name', m.name, 'home', m.home, 'stay_code', m.default_stay_id,
        'total_stay', m.total_stay, 'arrivals_departures', m.arrivals_departures, 'notes', m.notes)) end as geojson
  from api.moorage_view m;

-- Every badge that the account has earned. Badges belong to the account, which its owner reads through procedures only.
create or replace function api.badges_fn()
returns table (name text, description text, earned_at text, logbook_id integer)
language sql stable security definer set search_path = pg_catalog as $$
  select b.key, format(d.description, d.threshold), b.value ->> 'date',
    case when b.value ->> 'log' ~ '^[0-9]{1,9}$' then (b.value ->> 'log')::integer end
  from app.accounts a
  cross join lateral jsonb_each(case jsonb_typeof(a.preferences -> 'badges')
    when 'object' then a.preferences -> 'badges' end) b
  left join app.badges d on d.name = b.key
  where a.account_id = app.current_account()
  order by b.value ->> 'date', b.key
$$;

create or replace view api.badges_view as
  select b.name, b.description, b.earned_at, b.logbook_id from api.badges_fn() b;

-- Tells whether a page of the boat of that public name is public: a log's with its id, the others with none.
create or replace function api.ispublic_boat_fn(boat text, _type text, _id integer default 0) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select (_type <> 'public_logs' or coalesce(_id, 0) > 0)
    and app.publishing_vessel(boat, _type,
      case when _type in ('public_logs', 'public_timelapse') then coalesce(_id, 0) else 0 end) is not null
$$;

-- The settings without what proves or addresses somebody.
create or replace function api.profile_fn(out profile json)
language sql stable set timezone = 'UTC' as $$
  select (s.settings || jsonb_build_object('preferences',
    (s.settings -> 'preferences') - array['ip', 'messenger', 'public_password', 'push_user_key']))::json
  from (select api.settings_fn()::jsonb as settings) s
  where s.settings is not null
$$;

create or replace function api.vessel_settings_fn(out settings json)
language sql stable as $$
  select d.user_data::json from api.metadata d where d.vessel_id = app.current_vessel()
$$;

create or replace function api.logs_tags_fn() returns json
language sql stable as $$
  select coalesce(json_agg(distinct t.tag order by t.tag), '[]')
  from api.logbook l
  cross join lateral jsonb_array_elements_text(case jsonb_typeof(l.extra -> 'tags')
    when 'array' then l.extra -> 'tags' end) t (tag)
  where l.vessel_id = app.current_vessel()
$$;

-- The first five of a kind: the greatest value first, of equal ones the lowest id.
create or replace function app.top_logs(start_date text, end_date text, measure text) returns json
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select coalesce(json_agg(json_build_object('id', top.id, 'name', top.name, measure, top.shown) order by top.place), '[]')
  from (
    select l.id, l.name, to_jsonb(l) -> measure as shown, row_number() over (order by m.rank desc, l.id) as place
    from api.logbook l
    cross join lateral (select case measure
      when 'max_speed' then l.max_speed when 'avg_speed' then l.avg_speed
      when 'max_wind_speed' then l.max_wind_speed when 'distance' then l.distance::double precision
      when 'duration' then extract(epoch from l.duration)::double precision end as rank) m
    where l.vessel_id = app.current_vessel() and l._to_time is not null and m.rank is not null
      and l._from_time >= app.date_bound(start_date, false) and l._to_time <= app.date_bound(end_date, true)
    order by m.rank desc, l.id limit 5) top
$$;

create or replace function app.top_moorages(measure text) returns json
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select coalesce(json_agg(json_build_object('id', top.id, 'moorage', top.moorage, measure, top.shown) order by top.place), '[]')
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

-- A count now against the same time before; the percentage is null where there was nothing before.
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

-- Means of the usual measurements in the buckets that a chart of so many hours can show.
create or replace function api.monitoring_history_fn(time_interval text default '24', out history json)
language sql stable set timezone = 'UTC' as $$
  with asked as (
    select case time_interval when '48' then 48 when '72' then 72 when '168' then 168 else 24 end as hours,
      case time_interval when '48' then interval '2 hours' when '72' then interval '4 hours'
        when '168' then interval '7 hours' else interval '5 minutes' end as bucket
  ), means as (
    select date_bin(asked.bucket, m."time", 'epoch') as "time", e.field, round(avg((m.metrics ->> e.key)::numeric), 4) as mean
    from asked
    join api.metrics m on m."time" > now() - make_interval(hours => asked.hours) and m."time" <= now()
    cross join (values
      ('watertemperature', 'environment.water.temperature'), ('insidetemperature', 'environment.inside.temperature'),
      ('outsidetemperature', 'environment.outside.temperature'), ('windspeedoverground', 'environment.wind.speedTrue'),
      ('insidehumidity', 'environment.inside.relativeHumidity'), ('outsidehumidity', 'environment.outside.relativeHumidity'),
      ('outsidepressure', 'environment.outside.pressure'), ('insidepressure', 'environment.inside.pressure'),
      ('batterycharge', 'electrical.batteries.House.capacity.stateOfCharge'),
      ('batteryvoltage', 'electrical.batteries.House.voltage'), ('depth', 'environment.depth.belowTransducer')
    ) e (field, key)
    where m.vessel_id = app.current_vessel() and jsonb_typeof(m.metrics -> e.key) = 'number'
    group by 1, 2
  ), buckets as (
    select "time", jsonb_object_agg(field, mean) as values from means group by "time"
  )
  select coalesce(json_agg(jsonb_build_object('time', "time") || values order by "time"), '[]') from buckets
$$;

-- The points of the chosen logs, each with what was measured there.
create or replace function api.export_logbooks_geojson_point_trips_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '',
  out geojson json
) language sql stable set timezone = 'UTC' as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(p.point order by l._from_time, l.id, p.place), '[]'))
  from api.logbook l
  cross join lateral jsonb_path_query(l.track_geojson, '$.features[*] ? (@.geometry.type == "Point")')
    with ordinality p (point, place)
  where l.vessel_id = app.current_vessel() and l._to_time is not null
    and (start_log is null or l.id >= start_log) and (end_log is null or l.id <= end_log)
    and l._from_time >= app.date_bound(start_date, false) and l._to_time <= app.date_bound(end_date, true)
$$;

-- Departures by part of the year or week: keys of two digits from 01 on, those without a departure included.
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

create or replace function api.graph_logs_by_day_fn(out charts json)
language sql stable as $$ select app.count_logs('isodow', 7) $$;

create or replace function api.graph_logs_by_year_fn(out charts json)
language sql stable as $$
  select coalesce(json_object_agg(year, n order by year), '{}')
  from (
    select date_part('year', _from_time at time zone 'UTC')::integer as year, count(*) as n
    from api.logbook where vessel_id = app.current_vessel() group by 1) counted
$$;

grant execute on function app.top_logs(text, text, text), app.top_moorages(text), app.trend(bigint, bigint, bigint),
    app.count_logs(text, integer)
  to user_role, admin_role;
grant execute on function api.badges_fn(), api.profile_fn(), api.vessel_settings_fn(), api.logs_tags_fn(),
    api.stats_fn(text, text), api.vessel_activity_fn(), api.monitoring_history_fn(text),
    api.export_logbooks_geojson_point_trips_fn(integer, integer, text, text), api.logs_by_week_fn(),
    api.graph_logs_by_day_fn(), api.graph_logs_by_year_fn()
  to user_role, admin_role;
grant execute on function api.ispublic_boat_fn(text, text, integer) to anonymous, user_role, vessel_role, admin_role;
-- A boat has no account and so no badges, but may read every view. The views' owner of PostgreSQL 14 calls it for the
-- caller.
grant execute on function api.badges_fn() to vessel_role, wakelog_viewer;
grant select on api.monitoring_live, api.metrics_explore_view, api.moorages_stays_view, api.logs_geojson_view,
    api.stays_geojson_view, api.moorages_geojson_view, api.badges_view
  to user_role, vessel_role, admin_role;
