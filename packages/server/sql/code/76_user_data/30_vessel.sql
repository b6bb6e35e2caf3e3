-- The vessel: its owner's preference `alerting` is a member of its user_data, whichever of the two is written.

-- Of users, owners alone change what was added to the vessel; a value that stays as it was is no change.
create or replace function app.admit_owners() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.require_role('owner');
  return new;
end
$$;
-- Before the triggers that complete and check the value.
create trigger admit_owners before update on api.metadata for each row
  when (current_user = 'user_role' and new.user_data is distinct from old.user_data)
  execute function app.admit_owners();

-- The preference of the vessel's first owner, as an object with that member; empty if there is none.
create or replace function app.preferred_alerting(vessel text) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((
    select jsonb_build_object('alerting', a.preferences -> 'alerting')
    from app.accounts a where a.account_id = app.owner_of(vessel) and a.preferences ? 'alerting'), '{}')
$$;

-- Users cannot read what the checks of preferences know.
create or replace function app.checked_alerting(sent jsonb) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select app.checked_preference('{alerting}', sent)
$$;
create or replace function app.refuse_misspelt_alerting(path text[]) returns void
language sql stable security definer set search_path = pg_catalog as $$
  select app.refuse_misspelt_preference(path) where path[1] = 'alerting'
$$;

-- A user's change is checked like the preference; a boat cannot change it. `alarms` are the service's.
create or replace function app.join_vessel_data() returns trigger
language plpgsql as $$
declare
  sent constant jsonb := new.user_data -> 'alerting';
begin
  new.user_data := coalesce(new.user_data, '{}') - array['alerting', 'alarms'];
  if tg_op = 'UPDATE' and current_user in ('user_role', 'admin_role')
      and sent is distinct from old.user_data -> 'alerting' then
    if sent <> 'null' then
      new.user_data := new.user_data || jsonb_build_object('alerting', app.checked_alerting(sent));
    end if;
  else
    new.user_data := new.user_data || app.preferred_alerting(new.vessel_id);
  end if;
  return new;
end
$$;
create trigger join_vessel_data before insert on api.metadata for each row execute function app.join_vessel_data();
create trigger join_vessel_data_again before update on api.metadata for each row
  when (new.user_data is distinct from old.user_data) execute function app.join_vessel_data();

-- The change becomes the owner's preference, from which the built-in rules follow.
create or replace function app.prefer_alerting() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  kept jsonb;
begin
  update app.accounts a
  set preferences = a.preferences - 'alerting' || case when new.user_data ? 'alerting'
      then jsonb_build_object('alerting', new.user_data -> 'alerting') else '{}' end,
    updated_at = now()
  where a.account_id = app.owner_of(new.vessel_id)
    and a.preferences -> 'alerting' is distinct from new.user_data -> 'alerting'
  returning a.preferences into kept;
  if octet_length(kept::text) > app.room_for_preferences() then
    raise exception 'your preferences take up more than % KiB in all', app.room_for_preferences() / 1024
      using errcode = '22023', hint = 'Clear some that you no longer need.';
  end if;
  return null;
end
$$;
create trigger prefer_alerting after update on api.metadata for each row
  when (new.user_data -> 'alerting' is distinct from old.user_data -> 'alerting')
  execute function app.prefer_alerting();

-- Shows the preference on a vessel after it or the owner has changed.
create or replace function app.show_alerting(vessel text) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update api.metadata d set user_data = d.user_data - 'alerting' || app.preferred_alerting(vessel)
  where d.vessel_id = vessel
    and d.user_data -> 'alerting' is distinct from app.preferred_alerting(vessel) -> 'alerting'
$$;

create or replace function api.update_metadata_userdata_fn(userdata text) returns boolean
language plpgsql volatile as $$
begin
  perform app.require_role('owner');
  update api.metadata d set user_data = app.merge_json(d.user_data, app.sent_object(userdata, 'userdata'))
  where d.vessel_id = app.current_vessel();
  return found;
end
$$;
comment on function api.update_metadata_userdata_fn is
  'Merges userdata, a JSON object or its text, into user_data of the vessel; false until its plugin has described it. '
  'For owners.';

create or replace function api.update_vessel_settings_fn(key text, value text) returns boolean
language plpgsql volatile as $$
declare
  path text[];
  requested jsonb;
begin
  perform app.require_role('owner');
  perform app.refuse('invalid input', 'Send a key such as {alerting,enabled}, and a value.')
  where key is null or value is null;
  path := app.preference_path(key);
  requested := app.preference_value(value);
  perform app.refuse_misspelt_alerting(path) where requested <> 'null';
  update api.metadata d
  set user_data = case when requested = 'null' then d.user_data #- path
    else app.put_at(d.user_data, path, requested) end
  where d.vessel_id = app.current_vessel();
  return found;
end
$$;
comment on function api.update_vessel_settings_fn is
  'Sets one value of the vessel''s user_data; key is {name} or {group,name}, value JSON or text, null clears it. False '
  'until the plugin has described the vessel. For owners.';

grant execute on function app.preferred_alerting(text) to user_role, vessel_role, admin_role;
grant execute on function api.update_metadata_userdata_fn(text), api.update_vessel_settings_fn(text, text),
    app.checked_alerting(jsonb), app.refuse_misspelt_alerting(text[]), app.preference_path(text),
    app.preference_value(text), app.put_at(jsonb, text[], jsonb) to user_role, admin_role;
