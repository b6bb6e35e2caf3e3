-- Old measurements are kept in half the place (ADR 13): the numbers of a row in an array, their names once for many
-- rows. The table is the service's own now; api.metrics, a view, shows every row as the boat sent it.
alter table api.metrics set schema app;

-- A packed row has a shape: the numbers of that shape's names, null for those that it does not have. What is not a
-- number, or would not be the same number again, stays in `metrics`, which is null if nothing stays.
alter table app.metrics add column shape integer, add column numbers double precision[];

-- Names of what a vessel measures, sorted. Never changed, and gone with the vessel.
create table app.metric_shapes (
  id integer generated always as identity primary key,
  vessel_id text not null references app.vessels on delete cascade,
  names text[] not null
);
create index metric_shapes_vessel on app.metric_shapes (vessel_id);

-- Up to which time the rows of a vessel are packed; those that come later for an earlier time are packed when their day
-- is rolled up.
create table app.packing (
  vessel_id text primary key references app.vessels on delete cascade,
  until timestamptz not null
);
