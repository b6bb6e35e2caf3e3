-- The chat messenger and push service linked to an account.

create or replace function api.messenger_otp_fn(email text, out otp_code text, out code text)
language sql volatile as $$ select app.implemented_in_service('messenger_otp_fn'), null $$;
comment on function api.messenger_otp_fn is
  'Mails a one-time code for linking a chat messenger. The response contains it (code) for the chat bot alone, which '
  'compares it with what the user types.';

create or replace function api.messenger_fn(token text, messenger_obj text) returns boolean
language sql volatile as $$ select app.implemented_in_service('messenger_fn') is not null $$;
comment on function api.messenger_fn is
  'Links a chat messenger to the account of a one-time code; for the chat bot, which knows the messenger''s user.';

create or replace function api.messenger(user_id bigint, email text default null, out token text)
language sql volatile as $$ select app.implemented_in_service('messenger') $$;
comment on function api.messenger is
  'Returns a user''s token to the chat bot, for the messenger user linked to the account.';

create or replace function api.push_fn(token text, push_user_key text) returns boolean
language sql volatile as $$ select app.implemented_in_service('push_fn') is not null $$;
comment on function api.push_fn is 'Links a push service''s user key to the account of a one-time code.';

create or replace function api.push_subscribe_link_fn(out push_link json)
language sql volatile as $$ select to_json(app.implemented_in_service('push_subscribe_link_fn')) $$;
comment on function api.push_subscribe_link_fn is
  'A link to the push service''s subscription page, which returns here.';

create or replace function api.register_mcp(out token text)
language sql volatile as $$ select app.implemented_in_service('register_mcp') $$;
comment on function api.register_mcp is
  'Returns a token for an assistant, which only reads; valid for a year, until the next one is made or all sessions '
  'end.';

grant execute on function api.register_mcp() to user_role;
grant execute on function api.messenger(bigint, text), api.messenger_otp_fn(text), api.messenger_fn(text, text),
    api.push_fn(text, text) to anonymous, user_role, admin_role, messenger_role;
grant execute on function api.push_subscribe_link_fn() to user_role, admin_role;
