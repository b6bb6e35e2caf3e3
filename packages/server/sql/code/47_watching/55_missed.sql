-- Alerts found in a backlog, over before a message could be sent.

-- Stores them as raised and cleared, unless part of a stored alert, for one summary message. Returns their ids.
create or replace function app.record_missed(vessel text, missed jsonb) returns setof integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  recorded integer[];
begin
  with made as (
    insert into app.alerts (vessel_id, rule_id, name, kind, key, severity, state, value, threshold, latitude,
      longitude, raised_at, cleared_at, message, channels, missed)
    select vessel, r.id, r.name, r.kind, r.key, r.severity, 'cleared', c.value, c.threshold, c.latitude, c.longitude,
      app.of_millis(c.since), app.of_millis(c.cleared), c.message, r.channels, true
    from jsonb_to_recordset(missed) as c (rule integer, since double precision, cleared double precision,
      value double precision, threshold double precision, latitude double precision, longitude double precision,
      message text)
    join api.alert_rules r on r.vessel_id = vessel and r.id = c.rule
    where not exists (
      select from app.alerts a where a.vessel_id = vessel and a.rule_id = c.rule
        and a.raised_at <= app.of_millis(c.cleared) and coalesce(a.cleared_at, 'infinity') >= app.of_millis(c.since))
    order by c.since
    returning id)
  select array_agg(id order by id) into recorded from made;
  perform app.enqueue('alert_missed', cardinality(recorded)::text, vessel, jsonb_build_object('alerts', recorded))
  where recorded is not null;
  return query select unnest(recorded);
end
$$;
