-- Table privileges by role and verb; without a grant the answer is 42501. Views and procedures are granted where they
-- are defined.
revoke all on all tables in schema api, app from public, anonymous, user_role, vessel_role, admin_role, messenger_role,
  wakelog_viewer;
revoke all on all sequences in schema api, app from public, anonymous, user_role, vessel_role, admin_role,
  messenger_role, wakelog_viewer;
-- Holds an argument type of ispublic_fn.
grant usage on schema public
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_worker, wakelog_viewer;
grant usage on all sequences in schema app to user_role, vessel_role, admin_role, wakelog_viewer;

grant select, insert, update, delete on all tables in schema api, app to wakelog_worker;
grant usage, select on all sequences in schema api, app to wakelog_worker;

-- Operators: every verb on every resource.
grant select, insert, update, delete on all tables in schema api to admin_role;
grant select, insert, delete on app.metrics to admin_role;

-- Users. Ids are writable only for upserts: see app.stamp_id, app.keep_id.
grant select on api.metadata, app.metrics, api.logbook, api.stays, api.moorages, api.stays_at
  to user_role, vessel_role, wakelog_viewer;
grant update (name, length, beam, height, ship_type, configuration, user_data) on api.metadata to user_role;
grant delete on app.metrics, api.logbook, api.stays, api.moorages to user_role, wakelog_viewer;
grant insert (id, vessel_id, name, _from, _from_lat, _from_lng, _to, _to_lat, _to_lng, track_geom, track_geog,
    track_geojson, _from_time, _to_time, distance, duration, avg_speed, max_speed, max_wind_speed, notes, extra,
    user_data)
  on api.logbook to user_role, wakelog_viewer;
grant update (id, name, notes, _from, _to, extra, user_data) on api.logbook to user_role, wakelog_viewer;
-- Only for logs entered by hand; 75_edits/60_entries.sql rejects these columns for recorded ones.
grant update (_from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng, track_geom, distance)
  on api.logbook to user_role;
grant insert (id, vessel_id, name, latitude, longitude, geog, arrived, departed, duration, stay_code, notes, moorage_id,
    user_data)
  on api.stays to user_role;
grant update (id, name, notes, stay_code, arrived, departed, user_data) on api.stays to user_role;
grant insert (id, vessel_id, name, country, stay_code, latitude, longitude, geog, home_flag, notes, radius_m,
    user_data)
  on api.moorages to user_role;
grant update (id, name, notes, stay_code, home_flag, latitude, longitude, radius_m, user_data)
  on api.moorages to user_role;

-- Boats: measurements and what they derive themselves.
grant insert (name, mmsi, client_id, vessel_id, length, beam, height, ship_type, plugin_version, navdata_version,
    "time", active, created_at, updated_at, platform, configuration, available_keys, user_data)
  on api.metadata to vessel_role;
grant update (name, mmsi, client_id, vessel_id, length, beam, height, ship_type, plugin_version, navdata_version,
    "time", active, updated_at, platform, configuration, available_keys, user_data)
  on api.metadata to vessel_role;
grant insert on app.metrics to vessel_role;
grant insert (id, vessel_id, active, name, _from, _from_lat, _from_lng, _to, _to_lat, _to_lng, track_geom, track_geog,
    track_geojson, _from_time, _to_time, distance, duration, avg_speed, max_speed, max_wind_speed, notes, extra,
    user_data)
  on api.logbook to vessel_role;
grant update (id, vessel_id, active, name, _from, _from_lat, _from_lng, _to, _to_lat, _to_lng, track_geom, track_geog,
    track_geojson, _from_time, _to_time, distance, duration, avg_speed, max_speed, max_wind_speed, notes, extra,
    user_data)
  on api.logbook to vessel_role;
grant insert (id, vessel_id, active, name, latitude, longitude, geog, arrived, departed, duration, stay_code, notes,
    user_data)
  on api.stays to vessel_role;
grant update (id, vessel_id, active, name, latitude, longitude, geog, arrived, departed, duration, stay_code, notes,
    user_data)
  on api.stays to vessel_role;
grant insert (id, vessel_id, name, country, stay_id, stay_code, stay_duration, reference_count, latitude, longitude,
    geog, home_flag, notes, user_data)
  on api.moorages to vessel_role;
grant update (id, vessel_id, name, country, stay_id, stay_code, stay_duration, reference_count, latitude, longitude,
    geog, home_flag, notes, user_data)
  on api.moorages to vessel_role;

-- Visitors read no vessel table, only 90_public_pages.
grant select on api.stays_at to anonymous;

-- Not exposed, but read by views and procedures.
grant select (vessel_id, name, mmsi, created_at) on app.vessels
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant select (id, channel, payload, ref_id, stored, processed) on app.events
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant insert (channel, payload, ref_id, stored, processed), update (payload, processed), delete on app.events
  to user_role, admin_role, wakelog_viewer;
grant update (channel, payload, ref_id, stored, processed) on app.events to admin_role;
grant select on app.metric_days, app.metric_days_due, app.metric_keys, app.metric_shapes
  to user_role, vessel_role, admin_role, wakelog_viewer;
