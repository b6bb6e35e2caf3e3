-- Procedures that the service carries out: here is only what they are called, what they take and what they give.

create or replace function api.signup(email text, pass text, firstname text, lastname text, out token text)
language sql volatile as $$ select app.implemented_in_service('signup') $$;

create or replace function api.login(email text, pass text, out token text)
language sql volatile as $$ select app.implemented_in_service('login') $$;

create or replace function api.recover(email text) returns boolean
language sql volatile as $$ select app.implemented_in_service('recover') is not null $$;

create or replace function api.reset(pass text, token text, uuid text) returns boolean
language sql volatile as $$ select app.implemented_in_service('reset') is not null $$;

create or replace function api.email_fn(token text) returns boolean
language sql volatile as $$ select app.implemented_in_service('email_fn') is not null $$;

create or replace function api.generate_otp_fn(email text) returns text
language sql volatile as $$ select app.implemented_in_service('generate_otp_fn') $$;

create or replace function api.register_vessel(vessel_email text, vessel_mmsi text, vessel_name text, pass text default null,
  out token text)
language sql volatile as $$ select app.implemented_in_service('register_vessel') $$;

create or replace function api.rotate_vessel_token_fn(pass text default null, out token text)
language sql volatile as $$ select app.implemented_in_service('rotate_vessel_token_fn') $$;

create or replace function api.messenger_otp_fn(email text, out otp_code text)
language sql volatile as $$ select app.implemented_in_service('messenger_otp_fn') $$;

create or replace function api.messenger_fn(token text, messenger_obj text) returns boolean
language sql volatile as $$ select app.implemented_in_service('messenger_fn') is not null $$;

create or replace function api.messenger(user_id bigint, email text default null, out token text)
language sql volatile as $$ select app.implemented_in_service('messenger') $$;

create or replace function api.push_fn(token text, push_user_key text) returns boolean
language sql volatile as $$ select app.implemented_in_service('push_fn') is not null $$;

create or replace function api.push_subscribe_link_fn(out push_link json)
language sql volatile as $$ select to_json(app.implemented_in_service('push_subscribe_link_fn')) $$;

create or replace function api.export_logbook_gpx_fn(_id integer) returns text
language sql stable as $$ select app.implemented_in_service('export_logbook_gpx_fn') $$;

create or replace function api.export_logbook_kml_fn(_id integer) returns text
language sql stable as $$ select app.implemented_in_service('export_logbook_kml_fn') $$;

create or replace function api.export_logbooks_gpx_fn(start_log integer default null, end_log integer default null)
returns text language sql stable as $$ select app.implemented_in_service('export_logbooks_gpx_fn') $$;

create or replace function api.export_logbooks_kml_fn(start_log integer default null, end_log integer default null)
returns text language sql stable as $$ select app.implemented_in_service('export_logbooks_kml_fn') $$;

create or replace function api.export_moorages_gpx_fn() returns text
language sql stable as $$ select app.implemented_in_service('export_moorages_gpx_fn') $$;
