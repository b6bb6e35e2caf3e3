-- Public pages: what an owner publishes, and how a visitor's request is confined to it.

do $$
begin
  if to_regtype('public.public_type') is null then
    create type public.public_type as enum
      ('public_logs', 'public_logs_list', 'public_timelapse', 'public_stats', 'public_monitoring');
  end if;
end
$$;

-- Whether preferences publish pages of a kind: true for all, or an array of log ids.
create or replace function app.publishes(preferences jsonb, kind text, log_id integer) returns boolean
language sql immutable parallel safe as $$
  select case jsonb_typeof(preferences -> kind)
    when 'boolean' then (preferences -> kind)::boolean
    when 'array' then preferences -> kind @> to_jsonb(log_id)
    else false end
$$;

-- Paths that show a page of a kind.
create or replace function app.public_paths(kind text) returns text[]
language sql immutable parallel safe as $$
  select case kind
    when 'public_logs' then array['/log_view', '/logs_view', '/rpc/timelapse_fn']
    when 'public_logs_list' then array['/logs_view']
    when 'public_timelapse' then array['/rpc/timelapse_fn']
    when 'public_stats' then
      array['/stats_logs_view', '/rpc/stats_logs_fn', '/rpc/logs_by_day_fn', '/rpc/logs_by_month_fn']
    when 'public_monitoring' then array['/monitoring_view']
    else array[]::text[] end
$$;

-- Whether a path shows a public page of any kind.
create or replace function app.is_public_path(path text) returns boolean
language sql immutable parallel safe as $$
  select exists (
    select from unnest(enum_range(null::public.public_type)::text[]) kind where path = any (app.public_paths(kind)))
$$;

-- Paths open to all callers, whatever the headers.
create or replace function app.open_paths() returns text[]
language sql immutable parallel safe as $$
  select array['', '/', '/stays_at', '/versions_view'] || array(
    select '/rpc/' || name from unnest(array[
      'login', 'signup', 'recover', 'reset', 'email_fn', 'ispublic_fn', 'versions_fn', 'messenger',
      'messenger_otp_fn', 'messenger_fn', 'push_fn', 'ispublic_boat_fn', 'public_sections_fn',
      'sign_up_state_fn']) name)
$$;
create or replace function app.is_open_to_all(path text) returns boolean
language sql immutable parallel safe as $$ select path = any (app.open_paths()) $$;

-- Whether the API's description lists a path for the caller; for anonymous callers, only what works without a token or
-- header. What only the link calls (POST /link) is not offered.
create or replace function app.is_offered(path text) returns boolean
language sql stable as $$
  select path not like '/rpc/link\_%' and (current_setting('role') <> 'anonymous' or app.is_open_to_all(path))
$$;
grant execute on function app.is_offered(text), app.is_open_to_all(text), app.open_paths()
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;

-- The vessel that publishes a page under a name: the log's vessel, or else the account's first vessel of that name. A
-- name of no account, or of several, publishes nothing.
create or replace function app.publishing_vessel(boat text, kind text, log_id integer) returns text
language sql stable as $$
  with named as (
    select a.account_id, a.preferences, count(*) over () as accounts
    from app.accounts a
    where a.public_name_key = app.public_name_key(boat) and not a.disabled)
  select m.vessel_id
  from named a
  join app.memberships m on m.account_id = a.account_id and m.role = 'owner'
  where a.accounts = 1 and app.publishes(a.preferences, kind, log_id)
    and (log_id = 0 or exists (
      select from api.logbook l where l.vessel_id = m.vessel_id and l.id = log_id and l._to_time is not null))
  order by m.created_at, m.vessel_id
  limit 1
$$;

-- Decodes base64 of UTF-8; null if invalid.
create or replace function app.text_of_base64(encoded text) returns text
language plpgsql immutable strict as $$
begin
  return convert_from(decode(encoded, 'base64'), 'UTF8');
exception when invalid_parameter_value or character_not_in_repertoire or untranslatable_character then
  return null;
end
$$;

