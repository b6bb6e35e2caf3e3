-- Rows that did not come from the boat itself: from a file, or made up to show what a voyage looks like.
create table app.imports (
  id integer generated always as identity primary key,
  vessel_id text not null references app.vessels on delete cascade,
  kind text not null check (kind in ('file', 'sample')),
  name text not null check (length(name) <= 255),
  made_at timestamptz not null default now()
);
create index imports_vessel on app.imports (vessel_id, made_at);

-- Which rows an import brought: those that were there before are not among them.
create table app.imported_rows (
  vessel_id text not null,
  "time" timestamptz not null,
  import_id integer not null references app.imports on delete cascade,
  primary key (vessel_id, "time")
);
create index imported_rows_import on app.imported_rows (import_id, "time");
