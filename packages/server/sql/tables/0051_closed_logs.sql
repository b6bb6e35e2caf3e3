-- A leg after which no row comes is ended by the clock, or at once where an import ended; a later row opens it again.
alter table app.fold_states
  -- nothing is awaited after rows up to this time
  add column closed timestamptz,
  -- when the clock ends the leg under way; null if there is none
  add column close_due timestamptz;
create index fold_states_close_due on app.fold_states (close_due) where close_due is not null;
-- Legs that were left under way.
update app.fold_states f set close_due = now()
where exists (select from api.logbook l where l.vessel_id = f.vessel_id and l.active);
