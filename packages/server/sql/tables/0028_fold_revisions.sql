-- The saved state of a fold may be older than the rows: whoever takes it up again reads those that came since.
alter table app.fold_states
  -- Another with every change of the row, so that a copy of it elsewhere can be told from an old one.
  add column revision uuid not null default gen_random_uuid(),
  -- time of the newest metric row that the state has taken in, with a position or without
  add column seen timestamptz,
  -- times of the first and the last of the rows that were stored late and are not folded yet
  add column late_from timestamptz,
  add column late_to timestamptz;
update app.fold_states f set seen = greatest(f.cursor,
  (select m."time" from api.metrics m where m.vessel_id = f.vessel_id order by m."time" desc limit 1));

-- What the fold looks up is found without going through the vessel's whole past. The kind is left out, because without
-- statistics an index on (vessel_id, kind, …) seems as good as the primary key, whatever the third column is.
drop index app.interval_identities_time;
create index interval_identities_time on app.interval_identities (vessel_id, from_time);
create index interval_identities_end on app.interval_identities (vessel_id, (coalesce(to_time, 'infinity')));
create index moorages_latitude on api.moorages (vessel_id, latitude);
create index edits_in_force on app.edits (vessel_id) where undone_at is null;
