-- Users' own account: change, export, delete. Implemented by src/people/accounts; src/service/account-file writes the
-- export.

create or replace function api.change_name_fn(firstname text, lastname text) returns boolean
language sql volatile as $$ select app.implemented_in_service('change_name_fn') is not null $$;
comment on function api.change_name_fn(text, text) is
  'Changes the name of the caller''s account; each part has 1 to 60 characters. True if the account exists.';

create or replace function api.change_password_fn(pass text, new_pass text, out token text)
language sql volatile as $$ select app.implemented_in_service('change_password_fn') $$;
comment on function api.change_password_fn(text, text) is
  'Sets a new password (new_pass); needs the old one (pass). Ends every session of the account and returns a token '
  'for a new one.';

create or replace function api.belongings_fn() returns json
language sql stable as $$ select app.implemented_in_service('belongings_fn')::json $$;
comment on function api.belongings_fn() is
  'What deleting the caller''s account would delete: the names of its vessels, and how many logs, photos and rows '
  'of measurements they have. Vessels with another owner are omitted.';

create or replace function api.export_account_fn(pass text default null) returns bytea
language sql volatile as $$ select app.implemented_in_service('export_account_fn')::bytea $$;
comment on function api.export_account_fn(text) is
  'The caller''s account and its vessels as one zip file of NDJSON and GPX (application/zip), which `wakelog '
  'import` reads. Needs the password (pass), or a session of less than ten minutes. One at a time.';

create or replace function api.delete_account_fn(pass text, email text) returns json
language sql volatile as $$ select app.implemented_in_service('delete_account_fn')::json $$;
comment on function api.delete_account_fn(text, text) is
  'Deletes the caller''s account with its vessels and all their data permanently. Needs the password (pass) and the '
  'account''s own address (email). Returns what was deleted, as belongings_fn does.';

grant execute on function api.change_name_fn(text, text), api.change_password_fn(text, text), api.belongings_fn(),
    api.export_account_fn(text), api.delete_account_fn(text, text)
  to user_role, admin_role;
