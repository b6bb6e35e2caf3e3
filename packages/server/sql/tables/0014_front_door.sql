-- Ids are unique over the whole installation, so a client may name the id alone as what an upsert goes by.
create unique index logbook_id on api.logbook (id);
create unique index stays_id on api.stays (id);
create unique index moorages_id on api.moorages (id);
create unique index metadata_id on api.metadata (id);
-- A trigger (app.stamp_id) gives new rows their ids, as it can tell a row without one from a row that brings one.
alter table api.logbook alter column id drop default;
alter table api.stays alter column id drop default;
alter table api.moorages alter column id drop default;

-- When the password was last changed: no session that began before goes on after it.
alter table app.accounts add column password_changed_at timestamptz;
