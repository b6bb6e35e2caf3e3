-- Alerts, written by the service alone.

alter table app.watch_states enable row level security, force row level security;
create policy service on app.watch_states to wakelog_worker using (true) with check (true);

create or replace view api.alerts_view as
  select id, rule_id, name, kind, key, severity, state, value, threshold, latitude, longitude, raised_at, told_at,
    cleared_at, acknowledged_at, acknowledged_by, snoozed_until, message
  from app.alerts;
comment on view api.alerts_view is
  'The boat''s alerts, raised and cleared. Values and thresholds are in SI units, distances in metres.';
select app.describe('alerts_view', $json${
  "id": "Id of the alert.",
  "rule_id": "Id of its rule, which may be deleted; null without a rule.",
  "name": "Name of the rule.",
  "kind": "Kind of the rule: below, above, outside, silent, offline, drag, leave or enter; boat for an alarm on board.",
  "key": "What was measured; of an alarm on board its path; null for positions and contact.",
  "severity": "alert, warn, alarm or emergency.",
  "state": "raised, or cleared after the condition has ended.",
  "value": "Value of the row that raised it; of drag, leave and enter the distance in metres.",
  "threshold": "Threshold that the value passed, in the same unit.",
  "latitude": "Position of the boat, in degrees.",
  "longitude": "Position of the boat, in degrees.",
  "raised_at": "Time of the row in which the condition began, UTC.",
  "told_at": "When its first message was made, UTC; null if there is none yet.",
  "cleared_at": "Time of the row that ended it, UTC.",
  "acknowledged_at": "When it was acknowledged, UTC.",
  "acknowledged_by": "First name of the user who acknowledged it, or the boat''s name.",
  "snoozed_until": "No repeats until then, UTC.",
  "message": "What happened, as a sentence."
}$json$);

grant select on app.alerts to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.alerts_view to user_role, vessel_role, admin_role;
