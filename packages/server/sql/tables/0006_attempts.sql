-- How often something that must be limited was tried, by whom, in the running window. Unlogged: losing it in a
-- crash forgives a few attempts and costs no disk.
create unlogged table app.attempts (
  key text primary key,
  since timestamptz not null default now(),
  count integer not null default 1
);
create index attempts_since on app.attempts (since);
