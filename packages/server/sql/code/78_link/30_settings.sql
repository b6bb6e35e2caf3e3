-- Settings of the plugin on board.

-- What is wrong with a setting, as a sentence; null if nothing. Null removes a setting.
create or replace function app.boat_setting_fault(name text, value jsonb) returns text
language sql immutable as $$
  select case
    when name not in ('rest', 'underway', 'deviation', 'mode', 'budget', 'keep', 'satellite', 'skip', 'only',
      'position_source', 'certificate', 'publish_trip') then format('There is no setting %s.', left(name, 60))
    when kind = 'null' then null
    when name = 'rest' and not coalesce(whole between 10 and 3600, false)
      then 'rest is the time between rows at rest, from 10 to 3600 seconds.'
    when name = 'underway' and not coalesce(whole between 1 and 3600, false)
      then 'underway is the time between rows under way, from 1 to 3600 seconds.'
    when name = 'deviation' and not coalesce(whole between 1 and 1000, false)
      then 'deviation is the distance from the line between rows, from 1 to 1000 metres.'
    when name = 'mode' and not coalesce(value #>> '{}' in ('auto', 'normal', 'metered', 'satellite', 'off')
      and kind = 'string', false) then 'mode is auto, normal, metered, satellite or off.'
    when name = 'budget' and (kind <> 'object' or exists (
        select from jsonb_each(case kind when 'object' then value end) b
        where b.key not in ('normal', 'metered', 'satellite') or jsonb_typeof(b.value) not in ('number', 'null')
          or (jsonb_typeof(b.value) = 'number' and not (b.value #>> '{}')::numeric between 0 and 1e12)))
      then 'budget has the bytes a day of normal, metered and satellite; null for no limit.'
    when name = 'keep' and (kind <> 'object' or value - 'megabytes' <> '{}'
        or jsonb_typeof(value -> 'megabytes') is distinct from 'number'
        or not (value ->> 'megabytes')::numeric between 1 and 1000000)
      then 'keep has the megabytes that the boat may keep, from 1 on.'
    when name = 'satellite'
        and not (paths and jsonb_array_length(case kind when 'array' then value else '[]' end) <= 6)
      then 'satellite is a list of at most six paths.'
    when name in ('skip', 'only')
        and not (paths and jsonb_array_length(case kind when 'array' then value else '[]' end) <= 200)
      then format('%s is a list of at most 200 patterns of paths.', name)
    when name = 'position_source' and not (kind = 'string' and length(value #>> '{}') between 1 and 200)
      then 'position_source is the name of a source on board.'
    when name = 'certificate' and not (kind = 'string' and replace(value #>> '{}', ':', '') ~ '^[0-9A-Fa-f]{64}$')
      then 'certificate is a SHA-256 fingerprint: 64 hexadecimal digits.'
    when name = 'publish_trip' and kind <> 'boolean' then 'publish_trip is true or false.' end
  from (select jsonb_typeof(value) as kind) k
  cross join lateral (
    select case when kind = 'number' and (value #>> '{}')::numeric between -1e15 and 1e15
        then (value #>> '{}')::double precision end as whole,
      kind = 'array' and not exists (
        select from jsonb_array_elements(case kind when 'array' then value end) e
        where jsonb_typeof(e) <> 'string' or length(e #>> '{}') not between 1 and 200) as paths) given
$$;

-- What the boat should send at once: paths with the thresholds of its rules.
create or replace function app.boat_watch(vessel text) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(distinct jsonb_build_object('path', p.path,
    'low', case when r.kind <> 'above' then r.low end, 'high', case when r.kind <> 'below' then r.high end)), '[]')
  from api.alert_rules r
  cross join lateral app.reading_sources(array[r.key], app.measurement_keys(vessel)) s
  cross join lateral (
    select unnest(s.paths) as path where s.tanks is null
    union
    select case r.key when 'speed' then 'navigation.speedOverGround'
      when 'wind' then 'environment.wind.speedApparent' end
    union
    select named.value
    from app.boat_streams b cross join lateral jsonb_each_text(b.paths) named
    where b.vessel_id = vessel and named.value ~ s.tanks) p
  where r.vessel_id = vessel and r.enabled and r.kind in ('below', 'above', 'outside') and p.path is not null
    and r.key <> 'pressure_change'
$$;

-- The settings of a boat as they go down: with their version, and what to watch.
create or replace function app.boat_settings(vessel text) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(s.settings, '{}') || jsonb_build_object('version', coalesce(s.version, 0),
    'watch', coalesce(s.watch, '[]'))
  from (select) one left join app.boat_settings s on s.vessel_id = vessel
$$;

create or replace function api.boat_settings_fn() returns json
language sql stable as $$ select app.boat_settings(app.current_vessel())::json $$;
comment on function api.boat_settings_fn is
  'Settings of the plugin on board, with their version, and in watch the thresholds of the boat''s rules.';

-- An object without its members that are null. Nulls within are kept: no budget is one.
create or replace function app.without_nulls(document jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(document) e where e.value <> 'null'
$$;

create or replace function api.update_boat_settings_fn(settings jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel constant text := app.current_vessel();
  fault text;
begin
  perform app.require_role('skipper');
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'settings is an object of settings.' using errcode = '22023';
  end if;
  select app.boat_setting_fault(e.key, e.value) into fault from jsonb_each(settings) e
  where app.boat_setting_fault(e.key, e.value) is not null limit 1;
  if fault is not null then
    raise exception '%', fault using errcode = '22023', hint = 'Correct it, or leave it out.';
  end if;
  insert into app.boat_settings as s (vessel_id, settings, watch)
  values (vessel, app.without_nulls(update_boat_settings_fn.settings), app.boat_watch(vessel))
  on conflict (vessel_id) do update set version = s.version + 1,
    settings = app.without_nulls(s.settings || update_boat_settings_fn.settings)
  where s.settings <> app.without_nulls(s.settings || update_boat_settings_fn.settings);
  perform app.tell_link(vessel);
  return app.boat_settings(vessel);
end
$$;
comment on function api.update_boat_settings_fn is
  'Changes settings of the plugin on board; null removes one. Returns them. For skippers and owners.';

-- Tells the open polls of a boat that there may be news.
create or replace function app.tell_link(vessel text) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  select app.tell_notice(jsonb_build_object('link', vessel)::text)
$$;

-- Takes up what a boat should watch; another list is another version.
create or replace function app.renew_boat_watch(vessel text) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  update app.boat_settings s set watch = r.watch, version = s.version + 1
  from (select app.boat_watch(vessel) as watch) r
  where s.vessel_id = vessel and s.watch <> r.watch;
  if found then
    perform app.tell_link(vessel);
  end if;
end
$$;

-- Rules or keys changed.
create or replace function app.tell_of_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.renew_boat_watch(new.vessel_id);
  return null;
end
$$;
create trigger tell_of_rules after update on app.watch_states for each row
  when (new.version <> old.version) execute function app.tell_of_rules();

grant execute on function api.boat_settings_fn(), app.boat_settings(text), api.update_boat_settings_fn(jsonb)
  to user_role, admin_role;
