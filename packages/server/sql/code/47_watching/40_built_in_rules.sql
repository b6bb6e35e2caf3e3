-- Rules made by the service from the owner's preferences.

-- The owner whose preferences apply to a boat: the first.
create or replace function app.owner_of(vessel text) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select m.account_id from app.memberships m
  where m.vessel_id = vessel and m.role = 'owner' order by m.created_at, m.account_id limit 1
$$;

-- A threshold from web clients: a number, also as text; the default if empty.
create or replace function app.alerting_number(alerting jsonb, name text, otherwise numeric) returns numeric
language sql immutable as $$
  select case when alerting ->> name ~ '^\s*[-+]?[0-9]{1,9}([.][0-9]{0,15})?\s*$'
    then (alerting ->> name)::numeric else otherwise end
$$;

-- Whether alerting is enabled.
create or replace function app.wants_alerting(alerting jsonb) returns boolean
language sql immutable as $$
  select coalesce(alerting ->> 'enabled' in ('true', 'on', '1'), false)
$$;

-- The bilge key: from the preference, or else the first that the boat publishes. Ignores monitored values such as
-- voltage. Null if there is none.
create or replace function app.bilge_key(vessel text, alerting jsonb) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case
    when alerting ->> 'bilge' in ('false', 'off') then null
    when length(alerting ->> 'bilge') between 5 and 255
      and not exists (select from app.monitored_values known where known.name = alerting ->> 'bilge')
      then alerting ->> 'bilge'
    else (
      select min(k.key) from (
        select e ->> 'key' as key
        from api.metadata d, jsonb_array_elements(
          case jsonb_typeof(d.available_keys) when 'array' then d.available_keys end) e
        where d.vessel_id = vessel
        union all
        select s.key from app.metric_keys s where s.vessel_id = vessel
        union all
        -- A day's keys are stored when it ends, and a row need not have all keys.
        select e.key from (
          select app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics
          from app.metrics m where m.vessel_id = vessel order by m."time" desc limit 300) newest,
          jsonb_each(case jsonb_typeof(newest.metrics) when 'object' then newest.metrics end) e
      ) k where app.is_of_bilge(k.key) and length(k.key) <= 255) end
$$;

-- The rules requested by preferences: none unless alerting is enabled.
create or replace function app.asked_rules(vessel text, alerting jsonb)
returns table (name text, kind text, key text, low double precision, high double precision, severity text,
  escalate_after interval) language sql stable as $$
  select r.name, r.kind, r.key, case when r.kind = 'below' then r.threshold end,
    case when r.kind = 'above' then r.threshold end, coalesce(r.severity, 'warn'), r.escalate_after
  from (
    select w.name, w.kind, w.key,
      (app.alerting_number(alerting, w.preference, w.otherwise) * w.factor + w.zero)::double precision as threshold,
      null::text as severity, null::interval as escalate_after
    from (values
      ('Low temperature inside', 'below', 'inside_temperature', 'low_indoor_temperature_threshold', 7, 1, 273.15),
      ('Low temperature outside', 'below', 'outside_temperature', 'low_outdoor_temperature_threshold', 3, 1, 273.15),
      ('Low water temperature', 'below', 'water_temperature', 'low_water_temperature_threshold', 10, 1, 273.15),
      ('Low air pressure', 'below', 'pressure', 'low_pressure_threshold', 990, 100, 0),
      ('Falling air pressure', 'below', 'pressure_change', 'high_pressure_drop_threshold', 12, -100, 0),
      ('Strong wind', 'above', 'wind', 'high_wind_speed_threshold', 30, 1852.0 / 3600, 0),
      ('Shallow water', 'below', 'depth', 'low_water_depth_threshold', 1, 1, 0),
      ('Low battery voltage', 'below', 'voltage', 'low_battery_voltage_threshold', 12.5, 1, 0),
      ('High battery voltage', 'above', 'voltage', 'high_battery_voltage_threshold', 15, 1, 0),
      ('Low battery charge', 'below', 'charge', 'low_battery_charge_threshold', 50, 0.01, 0),
      ('Low fuel', 'below', 'fuel', 'low_fuel_threshold', 20, 0.01, 0)
    ) w (name, kind, key, preference, otherwise, factor, zero)
    union all
    select 'Water in the bilge', 'above', app.bilge_key(vessel, alerting), 0, 'alarm', interval '10 min'
  ) r
  where app.wants_alerting(alerting) and r.key is not null
