-- Acknowledging and snoozing alerts.

-- Locks an alert of the caller's vessel; fails if it does not exist.
create or replace function app.own_alert(alert integer) returns app.alerts
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  found app.alerts;
begin
  select * into found from app.alerts a where a.vessel_id = app.current_vessel() and a.id = alert for update;
  if found.id is null then
    raise exception 'There is no alert %.', alert using errcode = 'PT404', hint = 'Look at the alerts again.';
  end if;
  return found;
end
$$;

-- Stops repeats of an alert. `who` is displayed; the first acknowledgement counts.
create or replace function app.acknowledge(alert integer, who text) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update app.alerts set acknowledged_at = now(), acknowledged_by = who
  where vessel_id = app.current_vessel() and id = alert and acknowledged_at is null
$$;

-- Snoozes an alert.
create or replace function app.snooze(alert integer, minutes integer) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update app.alerts set snoozed_until = now() + make_interval(mins => minutes)
  where vessel_id = app.current_vessel() and id = alert
$$;

create or replace function app.own_first_name() returns text
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select a.first from app.accounts a where a.account_id = app.current_account()), 'the operator')
$$;

create or replace function api.acknowledge_alert_fn(_id integer) returns api.alerts_view
language plpgsql volatile as $$
declare
  answer api.alerts_view;
begin
  perform app.own_alert(_id);
  perform app.acknowledge(_id, app.own_first_name());
  select * into answer from api.alerts_view v where v.id = _id;
  return answer;
end
$$;
comment on function api.acknowledge_alert_fn is
  'Acknowledges an alert, which ends its repeats and escalation. Returns the alert.';

create or replace function api.snooze_alert_fn(_id integer, minutes integer) returns api.alerts_view
language plpgsql volatile as $$
declare
  answer api.alerts_view;
begin
  if not coalesce(minutes between 1 and 10080, false) then
    raise exception 'An alert is silent for 1 to 10080 minutes.' using errcode = '22023', hint = 'A week is 10080.';
  end if;
  perform app.own_alert(_id);
  perform app.snooze(_id, minutes);
  select * into answer from api.alerts_view v where v.id = _id;
  return answer;
end
$$;
comment on function api.snooze_alert_fn is
  'Snoozes an alert for some minutes; if it is still raised then, it is sent again. Returns the alert.';

grant execute on function app.own_alert(integer), app.acknowledge(integer, text), app.snooze(integer, integer),
    app.own_first_name(), api.acknowledge_alert_fn(integer), api.snooze_alert_fn(integer, integer)
  to user_role, admin_role;
