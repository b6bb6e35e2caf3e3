-- The queue takes one event of each tenant in turn. `app.arrivals` is written by whoever stores an event and read by
-- the lanes of the workers, which keep `app.turns`; so nobody who stores an event ever waits for a lane.

-- Events that the lanes have not looked at yet: appended, and deleted when seen.
create table app.arrivals (
  id bigint generated always as identity primary key,
  channel text not null,
  ref_id text not null
);

-- A row for each tenant that may have an event waiting, in each kind of lane. `due` is its place: when its next event
-- may be tried, or when its last turn ended. It may be too early, never too late.
create table app.turns (
  lane text not null,
  -- an account_id or a vessel_id
  ref_id text not null,
  due timestamptz not null,
  primary key (lane, ref_id)
);
create index turns_due on app.turns (lane, due);

-- The head of each line of a tenant is found by one look into this index, however many events wait behind it.
-- The number is wider here than in the row, so that the planner does not take events_ref, with all that was processed.
create index events_waiting on app.events (ref_id, channel, (id::bigint)) where processed is null and not dead;
drop index app.events_pending;
-- For throwing old events away, and for showing those that were given up.
create index events_stored on app.events (stored);
create index events_dead on app.events (id) where dead;

alter table app.events no force row level security;
insert into app.arrivals (channel, ref_id)
select distinct channel, ref_id from app.events where processed is null and not dead;
alter table app.events force row level security;

-- Messages that somebody waits for are looked for first.
create index deliveries_of_kind on app.deliveries (kind, due) where sent is null and not dead;
