-- The caller: the pre-request check stores it, and everything else reads it here.

-- The caller's account; null for visitors, boats and operators.
create or replace function app.current_account() returns text
language sql stable parallel safe as $$ select nullif(current_setting('wakelog.account_id', true), '') $$;

-- The vessel whose rows the caller sees; null if there is none.
create or replace function app.current_vessel() returns text
language sql stable parallel safe as $$ select nullif(current_setting('wakelog.vessel_id', true), '') $$;

-- The vessels whose rows were stored together in this transaction; null in any other.
create or replace function app.vessels_together() returns text[]
language sql stable as $$ select nullif(current_setting('wakelog.vessels_together', true), '')::text[] $$;

-- The only log that a visitor may see; null if all of the vessel's.
create or replace function app.published_log() returns integer
language sql stable parallel safe as $$ select nullif(current_setting('wakelog.public_log', true), '')::integer $$;

-- Body of a procedure implemented by the service, which fails without it.
create or replace function app.implemented_in_service(name text) returns text
language plpgsql stable as $$
begin
  raise exception '% is carried out by the service', name using
    errcode = '0A000', hint = 'Call it over HTTP.';
end
$$;

-- Stores the caller for this transaction.
create or replace function app.set_caller(account_id text, vessel_id text) returns void
language plpgsql volatile as $$
begin
  perform set_config('wakelog.account_id', coalesce(account_id, ''), true),
    set_config('wakelog.vessel_id', coalesce(vessel_id, ''), true),
    set_config('wakelog.public_log', '', true), set_config('wakelog.link_id', '', true);
end
$$;

-- Runs before every request in the request's role: validates and stores the caller, or rejects the request.
create or replace function app.check_request() returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  claims jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}');
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  path text := coalesce(current_setting('request.path', true), '');
begin
  perform app.set_caller(null, null);
  case current_setting('role')
    when 'anonymous' then perform app.check_visitor(path, headers ->> 'x-is-public');
    when 'user_role' then perform app.check_person(claims, path);
    when 'vessel_role' then
      if claims ? 'link' then perform app.check_link(claims); else perform app.check_boat(claims); end if;
    when 'admin_role' then perform app.set_caller(null, coalesce(headers ->> 'x-vessel-id', claims ->> 'vid'));
    when 'bot_role', 'mcp_role' then perform app.check_reader(claims, path);
    when 'messenger_role' then null;
    else raise exception 'Invalid role' using errcode = 'P0001', hint = 'Unknown role';
  end case;
end
$$;

-- A user: the account must exist and, on most paths, have a vessel. A guest reads, and writes only to the account.
create or replace function app.check_person(claims jsonb, path text) returns void
language plpgsql volatile as $$
declare
  account app.accounts;
  vessel text;
  part text;
begin
  select a.* into account from app.accounts a
  where a.account_id = claims ->> 'uid'
    or (claims ->> 'uid' is null and lower(a.email) = lower(claims ->> 'email'));
  if not found then
    raise exception 'Invalid user' using errcode = 'P0001', hint = 'Unknown user or password';
  elsif account.disabled then
    raise exception 'account disabled' using errcode = 'PT402', hint = 'Ask the operator of this service.';
  elsif coalesce(claims ->> 'ver', '1') <> account.session_version::text then
    raise exception 'Session ended' using errcode = 'PT401', hint = 'Sign in again.',
      detail = 'After you signed in, the password was changed or all sessions were ended.';
  end if;
  select m.vessel_id, m.role into vessel, part from app.memberships m
  where m.account_id = account.account_id and m.vessel_id = coalesce(claims ->> 'vid', m.vessel_id)
  order by m.created_at limit 1;
  perform app.set_caller(account.account_id, vessel);
  if app.needs_no_vessel(path) then
    return;
  elsif vessel is null then
    raise exception 'Vessel Required' using errcode = 'PT551', detail = 'Invalid vessel', hint = 'Unknown vessel';
  end if;
  perform app.check_guest(path) where part = 'guest';
end
$$;

-- A guest may change no row and call no writing procedure; the read-only transaction enforces the rest.
create or replace function app.check_guest(path text) returns void
language plpgsql volatile as $$
declare
  method text := coalesce(current_setting('request.method', true), '');
begin
  if method in ('PATCH', 'PUT', 'DELETE') or method = 'POST' and (path not like '/rpc/%' or exists (
      select from pg_proc p
      where p.pronamespace = 'api'::regnamespace and '/rpc/' || p.proname = path and p.provolatile = 'v'
        and p.proname not in ('preview_fold_fn', 'register_mcp'))) then
    raise exception 'A guest can read the logbook but cannot change it.' using
      errcode = '42501', hint = 'Ask the owner of the boat.';
  end if;
  perform set_config('transaction_read_only', 'on', true);
end
$$;

-- The chat bot or an assistant, for a user: they only read. An assistant's token ends when the next one is made.
create or replace function app.check_reader(claims jsonb, path text) returns void
language plpgsql volatile as $$
begin
  perform app.check_person(claims, path);
  if current_setting('role') = 'mcp_role' and not exists (
      select from app.assistant_tokens t
      where t.account_id = app.current_account() and t.issued_at::text = claims ->> 'iat') then
    raise exception 'Session ended' using errcode = 'PT401', hint = 'Make a new token for the assistant.',
      detail = 'A newer token for an assistant was made.';
  end if;
  perform set_config('transaction_read_only', 'on', true);
end
$$;

-- Paths that a user may use without a vessel.
create or replace function app.needs_no_vessel(path text) returns boolean
language sql immutable parallel safe as $$
  select path in ('', '/', '/stays_at', '/versions_view') or path in (
    select '/rpc/' || name from unnest(array[
      'login', 'signup', 'recover', 'reset', 'email_fn', 'generate_otp_fn', 'register_vessel', 'settings_fn',
      'update_user_preferences_fn', 'versions_fn', 'ispublic_fn', 'messenger', 'messenger_otp_fn', 'messenger_fn',
      'push_fn', 'push_subscribe_link_fn', 'rotate_vessel_token_fn', 'sign_out_everywhere_fn', 'change_name_fn',
      'change_password_fn', 'belongings_fn', 'export_account_fn', 'delete_account_fn',
      'sign_up_state_fn']) name)
$$;

-- The boats that may send, with the version of their newest token: the vessel exists, and its owner is enabled. The
-- address in a token belongs to the user who registered the vessel and is not checked.
create or replace function app.admitted_boats() returns table (vessel_id text, version text)
language sql stable as $$
  select v.vessel_id, v.token_version::text
  from app.vessels v
  where exists (
    select from app.memberships m join app.accounts a using (account_id)
    where m.vessel_id = v.vessel_id and m.role = 'owner' and not a.disabled)
$$;

-- A boat: it may send, and its token is the newest.
create or replace function app.is_boat(claims jsonb) returns boolean
language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (
    select from app.admitted_boats() b where b.vessel_id = claims ->> 'vid' and b.version = claims ->> 'ver');
end
$$;

create or replace function app.check_boat(claims jsonb) returns void
language plpgsql volatile as $$
begin
  if not app.is_boat(claims) then
    raise exception 'Invalid vessel' using errcode = 'P0001', hint = 'Unknown vessel';
  end if;
  perform app.set_caller(null, claims ->> 'vid');
end
$$;

grant execute on function app.check_request(), app.current_account(), app.current_vessel(), app.published_log(),
    app.implemented_in_service(text) to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
