-- Checks rules and fills in defaults. Rules made by the service do not pass here.

-- Default hysteresis, in the value's unit.
create or replace function app.usual_hysteresis(kind text, key text, area jsonb) returns double precision
language sql immutable as $$
  select case
    when kind in ('leave', 'enter', 'drag') then least(10, coalesce((area ->> 'radius')::double precision / 10, 10))
    when kind not in ('below', 'above', 'outside') then 0
    else case key
      when 'voltage' then 0.2 when 'charge' then 0.05 when 'depth' then 0.3 when 'wind' then 2 when 'speed' then 0.5
      when 'pressure' then 100 when 'pressure_change' then 100
      when 'inside_temperature' then 1 when 'outside_temperature' then 1 when 'water_temperature' then 1
      when 'inside_humidity' then 0.05 when 'outside_humidity' then 0.05
      when 'fuel' then 0.05 when 'fresh_water' then 0.05 when 'waste_water' then 0.05
      else 0 end end
$$;

-- Default duration of a condition, or allowed silence.
create or replace function app.usual_after(kind text) returns interval
language sql immutable as $$
  select case kind when 'drag' then interval '0' when 'leave' then interval '0' when 'silent' then interval '10 min'
    when 'offline' then interval '70 min' else interval '1 min' end
$$;

-- Whether a key says that there is water in the bilge or that its pump runs; others in a bilge, such as its
-- temperature, do not. In TypeScript: `isOfBilge`.
create or replace function app.is_of_bilge(key text) returns boolean
language sql immutable as $$
  select key ilike '%bilge%'
    and key ~* '(bilge[^.]*|\.(currentLevel|level|state|running|active|on|alarm|water|wet))$'
    and key !~* '(light|lamp|fan|blower|heater|vent|temp|humid|count|cycle|time|hours)'
$$;

-- Default escalation time of a new rule; null for never. Water in the bilge cannot wait.
create or replace function app.usual_escalation(key text) returns interval
language sql immutable as $$ select case when app.is_of_bilge(key) then interval '10 min' end $$;

-- Whether a number is finite.
create or replace function app.is_figure(figure double precision) returns boolean
language sql immutable as $$
  select figure between -1e300 and 1e300
$$;

-- What is wrong with an area, as a sentence; null if it is a valid polygon or circle.
create or replace function app.area_fault(area jsonb) returns text
language plpgsql immutable as $$
declare
  most constant integer := 1000;
  ring jsonb;
  points integer := 0;
  is_placed constant text := 'strict $[*] ? (@.type() == "array" && @[0].type() == "number" && @[1].type() == "number"
    && @[0] >= -180 && @[0] <= 180 && @[1] >= -90 && @[1] <= 90)';
begin
  if area ->> 'type' = 'Point' then
    return case
      when jsonb_path_query_array(jsonb_build_array(area -> 'coordinates'), is_placed::jsonpath) = '[]'
        then 'The middle of a circle is [longitude, latitude], in degrees.'
      when jsonb_typeof(area -> 'radius') is distinct from 'number' then 'A circle needs a radius in metres.'
      when not (area ->> 'radius')::numeric between 1 and 1000000
        then 'The radius of a circle is from 1 to 1000000 metres.' end;
  elsif area ->> 'type' is distinct from 'Polygon' or jsonb_typeof(area -> 'coordinates') is distinct from 'array'
      or area -> 'coordinates' = '[]' then
    return 'An area is a GeoJSON Polygon, or a Point with a radius in metres.';
  end if;
  for ring in select value from jsonb_array_elements(area -> 'coordinates') loop
    if jsonb_typeof(ring) <> 'array' or jsonb_array_length(ring) < 4 or ring -> 0 <> ring -> -1
        or jsonb_array_length(jsonb_path_query_array(ring, is_placed::jsonpath)) < jsonb_array_length(ring) then
      return 'A ring of a polygon is a list of at least four positions [longitude, latitude], in degrees, and ends '
        'where it begins.';
    end if;
    points := points + jsonb_array_length(ring);
  end loop;
  return case when points > most then format('A polygon has at most %s positions.', most) end;
end
$$;

