-- Live events for followers (GET /live). The transaction that makes a change announces it on a channel: {"vessel",
-- "event", "data"}. A notification holds less than 8000 bytes.

-- PostgreSQL lets every login use any channel, so only the service knows this one's name.
create or replace function app.live_channel() returns text
language sql stable as $$ select channel from app.channels where name = 'live' $$;

create or replace function app.tell_notice(notice text) returns void
language sql volatile as $$ select pg_notify(app.live_channel(), notice) $$;

create or replace function app.tell_live(vessel text, event text, data jsonb) returns void
language sql volatile as $$
  select app.tell_notice(jsonb_build_object('vessel', vessel, 'event', event, 'data', data)::text)
$$;

create or replace function app.live_log(log api.logbook) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select jsonb_build_object('id', log.id, 'active', coalesce(log.active, false), 'name', left(log.name, 200),
    '_from', left(log._from, 200), '_to', left(log._to, 200), '_from_time', log._from_time, '_to_time', log._to_time,
    'distance', log.distance, 'duration', log.duration, 'avg_speed', log.avg_speed, 'max_speed', log.max_speed)
$$;

create or replace function app.live_stay(stay api.stays) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select jsonb_build_object('id', stay.id, 'active', coalesce(stay.active, false), 'name', left(stay.name, 200),
    'arrived', stay.arrived, 'departed', stay.departed, 'latitude', stay.latitude, 'longitude', stay.longitude,
    'stay_code', stay.stay_code, 'moorage_id', stay.moorage_id, 'radius_m', stay.radius_m)
$$;

create or replace function app.live_alert(alert app.alerts) returns jsonb
language sql stable set timezone = 'UTC' as $$
  select jsonb_build_object('id', alert.id, 'rule_id', alert.rule_id, 'name', left(alert.name, 200),
    'kind', alert.kind, 'key', left(alert.key, 200), 'severity', alert.severity, 'state', alert.state,
    'value', alert.value, 'threshold', alert.threshold, 'latitude', alert.latitude, 'longitude', alert.longitude,
    'raised_at', alert.raised_at, 'told_at', alert.told_at, 'cleared_at', alert.cleared_at,
    'acknowledged_at', alert.acknowledged_at, 'acknowledged_by', alert.acknowledged_by,
    'snoozed_until', alert.snoozed_until, 'message', left(alert.message, 1000))
$$;

create or replace function app.tell_of_log() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' then
    perform app.tell_live(old.vessel_id, 'log', jsonb_build_object('id', old.id, 'deleted', true));
  else
    perform app.tell_live(new.vessel_id, 'log', app.live_log(new));
  end if;
  return null;
end
$$;
create trigger tell_of_new after insert or delete on api.logbook for each row execute function app.tell_of_log();
-- Columns that change with every row under way are announced with the position.
create trigger tell_of_change after update on api.logbook for each row
  when (new.active is distinct from old.active or new.name is distinct from old.name
    or new._from_time is distinct from old._from_time or (not coalesce(new.active, false)
      and (new._to_time, new.distance, new._from, new._to) is distinct from
        (old._to_time, old.distance, old._from, old._to)))
  execute function app.tell_of_log();

create or replace function app.tell_of_stay() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' then
    perform app.tell_live(old.vessel_id, 'stay', jsonb_build_object('id', old.id, 'deleted', true));
  else
    perform app.tell_live(new.vessel_id, 'stay', app.live_stay(new));
  end if;
  return null;
end
$$;
create trigger tell_of_new after insert or delete on api.stays for each row execute function app.tell_of_stay();
create trigger tell_of_change after update on api.stays for each row
  when ((new.active, new.name, new.arrived, new.departed, new.stay_code, new.moorage_id) is distinct from
    (old.active, old.name, old.arrived, old.departed, old.stay_code, old.moorage_id))
  execute function app.tell_of_stay();

create or replace function app.tell_of_alert() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.tell_live(new.vessel_id, 'alert', app.live_alert(new));
  return null;
