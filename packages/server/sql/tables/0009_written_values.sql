-- What people wrote in a derived row that is gone: should its interval come back, with its id, so do their words.
alter table app.interval_identities add column written jsonb;
