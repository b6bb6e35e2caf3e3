-- What happened on boats in the last minutes, for those who follow them where the database has no NOTIFY
-- (DATABASE_LISTEN_URL=none); empty elsewhere. Which rows a reader has not seen yet follows from their transactions,
-- because transactions do not commit in the order in which they write.
create table app.live_notices (
  id bigint generated always as identity,
  xact xid8 not null default pg_current_xact_id(),
  stored timestamptz not null default now(),
  payload text not null
);
create index on app.live_notices (xact);
