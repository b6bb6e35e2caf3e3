-- What a boat reported of a stay is kept apart from the kind that is shown: at a dock or a buoy she did not anchor.
alter table app.interval_identities add column moored boolean not null default false;
