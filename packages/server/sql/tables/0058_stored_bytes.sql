-- How many bytes a vessel has stored today and in all. Only an upper bound between two measurements: what is deleted is
-- subtracted when the tables are measured again.
create table app.stored_bytes (
  vessel_id text primary key references app.vessels on delete cascade,
  -- UTC
  day date not null,
  today bigint not null,
  total bigint not null,
  -- the total when it was last measured; null if it never was, or if rows were deleted since
  measured bigint,
  measured_at timestamptz
) with (fillfactor = 50);
