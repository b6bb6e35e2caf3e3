-- Logs. Their run times are durations, and their wind is the true one.

-- The run times of engines as ISO 8601 durations instead of seconds.
create or replace function app.with_run_times(extra jsonb) returns jsonb
language sql immutable set intervalstyle = 'iso_8601' as $$
  select case when jsonb_typeof(extra -> 'metrics') = 'object' then extra || jsonb_build_object('metrics', coalesce((
    select jsonb_object_agg(key, case
      when key like 'propulsion.%.runTime' and jsonb_typeof(value) = 'number' and abs((value ->> 0)::numeric) < 1e11
        then to_jsonb(make_interval(secs => (value ->> 0)::double precision)::text)
      else value end)
    from jsonb_each(extra -> 'metrics')), '{}')) else extra end
$$;

-- Run times as durations. The mean wind is the true one, unless a user wrote one.
create or replace function app.second_extra(extra jsonb, vessel text, log integer, has_ended boolean) returns jsonb
language sql stable as $$
  select app.with_run_times(case
    when wind.mean is not null and extra -> 'avg_wind_speed' is not distinct from wind.apparent_mean
      then coalesce(extra, '{}') || jsonb_build_object('avg_wind_speed', wind.mean)
    else extra end)
  from (select) one left join lateral app.kept_true_wind(vessel, log) wind on has_ended
$$;

