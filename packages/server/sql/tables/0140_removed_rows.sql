-- Rows that an edit took out of the record, packed as they were; undoing it puts them back.
create table app.removed_rows (
  vessel_id text not null references app.vessels on delete cascade,
  edit_id integer not null references app.edits on delete cascade,
  "time" timestamptz not null,
  client_id text,
  latitude double precision,
  longitude double precision,
  speedoverground double precision,
  courseovergroundtrue double precision,
  windspeedapparent double precision,
  anglespeedapparent double precision,
  status api.status,
  metrics jsonb,
  shape integer,
  numbers double precision[],
  primary key (vessel_id, edit_id, "time")
);
create index removed_rows_edit on app.removed_rows (edit_id);

alter table app.edits drop constraint edits_kind_check;
alter table app.edits add constraint edits_kind_check
  check (kind in ('split', 'join', 'delete', 'keep', 'stay', 'draw', 'remove'));
