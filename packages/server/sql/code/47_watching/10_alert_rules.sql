-- Alert rules of users.

comment on table api.alert_rules is
  'What to watch on the boat, one rule per row. Thresholds are in SI units, as in metrics.';
select app.describe('alert_rules', $json${
  "id": "Id of the rule, given by the service.",
  "vessel_id": "The vessel; taken from the token.",
  "name": "Name of the rule.",
  "low": "Lower threshold, in the unit of the key; below and outside need it.",
  "high": "Upper threshold, in the unit of the key; above and outside need it.",
  "repeat": "A raised, unacknowledged alert is sent again after this long; null for never.",
  "severity": "alert, warn, alarm or emergency. An emergency breaks quiet hours.",
  "channels": "Channels to use; null for all that the user has enabled.",
  "enabled": "Whether it is watched.",
  "built_in": "Whether the service made it, from preferences or for the anchor watch; change it there.",
  "armed_by": "Of an anchor watch: boat if it was set on board, else shore; null for other rules.",
  "created_at": "When it was made, UTC.",
  "updated_at": "Last change, UTC."
}$json$);
comment on column api.alert_rules.kind is
  'below, above, outside: a value past its threshold. silent: a value that stops arriving. offline: no contact. '
  'leave, enter: a position outside or inside an area. drag: the anchor watch, made by anchor_watch_fn.';
comment on column api.alert_rules.key is
  'For below, above, outside and silent: voltage, charge, depth, wind, speed, pressure, inside_temperature, '
  'outside_temperature, water_temperature, inside_humidity, outside_humidity, fuel, fresh_water, waste_water, or '
  'any key of metrics.';
comment on column api.alert_rules.hysteresis is
  'How far back past the threshold the value must come before the alert clears, in the unit of the key; for an area '
  'in metres.';
comment on column api.alert_rules.after is
  'How long the condition must hold, by the times of the rows, to raise an alert; for silent and offline the '
  'allowed silence.';
comment on column api.alert_rules.area is
  'For leave and enter: a GeoJSON Polygon, or a circle: {"type": "Point", "coordinates": [longitude, latitude], '
  '"radius": metres}.';
comment on column api.alert_rules.escalate_after is
  'Unacknowledged for this long, the alert is sent again as an emergency, on every channel; null for never. A new '
  'rule for a bilge key has ten minutes; to disable that, set it to null afterwards.';

alter table api.alert_rules enable row level security, force row level security;
create policy own_vessel on api.alert_rules to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel())) with check (vessel_id = (select app.current_vessel()));
create policy operator on api.alert_rules to admin_role using (true) with check (true);
create policy service on api.alert_rules to wakelog_worker using (true) with check (true);

create trigger stamp_vessel before insert on api.alert_rules for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();

grant select on api.alert_rules to user_role, vessel_role;
grant delete on api.alert_rules to user_role;
grant insert (vessel_id, name, kind, key, low, high, hysteresis, after, repeat, severity, area, channels,
    escalate_after, enabled, built_in),
  update (name, kind, key, low, high, hysteresis, after, repeat, severity, area, channels, escalate_after, enabled)
  on api.alert_rules to user_role;
