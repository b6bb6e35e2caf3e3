-- A Grafana login reads the boats of its account. The login is session_user, which a session cannot change.

create or replace function app.grafana_vessels() returns text[]
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(array_agg(m.vessel_id), '{}')
  from app.grafana_logins l
  join app.accounts a using (account_id)
  join app.memberships m using (account_id)
  where l.login = session_user and not a.disabled
$$;
grant execute on function app.grafana_vessels() to wakelog_grafana_owner;

do $$
declare
  tenant regclass;
begin
  foreach tenant in array array['api.metadata', 'app.metrics', 'api.moorages', 'api.stays', 'api.logbook',
    'app.vessels', 'app.metric_days', 'app.metric_days_due', 'app.metric_keys',
    'app.metric_shapes']::regclass[]
  loop
    execute format('create policy grafana on %s for select to wakelog_grafana_owner
      using (vessel_id = any ((select app.grafana_vessels())::text[]))', tenant);
  end loop;
end
$$;

grant select ("time", vessel_id, latitude, longitude, speedoverground, courseovergroundtrue, windspeedapparent,
    anglespeedapparent, status, metrics, shape, numbers) on app.metrics to wakelog_grafana_owner;
grant select (vessel_id, active, "time") on api.metadata to wakelog_grafana_owner;
grant select (id, vessel_id, name, _from, _to, _from_time, _to_time, distance, duration, avg_speed, max_speed,
    max_wind_speed) on api.logbook to wakelog_grafana_owner;
grant select (id, vessel_id, name, arrived, departed, stay_code, latitude, longitude, moorage_id) on api.stays
  to wakelog_grafana_owner;
grant select (id, vessel_id, name, country, stay_code, latitude, longitude, home_flag) on api.moorages
  to wakelog_grafana_owner;
grant select on api.stays_at, app.metric_days, app.metric_days_due, app.metric_keys, app.metric_shapes,
    app.monitored_values
  to wakelog_grafana_owner;
grant select (vessel_id, name, mmsi) on app.vessels to wakelog_grafana_owner;
grant execute on function app.present_until(), app.measurement_keys(text), app.reading(jsonb),
    app.reading_sources(text[], jsonb),
    app.tank_level(text, boolean, jsonb), app.time_between(timestamptz, timestamptz),
    app.reading_of(text, text[], text, boolean, jsonb, double precision, double precision),
    app.readings_between(text, text[], timestamptz, timestamptz, integer)
  to wakelog_grafana_owner;

-- Ends long-running Grafana sessions, which can lift their own limits. Returns how many.
create or replace function app.end_long_grafana(longest interval default interval '1 minute') returns bigint
language sql volatile as $$
  select count(pg_terminate_backend(a.pid))
  from pg_stat_activity a
  join app.grafana_logins l on l.login = a.usename
  where a.xact_start < clock_timestamp() - longest
$$;

-- Ends all connections of a login. Returns how many.
create or replace function app.end_grafana(of_login name) returns bigint
language sql volatile as $$
  select count(pg_terminate_backend(a.pid))
  from pg_stat_activity a
  join app.grafana_logins l on l.login = a.usename
  where l.login = of_login
$$;
