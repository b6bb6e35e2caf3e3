-- What goes down a link: settings, alerts and commands.

-- Alerts that stand, as the boat shows them; not those that it raised itself.
create or replace function app.link_alerts(vessel text) returns jsonb
language sql stable as $$
  select jsonb_build_object('version', s.alerts_version, 'raised', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'name', left(a.name, 200), 'severity', a.severity,
      'message', left(a.message, 1000), 'acknowledged', a.acknowledged_at is not null) order by a.id)
    from app.alerts a where a.vessel_id = vessel and a.state = 'raised' and a.kind <> 'boat'), '[]'))
  from app.boat_settings s where s.vessel_id = vessel
$$;

-- Commands that the boat has not reported, and that have not expired.
create or replace function app.link_commands(vessel text) returns jsonb
language sql volatile as $$
  with offered as (
    update app.boat_commands c set sent_at = now()
    where c.vessel_id = vessel and c.done_at is null and c.expires_at > now() and c.sent_at is null)
  select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'data', c.data, 'expires', app.millis(c.expires_at))
    order by c.created_at, c.id)
  from app.boat_commands c
  where c.vessel_id = vessel and c.done_at is null and c.expires_at > now()
$$;

-- News for a link of the caller's boat that knows these versions; null for what it does not ask for. Empty if there is
-- none.
create or replace function app.link_news(settings integer, alerts integer) returns jsonb
language sql volatile security definer set search_path = pg_catalog as $$
  select jsonb_strip_nulls(jsonb_build_object('commands', app.link_commands(app.current_vessel())))
    || case when settings <> coalesce((
        select s.version from app.boat_settings s where s.vessel_id = app.current_vessel()), 0)
      then jsonb_build_object('settings', app.boat_settings(app.current_vessel())) else '{}' end
    || case when alerts <> coalesce((
        select s.alerts_version from app.boat_settings s where s.vessel_id = app.current_vessel()), 0)
      then jsonb_build_object('alerts', app.link_alerts(app.current_vessel())) else '{}' end
$$;

-- The same for an open poll, whose key is checked each time.
create or replace function app.poll_link(claims jsonb, settings integer, alerts integer) returns jsonb
language plpgsql volatile as $$
begin
  perform app.check_link(claims);
  return app.link_news(settings, alerts);
end
$$;

-- Alerts changed.
create or replace function app.count_alert_change() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update app.boat_settings set alerts_version = alerts_version + 1 where vessel_id = new.vessel_id;
  if found then
    perform app.tell_link(new.vessel_id);
  end if;
  return null;
end
$$;
create trigger count_new after insert on app.alerts for each row
  when (new.kind <> 'boat' and new.state = 'raised') execute function app.count_alert_change();
create trigger count_change after update on app.alerts for each row
  when (new.kind <> 'boat' and (new.state, new.severity, new.acknowledged_at is null, new.message, new.name)
    is distinct from (old.state, old.severity, old.acknowledged_at is null, old.message, old.name))
  execute function app.count_alert_change();

-- Acknowledgements on board, in the boat's name.
create or replace function app.link_acknowledged(alerts integer[]) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update app.alerts a set acknowledged_at = now(), acknowledged_by = v.name
  from app.vessels v
  where v.vessel_id = a.vessel_id and a.vessel_id = app.current_vessel() and a.id = any (alerts)
    and a.acknowledged_at is null and app.require_link() is not null
$$;

grant execute on function app.link_news(integer, integer), app.link_acknowledged(integer[]) to vessel_role;