$$;

-- Whether the owner wants bilge alerts and no bilge key is known yet.
create or replace function app.lacks_bilge_rule(vessel text) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select app.wants_alerting(a.preferences -> 'alerting')
    and coalesce(a.preferences #>> '{alerting,bilge}' not in ('false', 'off'), true)
    and not exists (
      select from api.alert_rules r
      where r.vessel_id = vessel and r.built_in and r.kind = 'above' and r.severity = 'alarm')
  from app.accounts a where a.account_id = app.owner_of(vessel)
$$;

-- Synchronises a vessel's built-in rules with the preferences.
create or replace function app.sync_built_in_rules(vessel text) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  alerting jsonb := (select a.preferences -> 'alerting' from app.accounts a where a.account_id = app.owner_of(vessel));
  hours numeric := app.alerting_number(alerting, 'min_notification_interval', 6);
  again interval := case when hours > 0 then make_interval(secs => (least(hours, 8760) * 3600)::double precision) end;
begin
  delete from api.alert_rules r
  where r.vessel_id = vessel and r.built_in
    and not exists (select from app.asked_rules(vessel, alerting) g where (g.kind, g.key) = (r.kind, r.key));
  insert into api.alert_rules as r (vessel_id, name, kind, key, low, high, hysteresis, after, repeat, severity,
    escalate_after, built_in)
  select vessel, g.name, g.kind, g.key, g.low, g.high, app.usual_hysteresis(g.kind, g.key, null),
    app.usual_after(g.kind), again, g.severity, g.escalate_after, true
  from app.asked_rules(vessel, alerting) g
  on conflict (vessel_id, kind, key) where built_in do update
    set low = excluded.low, high = excluded.high, repeat = excluded.repeat, updated_at = now()
    where (r.low, r.high, r.repeat) is distinct from (excluded.low, excluded.high, excluded.repeat);
end
$$;

-- Alerting preferences changed: updates all boats of that owner.
create or replace function app.follow_alerting() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.watch_anew(m.vessel_id), app.sync_built_in_rules(m.vessel_id), app.show_alerting(m.vessel_id)
  from app.memberships m
  where m.account_id = new.account_id and m.role = 'owner' and app.owner_of(m.vessel_id) = new.account_id;
  return null;
end
$$;
create trigger follow_alerting after update of preferences on app.accounts for each row
  when (old.preferences -> 'alerting' is distinct from new.preferences -> 'alerting'
    or old.preferences -> 'anchor_drag_warning' is distinct from new.preferences -> 'anchor_drag_warning')
  execute function app.follow_alerting();

-- A boat's ownership changed.
create or replace function app.follow_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.watch_anew(v.vessel_id), app.sync_built_in_rules(v.vessel_id), app.show_alerting(v.vessel_id)
  from app.vessels v where v.vessel_id = coalesce(new.vessel_id, old.vessel_id);
  return null;
end
$$;
create trigger follow_owner after insert or update or delete on app.memberships for each row
  execute function app.follow_owner();

-- A boat's keys changed, by the boat or its owner.
create or replace function app.follow_keys() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.watch_anew(new.vessel_id);
  perform app.sync_built_in_rules(new.vessel_id) from app.accounts a
  where a.account_id = app.owner_of(new.vessel_id) and app.wants_alerting(a.preferences -> 'alerting');
  return null;
end
$$;
create trigger follow_keys after update of configuration, available_keys on api.metadata for each row
  when (old.configuration is distinct from new.configuration or old.available_keys is distinct from new.available_keys)
  execute function app.follow_keys();
create trigger follow_first_keys after insert on api.metadata for each row execute function app.follow_keys();