-- What is wrong with a rule, as a sentence; null if nothing.
create or replace function app.rule_fault(rule api.alert_rules) returns text
language sql immutable as $$
  select case
    when coalesce(trim(rule.name), '') = '' then 'A rule needs a name.'
    when rule.name ~ '[[:cntrl:]]' then 'The name of a rule is one line.'
    when length(rule.name) > 200 then 'The name of a rule has at most 200 characters.'
    when coalesce(rule.kind not in ('below', 'above', 'outside', 'silent', 'offline', 'drag', 'leave', 'enter'), true)
      then 'The kind of a rule is below, above, outside, silent, offline, leave or enter.'
    when rule.severity not in ('alert', 'warn', 'alarm', 'emergency')
      then 'The severity of a rule is alert, warn, alarm or emergency.'
    when cardinality(rule.channels) > 8 or not coalesce(rule.channels <@
        array['email', 'push', 'webpush', 'messenger', 'webhook', 'ntfy', 'apprise', 'mqtt'], true)
      then 'The channels of a rule are some of email, push, webpush, messenger, webhook, ntfy, apprise and mqtt.'
    when rule.kind in ('below', 'above', 'outside', 'silent') and coalesce(trim(rule.key), '') = ''
      then format('A rule of kind %s needs a key: what is measured.', rule.kind)
    when length(rule.key) > 255 then 'A key has at most 255 characters.'
    when rule.kind in ('below', 'outside') and rule.low is null
      then format('A rule of kind %s needs low, its lower threshold.', rule.kind)
    when rule.kind in ('above', 'outside') and rule.high is null
      then format('A rule of kind %s needs high, its upper threshold.', rule.kind)
    when not (coalesce(app.is_figure(rule.low), true) and coalesce(app.is_figure(rule.high), true)
        and coalesce(app.is_figure(rule.hysteresis), true))
      then 'Thresholds are numbers.'
    when rule.kind = 'outside' and rule.low >= rule.high then 'The lower threshold must be below the upper one.'
    when rule.hysteresis < 0 then 'The hysteresis cannot be negative.'
    when least(rule.after, rule.repeat, rule.escalate_after) < interval '0'
      then 'after, repeat and escalate_after cannot be negative.'
    when greatest(rule.after, rule.repeat, rule.escalate_after) > interval '1 year'
      then 'after, repeat and escalate_after are at most a year.'
    when rule.kind in ('leave', 'enter') and coalesce(rule.area, 'null') = 'null'
      then format('A rule of kind %s needs an area.', rule.kind)
    when rule.kind in ('leave', 'enter') then app.area_fault(rule.area) end
$$;

-- Checks a user's rule. Rules made by the service are changed at their source.
create or replace function app.check_alert_rule() returns trigger
language plpgsql as $$
declare
  fault text := case when tg_op <> 'DELETE' then app.rule_fault(new) end;
begin
  if tg_op <> 'INSERT' and old.built_in then
    raise exception 'The service made this rule from your preferences: change it there.' using errcode = '22023';
  elsif tg_op = 'DELETE' then
    return old;
  elsif new.built_in then
    raise exception 'Only the service makes rules that are built in.' using errcode = '22023',
      hint = 'Leave built_in out.';
  elsif fault is null and (new.kind = 'drag' or old.kind = 'drag') and (tg_op = 'INSERT'
      or (new.kind, new.key, new.low, new.high, new.after, new.severity, new.area, new.hysteresis)
        is distinct from (old.kind, old.key, old.low, old.high, old.after, old.severity, old.area, old.hysteresis)) then
    raise exception 'The anchor watch is set by anchor_watch_fn.' using errcode = '22023',
      hint = 'Call anchor_watch_fn with another radius, or anchor_watch_off_fn.';
  elsif fault is not null then
    raise exception '%', fault using errcode = '22023';
  end if;
  return new;
end
$$;
create trigger check_alert_rule before insert or update or delete on api.alert_rules for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.check_alert_rule();

-- Fills in defaults.
create or replace function app.complete_alert_rule() returns trigger
language plpgsql as $$
begin
  new.name := trim(new.name);
  new.key := case when new.kind in ('below', 'above', 'outside', 'silent') then trim(new.key) end;
  new.area := case when new.kind in ('leave', 'enter', 'drag') then new.area end;
  new.severity := coalesce(new.severity, 'warn');
  new.hysteresis := coalesce(new.hysteresis, app.usual_hysteresis(new.kind, new.key, new.area));
  new.after := coalesce(new.after, app.usual_after(new.kind));
  -- Users disable it by setting null in the existing rule.
  new.escalate_after := case tg_op when 'INSERT' then coalesce(new.escalate_after, app.usual_escalation(new.key))
    else new.escalate_after end;
  new.updated_at := now();
  return new;
