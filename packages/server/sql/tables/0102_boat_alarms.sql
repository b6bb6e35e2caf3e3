-- Alarms on board as alerts of kind boat: any number at a time, one for each path.
drop index app.alerts_one_raised;
create unique index alerts_one_raised
  on app.alerts (vessel_id, coalesce(rule_id, 0), kind, (case when kind = 'boat' then key else '' end))
  where state = 'raised';

-- Of the newest row whose alarms were judged; and the anchor watch that it showed.
alter table app.boat_settings
  add column alarms_at timestamptz,
  add column anchor jsonb;

-- Where an anchor watch was set: on board or ashore.
alter table api.alert_rules add column armed_by text check (armed_by in ('boat', 'shore'));
