-- The thresholds of a boat's rules as they went down last; another list is another version of the settings.
alter table app.boat_settings add column watch jsonb not null default '[]';
