-- Accounts: sign-up, sign-in, address verification, and what owners see.

create or replace function api.signup(email text, pass text, firstname text, lastname text, out token text)
language sql volatile as $$ select app.implemented_in_service('signup') $$;
comment on function api.signup is 'Creates an account and returns its token.';

create or replace function api.sign_up_state_fn() returns json
language sql stable as $$ select app.implemented_in_service('sign_up_state_fn')::json $$;
comment on function api.sign_up_state_fn is
  'Who may sign up: {open, first}. first is true while no account exists; open is false if the operator has closed '
  'sign-up.';

create or replace function api.login(email text, pass text, out token text)
language sql volatile as $$ select app.implemented_in_service('login') $$;
comment on function api.login is 'Returns a token, valid for an hour, for an e-mail address and its password.';

create or replace function api.recover(email text) returns boolean
language sql volatile as $$ select app.implemented_in_service('recover') is not null $$;
comment on function api.recover is
  'Mails a way to set a new password if the address has an account; always returns true.';

create or replace function api.reset(pass text, token text, uuid text) returns boolean
language sql volatile as $$ select app.implemented_in_service('reset') is not null $$;
comment on function api.reset is
  'Sets a new password (pass) with the mailed one-time code (token) of the account (uuid). Ends every session and '
  'removes every channel except e-mail; a mail lists them.';

create or replace function api.email_fn(token text) returns boolean
language sql volatile as $$ select app.implemented_in_service('email_fn') is not null $$;
comment on function api.email_fn is
  'Verifies the account''s e-mail address with the mailed one-time code; without a token the code identifies the '
  'account. The first time, removes channels that were set before.';

create or replace function api.generate_otp_fn(email text) returns text
language sql volatile as $$ select app.implemented_in_service('generate_otp_fn') $$;
comment on function api.generate_otp_fn is 'Returns a one-time code for the caller''s account.';

create or replace function api.settings_fn(out settings json)
language sql stable security definer set search_path = pg_catalog set timezone = 'UTC' as $$
  select json_build_object(
    'email', a.email::text, 'first', a.first, 'last', a.last, 'preferences', a.preferences, 'created_at', a.created_at,
    'username', initcap(left(a.first, 1) || ' ' || a.last),
    'has_vessel', exists (select from app.memberships m where m.account_id = a.account_id),
    'public_id', a.public_id,
    'webpush_public_key', (select f.value from app.installation_facts f where f.name = 'webpush_public_key'))
  from app.accounts a
  where a.account_id = app.current_account()
$$;
comment on function api.settings_fn is 'The account''s settings and preferences.';

-- The settings without secrets and addresses; the e-mail for users alone. Clients read it under either name. The chat
-- bot and assistants may call it, but not settings_fn.
create or replace function api.profile_fn(out profile json, out settings json)
language sql stable security definer set search_path = pg_catalog set timezone = 'UTC' as $$
  select shown, shown from (
    select (s.settings - case current_setting('role') when 'user_role' then '' else 'email' end
      || jsonb_build_object('preferences', (s.settings -> 'preferences') - array['ip', 'messenger', 'public_password',
        'push_user_key', 'webpush_subscriptions', 'webhook_url', 'webhook_secret', 'ntfy_url', 'apprise_url']))::json
      as shown
    from (select api.settings_fn()::jsonb as settings) s) one
$$;
comment on function api.profile_fn is
  'The account''s settings, without secrets and addresses, as profile and as settings.';

-- The name under which a user of the caller's vessel writes.
create or replace function app.author(account text) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select a.first || ' ' || a.last from app.accounts a join app.memberships m using (account_id)
  where a.account_id = account and m.vessel_id = app.current_vessel()
$$;

grant execute on function app.author(text) to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function api.profile_fn(), api.generate_otp_fn(text), api.settings_fn()
  to user_role, admin_role;
grant execute on function api.login(text, text), api.signup(text, text, text, text), api.recover(text),
    api.reset(text, text, text), api.email_fn(text), api.sign_up_state_fn()
  to anonymous, user_role, admin_role, messenger_role;
