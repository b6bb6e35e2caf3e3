-- Preferences: the known ones, their values, and setting one.

-- Values are checked when they are set, so that readers can rely on them. Unknown keys belong to clients and are stored
-- unchanged. Kinds: flag; pages (a flag, or log ids); number and integer, from at_least to at_most, also as text; text,
-- one line of at_least to at_most characters; name, letters and digits; group, whose members are checked one by one.
create or replace view app.known_preferences as
  select path::text[] as path, kind, at_least::numeric as at_least, at_most::numeric as at_most
  from (values
    ('{email_notifications}', 'flag', null, null),
    ('{phone_notifications}', 'flag', null, null),
    ('{push_user_key}', 'text', 0, 255),
    ('{public_vessel}', 'name', 0, 60),
    ('{public_profile}', 'flag', null, null),
    ('{public_logs}', 'pages', null, null),
    ('{public_logs_list}', 'pages', null, null),
    ('{public_timelapse}', 'pages', null, null),
    ('{public_stats}', 'pages', null, null),
    ('{public_monitoring}', 'pages', null, null),
    ('{public_notes}', 'pages', null, null),
    ('{use_imperial_units}', 'flag', null, null),
    ('{preferred_homepage}', 'integer', 0, 1000),
    ('{website}', 'text', 0, 2048),
    ('{instagram_handle}', 'text', 0, 255),
    ('{language}', 'text', 0, 35),
    ('{units}', 'units', null, null),
    ('{temperature_unit}', 'temperature', null, null),
    ('{pressure_unit}', 'pressure', null, null),
    ('{depth_unit}', 'depth', null, null),
    ('{time_zone}', 'zone', null, null),
    ('{quiet_hours}', 'hours', null, null),
    ('{webhook_url}', 'url', null, null),
    ('{webhook_secret}', 'webhook_secret', null, null),
    ('{ntfy_url}', 'url', null, null),
    ('{apprise_url}', 'url', null, null),
    ('{webpush_subscriptions}', 'subscriptions', null, null),
    ('{muted}', 'group', null, null),
    ('{muted,email}', 'kinds', null, null),
    ('{muted,push}', 'kinds', null, null),
    ('{muted,webpush}', 'kinds', null, null),
    ('{muted,messenger}', 'kinds', null, null),
    ('{muted,webhook}', 'kinds', null, null),
    ('{muted,ntfy}', 'kinds', null, null),
    ('{muted,apprise}', 'kinds', null, null),
    ('{alerting}', 'group', null, null),
    ('{alerting,enabled}', 'flag', null, null),
    ('{alerting,min_notification_interval}', 'number', 0, 8760),
    ('{alerting,low_indoor_temperature_threshold}', 'number', -100, 100),
    ('{alerting,low_outdoor_temperature_threshold}', 'number', -100, 100),
    ('{alerting,low_water_temperature_threshold}', 'number', -100, 100),
    ('{alerting,low_pressure_threshold}', 'number', 0, 120000),
    ('{alerting,high_pressure_drop_threshold}', 'number', 0, 1000),
    ('{alerting,high_wind_speed_threshold}', 'number', 0, 300),
    ('{alerting,low_water_depth_threshold}', 'number', -100, 12000),
    ('{alerting,low_battery_voltage_threshold}', 'number', 0, 1000),
    ('{alerting,high_battery_voltage_threshold}', 'number', 0, 1000),
    ('{alerting,low_battery_charge_threshold}', 'number', 0, 100),
    ('{alerting,low_fuel_threshold}', 'number', 0, 100),
    ('{anchor_drag_warning}', 'flag', null, null),
    ('{boat_alerts}', 'severity', null, null)
  ) known (path, kind, at_least, at_most);
grant select on app.known_preferences to wakelog_worker;

-- The path of a preference key: an array literal such as {alerting,enabled}, or a bare name.
create or replace function app.preference_path(key text) returns text[]
language plpgsql immutable as $$
declare
  path text[];
begin
  begin
    path := case when key like '{%' then key::text[] else array[key] end;
  exception when invalid_text_representation then
    -- Unbalanced braces are not a path.
    path := null;
  end;
  if coalesce(cardinality(path), 0) not between 1 and 8 or array_ndims(path) <> 1
      or array_position(path, null) is not null or '' = any (path) then
    raise exception 'key must name a preference' using errcode = '22023', hint = 'Send {name} or {group,name}.';
  end if;
  return path;