end
$$;
create trigger tell_of_new after insert on app.alerts for each row execute function app.tell_of_alert();
create trigger tell_of_change after update on app.alerts for each row
  when ((new.state, new.severity, new.told_at, new.acknowledged_at, new.snoozed_until) is distinct from
    (old.state, old.severity, old.told_at, old.acknowledged_at, old.snoozed_until))
  execute function app.tell_of_alert();

create or replace function app.tell_of_connection() returns trigger
language plpgsql security definer set search_path = pg_catalog set timezone = 'UTC' as $$
begin
  perform app.tell_live(new.vessel_id, 'connection', jsonb_build_object(
    'state', case when new.active then 'online' else 'offline' end, 'time', new."time"));
  return null;
end
$$;
create trigger tell_of_connection after update of active on api.metadata for each row
  when (new.active is distinct from old.active) execute function app.tell_of_connection();
create trigger tell_of_first_connection after insert on api.metadata for each row
  when (new.active) execute function app.tell_of_connection();

-- A session ended, a token was replaced or a user left the crew: followers are checked again.
create or replace function app.tell_of_revocation() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.tell_notice(jsonb_build_object('revoked',
    coalesce(to_jsonb(old) ->> 'account_id', to_jsonb(old) ->> 'vessel_id'))::text);
  return null;
end
$$;
create trigger tell_of_revocation after update of session_version, disabled, email or delete on app.accounts
  for each row execute function app.tell_of_revocation();
create trigger tell_of_revocation after update of token_version or delete on app.vessels for each row
  execute function app.tell_of_revocation();
create trigger tell_of_revocation after update or delete on app.memberships for each row
  execute function app.tell_of_revocation();

-- A row as a position event, with its monitored values.
create or replace function app.live_position(m app.metrics) returns jsonb
language sql stable set timezone = 'UTC' as $$
  select jsonb_build_object('time', m."time", 'latitude', m.latitude, 'longitude', m.longitude,
    'speedoverground', m.speedoverground, 'courseovergroundtrue', m.courseovergroundtrue,
    'windspeedapparent', m.windspeedapparent, 'anglespeedapparent', m.anglespeedapparent, 'status', m.status,
    'values', app.named_readings(app.whole_metrics(m.metrics, m.shape, m.numbers),
      app.measurement_keys(m.vessel_id), m.speedoverground, m.windspeedapparent))
$$;

-- The full state of the caller's vessel, for a new follower.
create or replace function api.live_state_fn() returns json
language sql stable set timezone = 'UTC' as $$
  select json_build_object(
    'position', (
      select app.live_position(m) || jsonb_build_object('values', app.named_readings(n.metrics,
        app.measurement_keys(m.vessel_id), n.speedoverground, n.windspeedapparent))
      from app.newest_row(app.current_vessel()) n
      join app.metrics m on m.vessel_id = app.current_vessel() and m."time" = n."time"),
    'log', (
      select app.live_log(l) from api.logbook l
      where l.vessel_id = app.current_vessel() and l.active order by l._from_time desc limit 1),
    'stay', (
      select app.live_stay(s) from api.stays s
      where s.vessel_id = app.current_vessel() and s.active order by s.arrived desc limit 1),
    'alerts', (
      select coalesce(json_agg(app.live_alert(a) order by a.raised_at desc, a.id desc), '[]') from (
        select * from app.alerts where vessel_id = app.current_vessel() and state = 'raised'
        order by raised_at desc, id desc limit 100) a),
    'connection', (
      select case when d.active then 'online' else 'offline' end from api.metadata d
      where d.vessel_id = app.current_vessel()),
    'vessel_id', app.current_vessel())
$$;
comment on function api.live_state_fn is
  'The boat''s full current state: newest position and values, open log and stay, raised alerts, and whether it is '
  'online. GET /live continues from there.';

grant execute on function app.live_log(api.logbook), app.live_stay(api.stays), app.live_alert(app.alerts),
    app.live_position(app.metrics) to user_role, vessel_role, admin_role;
grant execute on function api.live_state_fn() to user_role, vessel_role, admin_role;
