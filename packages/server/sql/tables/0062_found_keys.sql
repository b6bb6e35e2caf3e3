-- Keys of usual values that were found in a boat's rows, by setting; null for the usual key.
alter table app.watch_states add column found_keys jsonb not null default '{}';