-- A visitor: the header is base64 of "boat,type,id" and opens that page's paths, for one log if given.
create or replace function app.check_visitor(path text, header text) returns void
language plpgsql volatile as $$
declare
  page text[] := regexp_match(app.text_of_base64(header), '^(\w+),(\w+),([0-9]{1,9})$');
begin
  if app.is_open_to_all(path) then
    return;
  elsif header is null then
    -- Reads of unpublished resources answer 404 so as not to reveal them; writes answer 401.
    if path not like '/rpc/%' and current_setting('request.method', true) in ('GET', 'HEAD')
        or path like '/rpc/%' and app.is_public_path(path) then
      raise exception 'unknown resource' using errcode = 'PT404';
    end if;
    return;
  end if;
  if page is null then
    raise exception 'Invalid public_valid' using errcode = 'P0001', hint = 'Send base64 of "boat,type,id".';
  elsif page[2] <> all (enum_range(null::public.public_type)::text[]) then
    raise exception 'Invalid public_type' using errcode = 'P0001', hint = 'Use one of the types of ispublic_fn.';
  elsif path <> all (app.public_paths(page[2])) then
    raise exception 'unknown resource' using errcode = 'PT404';
  end if;
  perform app.open_page(page[1], page[2], page[3]::integer);
end
$$;

-- Confines the request to a published page. Unpublished pages and boats answer like unknown ones.
create or replace function app.open_page(boat text, kind text, id integer) returns void
language plpgsql volatile as $$
declare
  log_id integer := case when kind in ('public_logs', 'public_timelapse') then id else 0 end;
  vessel text := case when kind <> 'public_logs' or log_id > 0 then app.publishing_vessel(boat, kind, log_id) end;
begin
  if vessel is null then
    raise exception 'unknown resource' using errcode = 'PT404';
  end if;
  perform set_config('wakelog.vessel_id', vessel, true),
    set_config('wakelog.public_log', coalesce(nullif(log_id, 0)::text, ''), true);
end
$$;

-- Whether a page is public. Log pages are identified by the log's id, others by the account's public_id.
create or replace function api.ispublic_fn(id integer, _type public.public_type) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select case when _type = 'public_logs' then exists (
      select from api.logbook l
      join app.memberships m on m.vessel_id = l.vessel_id and m.role = 'owner'
      join app.accounts a using (account_id)
      where l.id = ispublic_fn.id and l._to_time is not null and not a.disabled
        and app.publishes(a.preferences, 'public_logs', l.id))
    else exists (
      select from app.accounts a
      where a.public_id = ispublic_fn.id and not a.disabled and app.publishes(a.preferences, _type::text, 0)) end
$$;
comment on function api.ispublic_fn is
  'Whether a page is public: a log''s by its id, the others by the account''s public_id.';

-- Whether a page of the boat with this public name is public; a log's by its id, others with 0.
create or replace function api.ispublic_boat_fn(boat text, _type text, _id integer default 0) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select (_type <> 'public_logs' or coalesce(_id, 0) > 0)
    and app.publishing_vessel(boat, _type,
      case when _type in ('public_logs', 'public_timelapse') then coalesce(_id, 0) else 0 end) is not null
$$;
comment on function api.ispublic_boat_fn is
  'Whether a page of the boat with this public name is public: a log''s by its id, the others by 0.';

-- The published sections of a boat; null if there are none, as for an unknown boat.
create or replace function api.public_sections_fn(boat text) returns json
language sql stable security definer set search_path = pg_catalog as $$
  select json_agg(kind order by kind)
  from unnest(enum_range(null::public.public_type)::text[]) kind
  where app.publishing_vessel(boat, kind, 0) is not null
$$;
comment on function api.public_sections_fn is
  'The published sections of the boat with this public name, a list of the types of ispublic_fn; null if there are '
  'none, or no such boat.';

grant execute on function api.public_sections_fn(text) to anonymous, user_role, vessel_role, admin_role;
grant execute on function api.ispublic_boat_fn(text, text, integer) to anonymous, user_role, vessel_role, admin_role;
grant execute on function api.ispublic_fn(integer, public.public_type)
  to anonymous, user_role, vessel_role, admin_role, messenger_role;
