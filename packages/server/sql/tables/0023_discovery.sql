-- When it was looked for the keys under which the vessel measures.
alter table app.watch_states add column discovered_at timestamptz;
