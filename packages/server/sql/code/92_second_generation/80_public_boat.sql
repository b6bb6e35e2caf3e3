-- What else is published of a boat at /v2: its statistics, its present, and the boat itself.

-- The logs of a list that are published themselves, under their public names.
create or replace function app.published_of(logs json) returns json
language sql stable as $$
  select coalesce(json_agg(l.log::jsonb || jsonb_build_object('name', p.name) order by l.place), '[]')
  from json_array_elements(logs) with ordinality l (log, place)
  join app.public_logs p on p.id = (l.log ->> 'id')::integer
  where app.owner_publishes('public_logs', p.id)
$$;

create or replace function second_pages.stats_fn(start_date text default '', end_date text default '', out stats json)
language sql stable security definer set search_path = pg_catalog as $$
  select json_build_object(
    -- Without places, and when anything was measured, as at the root.
    'stats_logs', (logs -> 'stats_logs')::jsonb || '{"metrics_first": null, "metrics_last": null,
      "best_24h_distance_nm": null, "best_24h_window_start": null, "best_24h_log_id": null, "best_24h_route": null}',
    'stats_moorages', app.with_time_away(api.stats_stays_fn(start_date, end_date)),
    'logs_top_speed', app.published_of(logs #> '{best,max_speed}'),
    'logs_top_avg_speed', app.published_of(logs #> '{best,avg_speed}'),
    'logs_top_wind_speed', app.published_of(logs #> '{best,max_wind_speed}'),
    'logs_top_distance', app.published_of(logs #> '{best,distance}'),
    'logs_top_duration', app.published_of(logs #> '{best,duration}'),
    'moorages_top_arrivals', json_build_array(), 'moorages_top_duration', json_build_array(),
    'moorages_top_countries', json_build_array())
  from app.summed_logs(start_date, end_date) logs
$$;

-- A feature whose point is not near home, or a line without what is; null if nothing is left.
create or replace function app.public_feature(feature jsonb) returns jsonb
language sql stable as $$
  select case feature #>> '{geometry,type}'
    when 'Point' then case when not app.is_private((feature #>> '{geometry,coordinates,1}')::double precision,
      (feature #>> '{geometry,coordinates,0}')::double precision) then feature end
    when 'LineString' then jsonb_set(feature, '{geometry,coordinates}',
      app.public_line(feature #> '{geometry,coordinates}')) end
$$;

-- Where the boat is, outside home zones; null near home.
create or replace function app.public_live(live jsonb) returns jsonb
language sql stable as $$
  select case live ->> 'type'
    when 'Feature' then app.public_feature(live)
    when 'FeatureCollection' then case when app.public_feature(live #> '{features,-1}') is not null then
      jsonb_build_object('type', 'FeatureCollection', 'features', (
        select jsonb_agg(shown.feature order by shown.n) filter (where shown.feature is not null)
        from (
          select app.public_feature(f.feature) as feature, f.n
          from jsonb_array_elements(live -> 'features') with ordinality f (feature, n) offset 0) shown)) end end
$$;

create or replace function app.published_live() returns setof api.monitoring_live
language sql stable security definer set search_path = pg_catalog as 'select * from api.monitoring_live';

create view second_pages.monitoring_live with (security_barrier) as
  select m."time", m.offline, m.name, m.watertemperature, m.insidetemperature, m.outsidetemperature,
    app.number_of(l.windspeedoverground) as windspeedoverground,
    app.number_of(l.winddirectiontrue) as winddirectiontrue, m.insidehumidity, m.outsidehumidity, m.outsidepressure,
    m.insidepressure, m.batterycharge, m.batteryvoltage, m.depth,
    app.number_of(l.solarpower) as solarpower, app.number_of(l.solarvoltage) as solarvoltage,
    app.number_of(l.tanklevel) as tanklevel, m.status, m.speedoverground, m.courseovergroundtrue,
    m.windspeedapparent, m.anglespeedapparent, m.geojson, '{}'::jsonb as data, app.public_live(l.live) as live,
    l.outsidepressurehistory
  from public_pages.monitoring_view m cross join app.published_live() l;
comment on view second_pages.monitoring_live is
  'The newest measurements of a published vessel with the energy on board, and its position unless that is near home.';

-- What a boat is called and looks like; where it is only on a published page of its present.
create or replace function second_pages.vessel_fn(out vessel json)
language sql stable security definer set search_path = pg_catalog as $$
  select json_object_agg(key, case
    when key in ('name', 'ship_type', 'country', 'alpha_2', 'length', 'beam', 'height', 'make_model', 'has_images',
      'image_url', 'images') then value
    when key = 'geojson' and app.public_kind() = 'public_monitoring' then app.public_feature(value)
    else 'null' end order by n)
  from jsonb_each(api.vessel_fn()::jsonb) with ordinality k (key, value, n)
$$;

grant execute on function app.published_of(json), app.public_feature(jsonb),
    app.public_live(jsonb), app.with_time_away(json), api.stats_stays_fn(text, text), api.vessel_fn(),
    app.vessel_identity(api.metadata, numeric), app.last_contact(text), app.live_log(api.logbook),
    app.live_stay(api.stays), app.cut_feature(jsonb), app.cut_at_180(jsonb), app.crosses_180(jsonb)
  to wakelog_viewer;
grant select on api.monitoring_live, api.alert_rules, app.ais_ship_types, app.mmsi_countries to wakelog_viewer;
alter function app.published_live() owner to wakelog_viewer;
grant execute on function app.published_live() to anonymous;
grant execute on function app.public_live(jsonb), app.public_feature(jsonb), app.with_run_times(jsonb),
    app.public_trip_points(app.public_logs)
  to anonymous;

do $$
declare
  statement text;
begin
  for statement in
    select format('alter view second_pages.%1$I owner to wakelog_viewer', relname) from pg_class
    where relnamespace = 'second_pages'::regnamespace and relkind = 'v'
    union all
    select format('grant select on second_pages.%I to anonymous', relname) from pg_class
    where relnamespace = 'second_pages'::regnamespace and relkind = 'v'
    union all
    select format('alter function %s owner to wakelog_viewer', oid::regprocedure) from pg_proc
    where pronamespace = 'second_pages'::regnamespace
    union all
    select format('revoke all on function %s from public', oid::regprocedure) from pg_proc
    where pronamespace = 'second_pages'::regnamespace
    union all
    select format('grant execute on function %s to anonymous', oid::regprocedure) from pg_proc
    where pronamespace = 'second_pages'::regnamespace
  loop
    execute statement;
  end loop;
end
$$;
