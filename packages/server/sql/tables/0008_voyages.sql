-- What the detector found and will not change: stays and legs before anybody's edits. Edits are applied to these, so
-- saying something about the logbook, and taking it back, needs no look at the fixes.
create table app.intervals (
  vessel_id text not null references app.vessels on delete cascade,
  from_time timestamptz not null,
  kind text not null check (kind in ('stay', 'leg')),
  interval jsonb not null,
  primary key (vessel_id, from_time, kind)
);

-- A log that a person drew is an edit too.
alter table app.edits drop constraint edits_kind_check;
alter table app.edits add constraint edits_kind_check
  check (kind in ('split', 'join', 'delete', 'keep', 'stay', 'draw'));
