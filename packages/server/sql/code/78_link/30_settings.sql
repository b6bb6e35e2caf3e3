-- Settings of the plugin on board.

-- The settings of a boat as they go down: with their version, which counts changes of the rules too, and what to watch.
create or replace function app.boat_settings(vessel text) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select s.settings || jsonb_build_object('version', s.version)
  from app.boat_settings s where s.vessel_id = vessel
$$;
