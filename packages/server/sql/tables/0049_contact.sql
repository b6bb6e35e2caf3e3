-- When a boat that has not described itself was last in contact, by the server's clock. Of one that has, its metadata
-- tells.
alter table app.vessels add column contact_at timestamptz;