end
$$;
create trigger complete_alert_rule before insert or update on api.alert_rules for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.complete_alert_rule();

-- Limits the number of rules. A null vessel means the caller's, which is filled in later.
create or replace function app.refuse_more_rules() returns trigger
language plpgsql as $$
declare
  most constant integer := 200;
  vessel constant text := coalesce(new.vessel_id, app.current_vessel());
begin
  perform app.lock_rules(vessel);
  if (select count(*) from api.alert_rules r
    where r.vessel_id = vessel and not r.built_in and r.kind <> 'drag') >= most then
    raise exception 'A boat has at most % rules of its own.', most using errcode = '22023',
      hint = 'Delete some you no longer need.';
  end if;
  return new;
end
$$;
create trigger refuse_more_rules before insert on api.alert_rules for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.refuse_more_rules();

-- Number of positions in an area's polygon; 0 if it has none.
create or replace function app.positions_in(area jsonb) returns integer
language sql immutable as $$
  select coalesce(sum(jsonb_array_length(ring)), 0)::integer
  from jsonb_array_elements(case when area ->> 'type' = 'Polygon' then area -> 'coordinates' end) ring
$$;

-- Limits positions, because each fix is compared with each of them.
create or replace function app.refuse_more_positions() returns trigger
language plpgsql as $$
declare
  most constant integer := 5000;
  vessel constant text := coalesce(new.vessel_id, app.current_vessel());
begin
  perform app.lock_rules(vessel);
  if app.positions_in(new.area) + (
    select coalesce(sum(app.positions_in(r.area)), 0) from api.alert_rules r
    where r.vessel_id = vessel and r.id <> new.id) > most then
    raise exception 'The polygons of a boat''s rules have at most % positions together.', most using errcode = '22023',
      hint = 'Draw some of them with fewer corners.';
  end if;
  return new;
end
$$;
create trigger refuse_more_positions before insert or update of area on api.alert_rules for each row
  when (current_user in ('user_role', 'admin_role') and new.area ->> 'type' = 'Polygon')
  execute function app.refuse_more_positions();

-- Serialises new rules of a vessel, so that the count is right.
create or replace function app.lock_rules(vessel text) returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('wakelog.rules/' || vessel, 0))
$$;

-- A changed rule starts over: clears its alert and makes every process reload the rules.
create or replace function app.follow_rule() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.watch_anew(coalesce(new.vessel_id, old.vessel_id));
  if tg_op = 'INSERT' then
    return null;
  elsif tg_op = 'DELETE' or not new.enabled
      or (new.kind, new.key, new.low, new.high, new.hysteresis, new.after, new.area)
        is distinct from (old.kind, old.key, old.low, old.high, old.hysteresis, old.after, old.area) then
    perform app.drop_alerts(old.vessel_id, array[old.id], 'It is no longer watched.');
  else
    update app.alerts a set name = new.name, channels = new.channels, repeat = new.repeat,
      escalate_after = new.escalate_after
    where a.vessel_id = new.vessel_id and a.rule_id = new.id and a.state = 'raised';
  end if;
  return null;
end
$$;
create trigger follow_rule after insert or update or delete on api.alert_rules for each row
  execute function app.follow_rule();

-- Rules or keys changed: reload them with the vessel's next row or clock check.
create or replace function app.watch_anew(vessel text) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.watch_states as w (vessel_id, due)
  select v.vessel_id, now() from app.vessels v where v.vessel_id = vessel
  on conflict (vessel_id) do update set version = w.version + 1, due = now()
$$;

-- Clears alerts that are no longer watched, with a reason.
create or replace function app.drop_alerts(vessel text, rules integer[], why text) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  ended record;
begin
  for ended in
    update app.alerts a set state = 'cleared', cleared_at = greatest(now(), a.raised_at),
      message = a.message || ' ' || why
    where a.vessel_id = vessel and coalesce(a.rule_id, 0) = any (rules) and a.state = 'raised' and a.kind <> 'boat'
    returning a.id
  loop
    perform app.enqueue('alert_cleared', ended.id::text, vessel);
  end loop;
end
$$;

grant execute on function app.usual_hysteresis(text, text, jsonb), app.usual_after(text), app.usual_escalation(text),
    app.is_of_bilge(text),
    app.is_figure(double precision), app.area_fault(jsonb), app.rule_fault(api.alert_rules), app.lock_rules(text),
    app.positions_in(jsonb)
  to user_role, admin_role;
