-- Discovered keys of a boat (src/boat/monitoring/found-keys.ts), where they are not the usual ones.

-- Stores the keys found for the caller's boat. Reading and watching use them from the same row on.
create or replace function app.keep_found_keys(keys jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.watch_states as w (vessel_id, found_keys, version)
  select v.vessel_id, keys, 1 from app.vessels v where v.vessel_id = app.current_vessel()
  on conflict (vessel_id) do update set found_keys = excluded.found_keys, version = w.version + 1
$$;
grant execute on function app.keep_found_keys(jsonb) to vessel_role, admin_role;

-- For boats whose owners chose nothing, found keys become the configuration, with a message. Once per vessel, so that
-- cleared keys stay cleared. Returns the number of boats.
create or replace function app.discover_keys() returns bigint
language sql volatile as $$
  with looked as (
    update app.watch_states w set discovered_at = now()
    where w.discovered_at is null and w.found_keys <> '{}'
      and exists (select from api.metadata d where d.vessel_id = w.vessel_id)
    returning w.vessel_id, jsonb_strip_nulls(w.found_keys) as keys
  ), chosen as (
    update api.metadata d set configuration = l.keys
      || jsonb_build_object('update_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from looked l
    where d.vessel_id = l.vessel_id and l.keys <> '{}' and coalesce(d.configuration, '{}') = '{}'
    returning d.vessel_id, l.keys
  ), queued as (
    select app.enqueue('autodiscovery', vessel_id, vessel_id, keys) from chosen
  )
  select count(*) from queued
$$;
