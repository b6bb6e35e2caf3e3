-- Last: who owns and who may call what the other files made. Nothing is open to everybody by omission.
do $$
declare
  routine record;
begin
  for routine in
    select p.oid::regprocedure as signature, prosecdef
    from pg_proc p
    where pronamespace in ('api'::regnamespace, 'app'::regnamespace)
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop
    execute format('revoke all on function %s from public', routine.signature);
    execute format('grant execute on function %s to wakelog_worker', routine.signature);
    -- A function that may do more than its caller runs as the worker, never as the database's owner.
    if routine.prosecdef then
      execute format('alter function %s owner to wakelog_worker', routine.signature);
    end if;
  end loop;
end
$$;

-- Views run with their caller's rights, so that row security and grants hold behind them. PostgreSQL 14 cannot do
-- that: there they belong to a role that row security binds as it binds a person.
do $$
declare
  view regclass;
begin
  for view in
    select oid from pg_class
    where relnamespace = 'api'::regnamespace and relkind = 'v' and oid <> 'api.logs_mat_view'::regclass
  loop
    if current_setting('server_version_num')::integer >= 150000 then
      execute format('alter view %s set (security_invoker = true)', view);
    else
      execute format('alter view %s owner to wakelog_viewer', view);
    end if;
  end loop;
end
$$;

-- PostGIS reads its table of reference systems whenever a geometry becomes JSON, as whoever asks.
do $$
declare
  home name := (select nspname from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'postgis');
begin
  if home is not null then
    execute format('grant select on %I.spatial_ref_sys to anonymous, user_role, vessel_role, admin_role, wakelog_worker,
      wakelog_viewer', home);
    execute format('grant usage on schema %I to anonymous, user_role, vessel_role, admin_role, wakelog_worker,
      wakelog_viewer', home);
  end if;
end
$$;

grant execute on function app.check_request(), app.current_account(), app.current_vessel(), app.published_log(),
    app.api_version(), app.spatial_version(), app.offline_after(), app.measurement_keys(text)
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
grant execute on function app.implemented_in_service(text), app.date_bound(text, boolean), app.track_feature(api.logbook),
    app.track_properties(api.logbook)
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
grant execute on function app.vessel_identity(api.metadata, numeric), app.merge_json(jsonb, jsonb), app.near_moorage_m()
  to user_role, admin_role;
grant select on app.ais_ship_types, app.mmsi_countries to user_role, admin_role;
grant execute on function app.geojson_of(app.geo_point), app.geojson_of(app.geo_line),
    app.make_point(double precision, double precision), app.make_line(jsonb),
    app.distance_m(double precision, double precision, double precision, double precision)
  to anonymous, user_role, vessel_role, admin_role, wakelog_viewer;

-- The contract's procedures and those it lost.
grant execute on function api.ispublic_fn(integer, public.public_type), api.versions_fn()
  to anonymous, user_role, vessel_role, admin_role, messenger_role;
grant execute on function api.login(text, text), api.signup(text, text, text, text), api.recover(text),
    api.reset(text, text, text), api.messenger(bigint, text), api.messenger_otp_fn(text), api.messenger_fn(text, text),
    api.push_fn(text, text)
  to anonymous, user_role, admin_role, messenger_role;
grant execute on function api.timelapse_fn(integer, integer, text, text), api.stats_logs_fn(text, text),
    api.logs_by_day_fn(), api.logs_by_month_fn()
  to anonymous, user_role, admin_role;
grant execute on function api.email_fn(text), api.generate_otp_fn(text), api.settings_fn(),
    api.update_user_preferences_fn(text, text), api.register_vessel(text, text, text, text), api.rotate_vessel_token_fn(text),
    api.push_subscribe_link_fn(), api.vessel_fn(), api.vessel_details_fn(), api.stats_stays_fn(text, text),
    api.find_log_from_moorage_fn(integer), api.find_log_to_moorage_fn(integer), api.find_stay_from_moorage_fn(integer),
    api.export_logbook_geojson_fn(integer), api.export_logbook_gpx_fn(integer), api.export_logbook_kml_fn(integer),
    api.export_logbooks_gpx_fn(integer, integer), api.export_logbooks_kml_fn(integer, integer),
    api.export_moorages_geojson_fn(), api.export_moorages_gpx_fn(), api.update_logbook_observations_fn(integer, text)
  to user_role, admin_role;