end
$$;

-- Parses a client's value: JSON if valid, otherwise text. Braces and brackets must be JSON.
create or replace function app.preference_value(value text) returns jsonb
language plpgsql immutable as $$
begin
  return coalesce(value::jsonb, 'null');
exception when invalid_text_representation then
  if value ~ '^\s*[\[{]' then
    raise;
  end if;
  return to_jsonb(value);
end
$$;

-- Sets a value at a path, creating missing objects.
create or replace function app.put_at(document jsonb, path text[], value jsonb) returns jsonb
language plpgsql immutable as $$
declare
  inner_document jsonb := document -> path[1];
begin
  if cardinality(path) = 1 then
    return document || jsonb_build_object(path[1], value);
  elsif jsonb_typeof(inner_document) is distinct from 'object' then
    inner_document := '{}';
  end if;
  return document || jsonb_build_object(path[1], app.put_at(inner_document, path[2:], value));
end
$$;

-- The stored value of a known kind; null if invalid.
create or replace function app.preference_of_kind(kind text, at_least numeric, at_most numeric, requested jsonb)
returns jsonb language plpgsql stable as $$
declare
  -- The value as text, which may be a number or flag.
  as_text text := requested #>> '{}';
  is_scalar boolean := jsonb_typeof(requested) in ('string', 'number', 'boolean');
begin
  if kind in ('flag', 'pages') and is_scalar and lower(as_text) in ('true', 'false') then
    return to_jsonb(lower(as_text) = 'true');
  elsif kind = 'pages' and jsonb_typeof(requested) = 'array' then
    return case when not exists (
      select from jsonb_array_elements(requested) id where jsonb_typeof(id) <> 'number' or id::text !~ '^[0-9]{1,9}$')
      then requested end;
  elsif kind in ('number', 'integer') and as_text = '' then
    return requested;
  elsif kind in ('number', 'integer') and is_scalar and as_text ~ '^\s*[-+]?[0-9]{1,15}(\.[0-9]{0,15})?\s*$' then
    return case when as_text::numeric between at_least and at_most
      and (kind = 'number' or as_text::numeric = trunc(as_text::numeric))
      then to_jsonb(as_text::numeric) end;
  elsif kind = 'text' and is_scalar and length(as_text) between at_least and at_most and as_text !~ '[[:cntrl:]]' then
    return to_jsonb(as_text);
  elsif kind = 'name' and is_scalar and length(as_text) between at_least and at_most and as_text ~ '^\w*$' then
    return to_jsonb(as_text);
  end if;
  return app.telling_preference(kind, requested);
end
$$;

-- The values of a kind, for errors.
create or replace function app.kind_in_words(kind text, at_least numeric, at_most numeric) returns text
language sql immutable as $$
  select case kind
    when 'flag' then 'true or false'
    when 'pages' then 'true, false or a list of log ids'
    when 'number' then format('a number from %s to %s', at_least, at_most)
    when 'integer' then format('a whole number from %s to %s', at_least, at_most)
    when 'text' then format('one line of at most %s characters', at_most)
    when 'name' then format('at most %s letters and digits, without spaces', at_most)
    when 'group' then 'a JSON object'
    else app.telling_kind_in_words(kind) end
$$;

-- The stored value of a preference. Group members are checked one by one; null clears one.
create or replace function app.checked_preference(path text[], requested jsonb) returns jsonb
language plpgsql stable as $$
declare
  known app.known_preferences;
  stored jsonb;
begin
  select k.* into known from app.known_preferences k
  where k.path = (checked_preference.path)[1:cardinality(k.path)]
  order by cardinality(k.path) desc limit 1;
  if known.path is null or requested = 'null' then
    return requested;
  elsif known.kind = 'group' and cardinality(path) > cardinality(known.path) then
    -- Unknown member.
    return requested;
  elsif known.kind = 'group' and jsonb_typeof(requested) = 'object' then
    return coalesce((
      select jsonb_object_agg(m.key, app.checked_preference(path || m.key, m.value))
      from jsonb_each(requested) m), '{}');
  elsif cardinality(path) = cardinality(known.path) then
    stored := app.preference_of_kind(known.kind, known.at_least, known.at_most, requested);
  end if;
  if stored is null then
    raise exception '% must be %', array_to_string(known.path, '.'),
        app.kind_in_words(known.kind, known.at_least, known.at_most)
      using errcode = '22023', hint = 'Leave it empty to clear it.';
  end if;
  return stored;
