-- The keys under which a boat measures (src/boat/monitoring/found-keys.ts), where they are not the usual ones.

-- Keeps what was found in the caller's boat's rows: from now on its values are read there. What is watched, is watched
-- there with the same row.
create or replace function app.keep_found_keys(keys jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.watch_states as w (vessel_id, found_keys, version)
  select v.vessel_id, keys, 1 from app.vessels v where v.vessel_id = app.current_vessel()
  on conflict (vessel_id) do update set found_keys = excluded.found_keys, version = w.version + 1
$$;
grant execute on function app.keep_found_keys(jsonb) to vessel_role, admin_role;

-- Boats whose owners chose nothing: what was found becomes their configuration, and their people get a message. Once
-- for each vessel, so that keys that a user cleared stay cleared. Returns how many got something.
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
  ), told as (
    select app.enqueue('autodiscovery', vessel_id, vessel_id, keys) from chosen
  )
  select count(*) from told
$$;
