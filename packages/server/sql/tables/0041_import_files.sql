-- A file on its way in: its text as it was uploaded, and then its rows, until they are stored.
create table app.import_parts (
  import_id integer not null references app.imports on delete cascade,
  n integer generated always as identity,
  content text not null,
  primary key (import_id, n)
);

create table app.import_batches (
  import_id integer not null references app.imports on delete cascade,
  n integer generated always as identity,
  rows jsonb not null,
  primary key (import_id, n)
);
