-- Checks by the server's clock, independent of rows: repeats, escalations and contact.

-- Sends unacknowledged alerts again, and those whose snooze has ended.
create or replace function app.repeat_alerts() returns bigint
language sql volatile as $$
  with again as (
    update app.alerts a set repeated_at = now()
    where a.state = 'raised' and a.acknowledged_at is null and coalesce(a.snoozed_until, '-infinity') <= now()
      and (a.repeat is not null
          and coalesce(a.repeated_at, a.noticed_at) + greatest(a.repeat, interval '10 s') <= now()
        or a.snoozed_until > coalesce(a.repeated_at, a.noticed_at))
    returning a.id, a.vessel_id
  ), queued as (
    select app.enqueue('alert_repeated', id::text, vessel_id) from again
  )
  select count(*) from queued
$$;

-- Escalates alerts unacknowledged for too long to emergencies.
create or replace function app.escalate_alerts() returns bigint
language sql volatile as $$
  with again as (
    update app.alerts a set escalated_at = now()
    where a.state = 'raised' and a.acknowledged_at is null and coalesce(a.snoozed_until, '-infinity') <= now()
      and a.escalated_at is null and a.noticed_at + a.escalate_after <= now()
    returning a.id, a.vessel_id
  ), queued as (
    select app.enqueue('alert_escalated', id::text, vessel_id) from again
  )
  select count(*) from queued
$$;

-- Minimum time between an offline and the next online message, except after a long silence: an unstable link causes one
-- message.
create or replace function app.flap_hold() returns interval
language sql immutable as $$ select interval '30 min' $$;
create or replace function app.long_silence() returns interval
language sql immutable as $$ select interval '6 hours' $$;

-- Raises rules of kind offline for silent boats. A boat whose brief return was not yet sent is not reported again.
create or replace function app.raise_offline() returns bigint
language sql volatile as $$
  with silent as (
    select r.*, c.last from api.alert_rules r
    left join api.metadata d on d.vessel_id = r.vessel_id
    cross join lateral (select app.last_contact(r.vessel_id) as last) c
    where r.kind = 'offline' and r.enabled
      -- Most boats are in contact, by their metadata alone.
      and coalesce(d."time" + r.after <= now(), true) and c.last + r.after <= now()
      and not exists (
        select from app.alerts a where a.vessel_id = r.vessel_id and a.rule_id = r.id and a.state = 'raised')
  ), flapped as (
    update app.alerts a set held_until = null from silent s
    where a.vessel_id = s.vessel_id and a.rule_id = s.id and a.held_until is not null
    returning a.rule_id, coalesce(a.told_at, a.noticed_at) as told_at
  ), raised as (
    insert into app.alerts (vessel_id, rule_id, name, kind, severity, state, raised_at, told_at, message, channels,
      repeat, escalate_after)
    select s.vessel_id, s.id, s.name, s.kind, s.severity, 'raised', s.last, f.told_at,
      s.name || ': no contact with the boat.', s.channels, s.repeat, s.escalate_after
    from silent s left join flapped f on f.rule_id = s.id
    returning id, vessel_id, told_at
  ), queued as (
    select app.enqueue('alert_raised', id::text, vessel_id) from raised where told_at is null
  )
  select count(*) from queued
$$;

-- Clears them for boats that are back. The return is sent at once, or later if the absence was reported just before.
create or replace function app.clear_offline() returns bigint
language sql volatile as $$
  with back as (
    update app.alerts a set state = 'cleared', cleared_at = c.last,
      held_until = case when c.last - a.raised_at <= app.long_silence()
        then nullif(greatest(coalesce(a.told_at, a.noticed_at) + app.flap_hold(), now()), now()) end
    from api.alert_rules r
    cross join lateral (select app.last_contact(r.vessel_id) as last) c
    where a.kind = 'offline' and a.state = 'raised' and r.vessel_id = a.vessel_id and r.id = a.rule_id
      and c.last > a.raised_at and c.last + r.after > now()
    returning a.id, a.vessel_id, a.held_until
  ), lasted as (
    update app.alerts a set held_until = null
    where a.held_until <= now()
    returning a.id, a.vessel_id
  ), queued as (
    select app.enqueue('alert_cleared', n.id::text, n.vessel_id) from (
      select id, vessel_id from back where held_until is null
      union all
      select id, vessel_id from lasted) n
  )
  select count(*) from queued
$$;

-- Hints for anchored boats without an anchor watch: one per stay, once they clearly stay.
create or replace function app.hint_anchor_watch() returns bigint
language sql volatile as $$
  with anchored as (
    select s.vessel_id, s.id from api.stays s
    join app.watch_states w on w.vessel_id = s.vessel_id and w.hinted_stay is distinct from s.id
      and w.unwatched_stay is distinct from s.id
    where s.active and s.stay_code = 2 and s.arrived <= now() - interval '10 min'
      and app.last_contact(s.vessel_id) > now() - interval '15 min'
      and not exists (select from api.alert_rules r where r.vessel_id = s.vessel_id and r.kind = 'drag')
  ), hinted as (
    update app.watch_states w set hinted_stay = a.id from anchored a where w.vessel_id = a.vessel_id
    returning w.vessel_id, a.id
  ), queued as (
    select app.enqueue('anchor_hint', id::text, vessel_id) from hinted
  )
  select count(*) from queued
$$;
