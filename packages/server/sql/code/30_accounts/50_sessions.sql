-- User sessions. A token carries the account's session version, checked on every request (10_context/30_caller.sql);
-- incrementing it ends all sessions.

create or replace function api.sign_out_everywhere_fn() returns boolean
language sql volatile security definer set search_path = pg_catalog as $$
  with ended as (
    update app.accounts set session_version = session_version + 1, updated_at = now()
    where account_id = app.current_account() returning 1)
  select exists (select from ended)
$$;
comment on function api.sign_out_everywhere_fn() is
  'Ends every session of the caller''s account, including this one; boats'' tokens stay valid. True if the account '
  'exists.';
grant execute on function api.sign_out_everywhere_fn() to user_role, admin_role;
