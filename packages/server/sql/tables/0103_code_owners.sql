-- Who asked for a code: it pairs only while that account owns the boat.
alter table app.boat_codes add column account_id text references app.accounts on delete cascade;
create index boat_codes_account on app.boat_codes (account_id);
