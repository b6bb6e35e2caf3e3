-- The vessel as described by its plugin.

comment on table api.metadata is
  'The vessel as described by its plugin; one row per vessel, replaced at every contact.';
select app.describe('metadata', $json${
  "id": "Id of the row, unique in the installation.",
  "name": "Name of the vessel as its plugin knows it.",
  "mmsi": "Radio identity (MMSI): nine digits, or null.",
  "client_id": "Identity of the marine data server on board, as a URN.",
  "vessel_id": "The vessel; taken from the token.",
  "length": "Length over all, in metres.",
  "beam": "Beam, in metres.",
  "height": "Height above the water line, in metres.",
  "ship_type": "AIS ship type, 0 to 99; 36 is sailing, 37 a pleasure craft.",
  "plugin_version": "Version of the plugin on board.",
  "navdata_version": "Version of the marine data server on board.",
  "time": "Last contact, by this server's clock: metadata, or metrics measured within the last 15 minutes.",
  "active": "Whether the vessel is online; false once it was silent for 70 minutes.",
  "created_at": "First contact.",
  "updated_at": "Last change of this row.",
  "platform": "Hardware on board.",
  "configuration": "Measurement keys for depth, voltage, wind and so on; read by the plugin.",
  "available_keys": "Measurement keys that the vessel publishes: an array of {key, unit}.",
  "user_data": "The owner's own data: an object with make_model, polar, images, specs, alerting (the preference), …",
  "ip": "Always null: no address of a boat is kept."
}$json$);

create or replace function app.stamp_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
-- What owners add says nothing of the vessel's description.
create trigger stamp_updated_at before update on api.metadata for each row
  when (current_user in ('user_role', 'admin_role') and (new.user_data is not distinct from old.user_data
    or to_jsonb(new) - 'user_data' <> to_jsonb(old) - 'user_data')) execute function app.stamp_updated_at();
create trigger stamp_updated_at before update on app.vessels for each row execute function app.stamp_updated_at();

-- Months for which a vessel's configuration keeps every row: infinite if unset, null if unreadable.
create or replace function app.raw_months(configuration jsonb) returns double precision
language sql immutable as $$
  select case
    when policy is null or policy = 'null' then 'infinity'::double precision
    when jsonb_typeof(policy) = 'object' and policy - '{raw_months,then}'::text[] = '{}'
        and policy ->> 'then' in ('5 min', '1 h') and jsonb_typeof(policy -> 'raw_months') = 'number'
        and policy ->> 'raw_months' ~ '^[1-9][0-9]{0,3}$'
      then (policy ->> 'raw_months')::double precision end
  from (select configuration -> 'retention' as policy) said
$$;

-- For all writers: the plugin accepts an object or null, and other values would break readers.
create or replace function app.check_configuration() returns trigger
language plpgsql as $$
begin
  raise exception 'configuration must be a JSON object' using errcode = '22023',
    hint = 'Send an object such as {"depthKey": "environment.depth.belowKeel"}, or null.';
end
$$;
create trigger check_configuration before insert or update of configuration on api.metadata for each row
  when (jsonb_typeof(new.configuration) <> 'object') execute function app.check_configuration();

-- The plugin requests keys chosen since its last read, so each choice is timestamped.
create or replace function app.stamp_configuration() returns trigger
language plpgsql as $$
begin
  if new.configuration ? 'retention' and app.raw_months(new.configuration) is null then
    raise exception 'retention must say for how many months every row is kept, and what is kept afterwards'
      using errcode = '22023', hint = 'Send {"raw_months": 24, "then": "5 min"}, or "1 h"; null keeps everything.';
  end if;
  new.configuration := new.configuration
    || jsonb_build_object('update_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  return new;
end
$$;
create trigger stamp_configuration before update of configuration on api.metadata for each row
  when (current_user in ('user_role', 'admin_role') and new.configuration is distinct from old.configuration)
  execute function app.stamp_configuration();

-- A boat's measurement keys: {"depthKey": "environment.depth.belowKeel", …}, chosen by the owner or else found in its
-- rows, if not the usual ones. Visitors may see the measurements, but not the table.
create or replace function app.measurement_keys(vessel text) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select jsonb_strip_nulls(coalesce((select w.found_keys from app.watch_states w where w.vessel_id = vessel), '{}'))
    || coalesce((
      select jsonb_object_agg(c.key, c.value)
      from api.metadata d
      cross join lateral jsonb_each(case jsonb_typeof(d.configuration) when 'object' then d.configuration end) c
      where d.vessel_id = vessel and c.value not in ('null', '""')), '{}')
$$;

grant execute on function app.raw_months(jsonb) to user_role, vessel_role, admin_role;
grant execute on function app.measurement_keys(text)
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
