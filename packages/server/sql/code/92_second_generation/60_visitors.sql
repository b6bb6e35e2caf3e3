-- Callers without a token at /v2: a page that is not published is empty, as if there were no such boat. What is
-- published is what public_pages shows.

revoke all on schema second_pages from public;
grant usage on schema second_pages to anonymous, wakelog_viewer, wakelog_worker;
grant create on schema second_pages to wakelog_viewer;

-- Paths that show a page of a kind.
create or replace function app.second_public_paths(kind text) returns text[]
language sql immutable parallel safe as $$
  select array['/rpc/vessel_fn'] || case kind
    when 'public_logs' then array['/log_view', '/logs_view', '/rpc/timelapse_fn',
      '/rpc/export_logbooks_geojson_point_trips_fn', '/rpc/export_logbooks_geojson_linestring_trips_fn']
    when 'public_logs_list' then array['/logs_view']
    when 'public_timelapse' then array['/rpc/timelapse_fn', '/rpc/export_logbooks_geojson_point_trips_fn',
      '/rpc/export_logbooks_geojson_linestring_trips_fn']
    when 'public_stats' then array['/rpc/stats_fn']
    when 'public_monitoring' then array['/monitoring_view', '/monitoring_live']
    else array[]::text[] end
$$;

-- Paths that a visitor may call at /v2, and whether they show pages.
create or replace function app.second_visitor_paths() returns table (path text, is_page boolean)
language sql immutable parallel safe as $$
  select path, false from unnest(app.open_paths()) path
  union
  select path, true
  from unnest(enum_range(null::public.public_type)::text[]) kind, unnest(app.second_public_paths(kind)) path
$$;

-- A visitor at /v2: opens the page named by the header, or nothing. Paths that show no page are refused before
-- (packages/server/src/service/second-generation/visitors.ts).
create or replace function app.check_second_visitor(path text, header text) returns void
language plpgsql volatile as $$
declare
  page text[] := regexp_match(app.text_of_base64(header), '^(\w+),(\w+),([0-9]{1,9})$');
  kind text := coalesce(page[2], 'public_logs');
  log_id integer := case when kind in ('public_logs', 'public_timelapse') then coalesce(page[3]::integer, 0) else 0 end;
  vessel text;
begin
  if app.is_open_to_all(path) then
    return;
  elsif header is not null and (page is null or kind <> all (enum_range(null::public.public_type)::text[])) then
    raise exception 'Invalid public_valid' using errcode = 'P0001', hint = 'Send base64 of "boat,type,id".';
  end if;
  -- Looked up whatever was sent, so that the time tells nothing.
  vessel := app.publishing_vessel(coalesce(page[1], ''), kind, log_id);
  if vessel is not null and path = any (app.second_public_paths(kind)) and (kind <> 'public_logs' or log_id > 0) then
    perform set_config('wakelog.vessel_id', vessel, true), set_config('wakelog.public_kind', kind, true),
      set_config('wakelog.public_log', coalesce(nullif(log_id, 0)::text, ''), true);
  end if;
end
$$;

-- Runs before every request at /v2.
create or replace function app.check_second_request() returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  if current_setting('role') <> 'anonymous' then
    -- What is written here is read as it is shown here: 20_logs.sql.
    perform app.check_request(), set_config('wakelog.generation', '2', true);
    return;
  end if;
  perform app.set_caller(null, null), set_config('wakelog.public_kind', '', true);
  perform app.check_second_visitor(coalesce(current_setting('request.path', true), ''),
    coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-is-public');
end
$$;
grant execute on function app.check_second_request()
  to anonymous, user_role, vessel_role, admin_role, messenger_role, bot_role, mcp_role;

-- The published page's kind; null if none is open.
create or replace function app.public_kind() returns text
language sql stable as $$ select nullif(current_setting('wakelog.public_kind', true), '') $$;
grant execute on function app.public_kind() to anonymous, wakelog_viewer;