end
$$;

-- Whether two names differ in one letter.
create or replace function app.is_one_letter_off(a text, b text) returns boolean
language sql immutable parallel safe as $$
  select abs(length(a) - length(b)) < 2 and exists (
    select from generate_series(0, length(b)) i
    where left(a, i) = left(b, i) and (substr(a, i + 2) = substr(b, i + 2)
      or substr(a, i + 1) = substr(b, i + 2) or substr(a, i + 2) = substr(b, i + 1)))
$$;

-- Refuses a name that is one letter off a known one. Clients may store keys of their own under all other names.
create or replace function app.refuse_misspelt_preference(path text[]) returns void
language plpgsql stable as $$
declare
  last constant integer := cardinality(path);
  nearest text;
begin
  if exists (select from app.known_preferences k where k.path = refuse_misspelt_preference.path) then
    return;
  end if;
  select array_to_string(k.path, '.') into nearest from app.known_preferences k
  where cardinality(k.path) = last and k.path[:last - 1] = refuse_misspelt_preference.path[:last - 1]
    and app.is_one_letter_off(refuse_misspelt_preference.path[last], k.path[last])
  limit 1;
  if nearest is not null then
    raise exception 'there is no preference %', array_to_string(path, '.')
      using errcode = '22023', hint = format('Did you mean %s?', nearest);
  end if;
end
$$;

-- Preferences that prove or grant something; only the service sets them.
create or replace function app.is_set_by_service(name text) returns boolean
language sql immutable parallel safe as $$
  select name in ('email_valid', 'messenger', 'badges')
$$;

-- Size limit of an account's preferences, bytes.
create or replace function app.room_for_preferences() returns integer
language sql immutable parallel safe as $$ select 262144 $$;

-- Imported preferences that may be set here.
create or replace function app.accepted_preferences(brought jsonb) returns jsonb
language plpgsql stable as $$
declare
  accepted jsonb := '{}';
  one record;
begin
  if octet_length(brought::text) > app.room_for_preferences() then
    raise exception 'your preferences take up more than % KiB in all', app.room_for_preferences() / 1024
      using errcode = '22023';
  end if;
  for one in select * from jsonb_each(brought) where not app.is_set_by_service(key) loop
    begin
      accepted := accepted || jsonb_build_object(one.key, app.checked_preference(array[one.key], one.value));
    exception when invalid_parameter_value then
      continue;
    end;
  end loop;
  return accepted;
end
$$;

-- Sets one preference; null clears it and unlinks a chat.
create or replace function api.update_user_preferences_fn(key text, value text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  path text[] := app.preference_path(key);
  requested jsonb := app.preference_value(value);
  room constant integer := app.room_for_preferences();
  kept jsonb;
begin
  if app.is_set_by_service(path[1]) and not (path = '{messenger}' and requested = 'null') then
    raise exception '% is set by the service', path[1] using errcode = '42501', hint = 'It cannot be set by hand.';
  elsif octet_length(value) > 65536 then
    raise exception 'the value is too long' using errcode = '22023', hint = 'Send at most 64 KiB.';
  elsif path[1] = 'public_vessel' then
    perform app.choose_public_name();
  end if;
  if requested <> 'null' then
    perform app.refuse_misspelt_preference(path);
  end if;
  requested := app.checked_preference(path, requested);
  update app.accounts a
  set preferences = case when requested = 'null' then a.preferences #- path
      else app.put_at(a.preferences, path, requested) end,
    updated_at = now()
  where a.account_id = app.current_account()
  returning a.preferences into kept;
  if octet_length(kept::text) > room then
    raise exception 'your preferences take up more than % KiB in all', room / 1024
      using errcode = '22023', hint = 'Clear some that you no longer need.';
  end if;
  return kept is not null;
end
$$;
comment on function api.update_user_preferences_fn is
  'Sets one preference; key is {name} or {group,name}, value JSON or text, null clears it. Rejects invalid values '
  'of known preferences, and names that are one letter off a known one.';

grant execute on function api.update_user_preferences_fn(text, text) to user_role, admin_role;
