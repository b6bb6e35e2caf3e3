-- Offline and online messages, without storms. 40_vessels/30_contact.sql and the schedule decide when.

-- Declares silent vessels offline; returns how many. If a network failure affects thousands, all but the first hundred
-- are reported one by one, so that other events do not wait.
create or replace function app.declare_offline(after interval) returns bigint
language sql volatile as $$
  with silent as (
    update api.metadata set active = false where active and "time" < now() - after
    returning vessel_id, id, "time"
  ), noted as (
    insert into app.watch_states as w (vessel_id, offline_told_at) select vessel_id, now() from silent
    on conflict (vessel_id) do update set offline_told_at = excluded.offline_told_at
  ), queued as (
    insert into app.events (channel, payload, ref_id, facts, due)
    select 'monitoring_offline', id::text, vessel_id, jsonb_build_object('silent_since', "time"),
      now() + greatest(0, row_number() over (order by "time") - 100) * interval '0.1 s'
    from silent
    returning 1
  ), woken as (
    select app.wake_worker('monitoring_offline') where exists (select from queued)
  )
  select count(*) from queued, (select count(*) from woken) _
$$;

-- The vessel is back: stores the event, delayed if its absence was reported just before.
create or replace function app.announce_return(vessel text, metadata integer, silent_since timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  reported_at timestamptz := (select w.offline_told_at from app.watch_states w where w.vessel_id = vessel);
begin
  perform app.enqueue('monitoring_online', metadata::text, vessel, jsonb_build_object('silent_since', silent_since));
  if now() - silent_since <= app.long_silence() and reported_at + app.flap_hold() > now() then
    update app.events e set due = reported_at + app.flap_hold()
    where e.ref_id = vessel and e.channel = 'monitoring_online' and e.payload = metadata::text
      and e.processed is null and not e.dead;
  end if;
end
$$;
