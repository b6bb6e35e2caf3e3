-- Alarms on board: alerts of kind boat.

-- The readable form of a path: electrical.batteries.House.voltage is "Electrical batteries house voltage".
create or replace function app.path_in_words(path text) returns text
language sql immutable as $$
  select upper(left(w.words, 1)) || substr(w.words, 2)
  from (select left(lower(regexp_replace(replace(path, '.', ' '), '([a-z0-9])([A-Z])', '\1 \2', 'g')), 200) as words) w
$$;

-- How severe a severity is.
create or replace function app.severity_rank(severity text) returns integer
language sql immutable as $$
  select array_position(array['alert', 'warn', 'alarm', 'emergency'], severity)
$$;

-- Clears alarms that no longer stand at a row: {alarms, …}.
create or replace function app.clear_alarms(vessel text, told jsonb, at timestamptz) returns void
language plpgsql volatile as $$
declare
  changed record;
begin
  for changed in
    update app.alerts a set state = 'cleared', cleared_at = greatest(a.raised_at, at)
    where a.vessel_id = vessel and a.kind = 'boat' and a.state = 'raised' and not told -> 'alarms' ? a.key
    returning a.id
  loop
    perform app.enqueue('alert_cleared', changed.id::text, vessel);
  end loop;
end
$$;

-- The alarms that stand at a row.
create or replace function app.standing_alarms(told jsonb) returns table (key text, severity text, message text)
language sql immutable as $$
  select e.key, e.value ->> 'state', coalesce(nullif(trim(e.value ->> 'message'), ''), app.path_in_words(e.key))
  from jsonb_each(told -> 'alarms') e
$$;

-- Changes severity and message of alarms that go on. Returns those that became worse: they want an answer again.
create or replace function app.worsen_alarms(vessel text, told jsonb) returns setof integer
language sql volatile as $$
  with worse as (
    update app.alerts a set severity = s.severity, message = s.message, acknowledged_at = case
      when app.severity_rank(s.severity) <= app.severity_rank(a.severity) then a.acknowledged_at end
    from app.standing_alarms(told) s, app.alerts o
    where a.vessel_id = vessel and a.kind = 'boat' and a.state = 'raised' and a.key = s.key and o.id = a.id
      and (a.severity, a.message) is distinct from (s.severity, s.message)
    returning a.id, app.severity_rank(s.severity) > app.severity_rank(o.severity) as is_news)
  select id from worse where is_news
$$;

-- Raises alarms that are new at a row. Returns their alerts.
create or replace function app.raise_alarms(vessel text, told jsonb, at timestamptz) returns setof integer
language sql volatile as $$
  insert into app.alerts (vessel_id, name, kind, key, severity, state, latitude, longitude, raised_at, message, repeat)
  select vessel, app.path_in_words(s.key), 'boat', s.key, s.severity, 'raised',
    (told ->> 'latitude')::double precision, (told ->> 'longitude')::double precision, at, s.message, interval '6 hours'
  from app.standing_alarms(told) s
  on conflict (vessel_id, coalesce(rule_id, 0), kind, (case when kind = 'boat' then key else '' end))
    where state = 'raised' do nothing
  returning id
$$;

-- Judges the alarms of rows younger than a quarter of an hour, oldest first: [{at, latitude, longitude, alarms}, …].
-- Rows older than one judged before move nothing.
create or replace function app.link_alarms(rows jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel constant text := app.current_vessel();
  before constant timestamptz := (select s.alarms_at from app.boat_settings s where s.vessel_id = vessel);
  told jsonb;
  at timestamptz;
begin
  perform app.require_link();
  for told in select value from jsonb_array_elements(rows) loop
    at := app.of_millis((told ->> 'at')::double precision);
    continue when at <= before;
    perform app.clear_alarms(vessel, told, at);
    perform app.enqueue('alert_raised', n.id::text, vessel) from (
      select id from app.worsen_alarms(vessel, told) id
      union all
      select id from app.raise_alarms(vessel, told, at) id) n;
    update app.boat_settings s set alarms_at = at where s.vessel_id = vessel;
  end loop;
end
$$;

-- A boat without a link left: her alarms are no longer watched.
create or replace function app.end_boat_alarms() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  ended record;
begin
  for ended in
    update app.alerts a set state = 'cleared', cleared_at = greatest(now(), a.raised_at)
    where a.vessel_id = new.vessel_id and a.kind = 'boat' and a.state = 'raised' and not exists (
      select from app.boat_links l where l.vessel_id = new.vessel_id and l.revoked_at is null)
    returning a.id
  loop
    perform app.enqueue('alert_cleared', ended.id::text, new.vessel_id);
  end loop;
  return null;
end
$$;
create trigger end_alarms after update of revoked_at on app.boat_links for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function app.end_boat_alarms();

-- Acknowledged or silenced ashore: on board too.
create or replace function app.answer_alarm() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.give_command(new.vessel_id, tg_argv[0], jsonb_build_object('path', new.key));
  return null;
end
$$;
create trigger acknowledge_on_board after update on app.alerts for each row
  when (new.kind = 'boat' and new.state = 'raised' and old.acknowledged_at is null
    and new.acknowledged_at is not null)
  execute function app.answer_alarm('acknowledge');
create trigger silence_on_board after update on app.alerts for each row
  when (new.kind = 'boat' and new.state = 'raised' and new.snoozed_until > now()
    and new.snoozed_until is distinct from old.snoozed_until)
  execute function app.answer_alarm('silence');

-- Whether the shore watches just the circle that a boat shows.
create or replace function app.is_anchor_watch(vessel text, shown jsonb) returns boolean
language sql stable as $$
  select exists (
    select from api.alert_rules r
    where r.vessel_id = vessel and r.kind = 'drag' and r.name = 'Anchor watch'
      and abs((r.area ->> 'radius')::double precision - (shown ->> 'radius')::double precision) < 1
      and app.distance_m((r.area -> 'coordinates' ->> 1)::double precision,
        (r.area -> 'coordinates' ->> 0)::double precision, (shown ->> 'latitude')::double precision,
        (shown ->> 'longitude')::double precision) < 2)
$$;

-- The anchor watch that a boat shows: {latitude, longitude, radius}, null where it was ended. What is new arms the
-- shore's watch; the end of the one that both had ends it, also one armed ashore.
create or replace function app.link_anchor(shown jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel constant text := app.current_vessel();
  before constant jsonb := (select s.anchor from app.boat_settings s where s.vessel_id = vessel);
begin
  perform app.require_link();
  if shown is not distinct from before or (shown is null and before is null) then
    return;
  end if;
  update app.boat_settings s set anchor = shown where s.vessel_id = vessel;
  if shown is null then
    perform app.end_anchor_watch(vessel, 'switched_off')
    where app.is_anchor_watch(vessel, before)
      or exists (select from api.alert_rules r where r.vessel_id = vessel and r.kind = 'drag' and r.armed_by = 'boat');
  elsif app.anchor_fault((shown ->> 'radius')::double precision, (shown ->> 'latitude')::double precision,
      (shown ->> 'longitude')::double precision) is null and not app.is_anchor_watch(vessel, shown) then
    perform app.set_anchor_watch((shown ->> 'latitude')::double precision,
      (shown ->> 'longitude')::double precision, (shown ->> 'radius')::double precision);
    update api.alert_rules r set armed_by = 'boat' where r.vessel_id = vessel and r.kind = 'drag';
  end if;
end
$$;

grant execute on function app.link_alarms(jsonb), app.link_anchor(jsonb) to vessel_role;
