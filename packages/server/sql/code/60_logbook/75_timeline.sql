-- The event log as people read it: a line for each event, with what it is about and when that happened.

create or replace view api.timeline_view as
  select e.id, e.channel,
    coalesce(case e.channel
      when 'new_logbook' then l._to_time
      when 'new_stay' then s.arrived
      when 'new_moorage' then s.departed
      when 'alert_raised' then a.raised_at
      when 'alert_cleared' then a.cleared_at end, e.stored) as "time",
    case e.channel when 'note' then e.payload end as note, e.processed,
    l.id as log_id, l.name as log, app.is_named(l.vessel_id, l.id) as named, l._from as "from", l._to as "to",
    l._from_time as started, l.distance,
    s.id as stay_id, coalesce(m.name, s.name) as moorage,
    a.name as rule, a.kind as rule_kind, a.key as rule_key
  -- With the id read before the joins, each finds its row by key.
  from (
    select id, channel, payload, ref_id, stored, processed,
      case when payload ~ '^\d{1,9}$' then payload::integer end as about
    from app.events offset 0) e
  left join api.logbook l on e.channel in ('new_logbook', 'log_finished', 'finish_log')
    and l.vessel_id = e.ref_id and l.id = e.about and l._to_time is not null
  left join api.stays s on e.channel in ('new_stay', 'new_moorage', 'stay_finished')
    and s.vessel_id = e.ref_id and s.id = e.about
  left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
  left join app.alerts a on e.channel like 'alert\_%' and a.vessel_id = e.ref_id and a.id = e.about
  where (e.channel <> 'new_logbook' or l.id is not null) and (e.channel <> 'new_moorage' or s.departed is not null);
comment on view api.timeline_view is
  'Events of the account and the vessel with their own times: of a log its arrival, of a stay its departure. '
  'Departures and arrivals of logs that were since joined or deleted are left out.';
select app.describe('timeline_view', $json${
  "id": "Id of the event.",
  "channel": "Kind of event, as in eventlogs_view.",
  "time": "When it happened, UTC.",
  "note": "Text of a note; null for other events.",
  "processed": "When it was worked off, UTC; null while it waits.",
  "log_id": "Id of the log that it is about; null for other events.",
  "log": "Name of the log; null until the log is finished.",
  "named": "Whether the log has its own name; otherwise the name is made of its places, or its day.",
  "from": "Place of departure.",
  "to": "Place of arrival.",
  "started": "Departure, UTC.",
  "distance": "Distance of the log, in nautical miles.",
  "stay_id": "Id of the stay that it is about; null for other events.",
  "moorage": "Name of the stay's place.",
  "rule": "Name of the rule that raised the alert; null for other events.",
  "rule_kind": "Kind of that rule, as in alerts_view.",
  "rule_key": "What it measures; null for positions and contact."
}$json$);

grant select on api.timeline_view to user_role, vessel_role, admin_role;