-- A run time that was sent as an ISO 8601 duration, in seconds; anything else as it is.
create or replace function app.seconds_of_run_time(key text, value jsonb) returns jsonb
language sql immutable as $$
  select case when key like 'propulsion.%.runTime' and jsonb_typeof(value) = 'string' and said ~ '\d'
      and said ~ '^P(\d{1,5}D)?(T(\d{1,6}H)?(\d{1,6}M)?(\d{1,9}(\.\d{1,6})?S)?)?$' and right(said, 1) <> 'T'
    then to_jsonb(trim_scale(extract(epoch from said::interval))) else value end
  from (select value #>> '{}' as said) text
$$;

-- What a client of /v2 sends back of `extra` as the root has it: a value that is shown there is the one that is kept.
create or replace function app.first_extra(sent jsonb, kept jsonb, shown jsonb) returns jsonb
language sql immutable as $$
  select case when sent -> 'avg_wind_speed' is distinct from shown -> 'avg_wind_speed' then sent
      when kept ? 'avg_wind_speed' then sent || jsonb_build_object('avg_wind_speed', kept -> 'avg_wind_speed')
      else sent - 'avg_wind_speed' end
    || case when jsonb_typeof(sent -> 'metrics') = 'object' then jsonb_build_object('metrics', (
      select coalesce(jsonb_object_agg(m.key, case when m.value = shown #> array['metrics', m.key]
        then kept #> array['metrics', m.key] else app.seconds_of_run_time(m.key, m.value) end), '{}')
      from jsonb_each(sent -> 'metrics') m)) else '{}' end
$$;
create or replace function app.take_second_extra() returns trigger
language plpgsql as $$
begin
  new.extra := app.first_extra(new.extra, old.extra,
    app.second_extra(old.extra, old.vessel_id, old.id, old._to_time is not null));
  return new;
end
$$;
-- Before the triggers that join and check it.
create trigger from_second_extra before update on api.logbook for each row
  when (current_setting('wakelog.generation', true) = '2' and current_user in ('user_role', 'admin_role')
    and jsonb_typeof(new.extra) = 'object' and new.extra is distinct from old.extra)
  execute function app.take_second_extra();

-- A log as it is at /v2.
create or replace function app.second_log(log api.logbook) returns api.logbook
language plpgsql stable as $$
declare
  has_ended constant boolean := log._to_time is not null;
begin
  log.max_wind_speed := app.true_wind_or(log.max_wind_speed, log.vessel_id, log.id, has_ended);
  log.extra := app.second_extra(log.extra, log.vessel_id, log.id, has_ended);
  log.track_geojson := app.stamped_track(log.track_geojson, app.track_properties(log));
  return log;
end
$$;

create or replace function app.second_trip(vessel text, log integer) returns jsonb
language sql stable as $$
  select app.trip_collection(app.second_log(l), true) from api.logbook l where l.vessel_id = vessel and l.id = log
$$;

select app.stand_in('logbook', $json${
  "extra": { "from": "app.second_extra(extra, vessel_id, id, _to_time is not null)" },
  "max_wind_speed": {
    "from": "app.true_wind_or(max_wind_speed, vessel_id, id, _to_time is not null)",
    "is": "Greatest true wind speed, in knots; apparent if the true wind is unknown."
  },
  "track_geojson": { "from": "(app.second_log(o)).track_geojson" }
}$json$);
select app.stand_in('log_view', $json${
  "extra": { "from": "app.second_extra(extra, vessel_id, id, true) - 'polar'" },
  "max_wind_speed": {
    "from": "app.true_wind_or(max_wind_speed, vessel_id, id, true)",
    "is": "Greatest true wind speed, in knots; apparent if the true wind is unknown."
  },
  "geojson": { "from": "app.second_trip(o.vessel_id, o.id)" }
}$json$);

-- The line of a log: its wind and its `extra`, if it has them.
create or replace function app.second_feature(feature jsonb) returns jsonb
language sql stable as $$
  select coalesce((
    select jsonb_set(feature, '{properties}', feature -> 'properties' || (
      select jsonb_object_agg(key, value)
      from jsonb_each(jsonb_build_object('extra', s.extra, 'max_wind_speed', s.max_wind_speed)) e
      where feature -> 'properties' ? key))
    from second.logbook s where s.id = (feature #>> '{properties,id}')::integer), feature)
$$;
create or replace function app.second_features(collection json) returns json
language sql stable as $$
  select json_build_object('type', 'FeatureCollection', 'features', coalesce((
    select json_agg(app.second_feature(f.feature::jsonb) order by f.n)
    from json_array_elements(collection -> 'features') with ordinality f (feature, n)), '[]'))
  where collection is not null
$$;

select app.stand_in('logs_geojson_view', $json${ "geojson": { "from": "app.second_feature(geojson)" } }$json$);

create or replace function second.find_log_from_moorage_fn(_id integer, out geojson json)
language sql stable as $$ select app.second_features(api.find_log_from_moorage_fn(_id)) $$;
create or replace function second.find_log_to_moorage_fn(_id integer, out geojson json)
language sql stable as $$ select app.second_features(api.find_log_to_moorage_fn(_id)) $$;
create or replace function second.export_logbook_geojson_linestring_trip_fn(_id integer) returns json
language sql stable as $$ select app.second_features(api.export_logbook_geojson_linestring_trip_fn(_id)) $$;
create or replace function second.export_logbooks_geojson_linestring_trips_fn(
  start_log integer default null, end_log integer default null,
  start_date text default '', end_date text default '', out geojson json)
language sql stable as $$
  select app.second_features(api.export_logbooks_geojson_linestring_trips_fn(start_log, end_log, start_date, end_date))
$$;
create or replace function second.export_logbook_geojson_fn(_id integer, out geojson json)
language sql stable as $$
  select app.whole_track(app.second_log(l)) from api.logbook l
  where l.vessel_id = app.current_vessel() and l.id = _id
$$;

select app.stand_in('stats_logs_view', $json${
  "max_wind_speed": {
    "from": "select max(l.max_wind_speed) from second.logbook l",
    "is": "Greatest true wind speed, in knots; apparent if the true wind is unknown."
  }
}$json$);
create or replace function second.stats_logs_fn(start_date text default '', end_date text default '', out stats json)
language sql stable as $$ select app.summed_logs(start_date, end_date, true) -> 'stats_logs' $$;

grant execute on function app.seconds_of_run_time(text, jsonb), app.first_extra(jsonb, jsonb, jsonb)
  to user_role, admin_role;
grant execute on function app.with_run_times(jsonb), app.second_extra(jsonb, text, integer, boolean),
    app.second_log(api.logbook), app.second_trip(text, integer), app.second_feature(jsonb), app.second_features(json)
  to user_role, vessel_role, admin_role, wakelog_viewer;
