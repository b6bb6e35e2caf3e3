-- The chat bot and an assistant read what the user reads whom they act for, except messages, devices and the account.
-- They have no right to write anything, and their transactions are read-only (10_context/30_caller.sql).

create or replace function app.is_private_affair(name name) returns boolean
language sql immutable as $$
  select name in ('settings_fn', 'belongings_fn', 'first_steps_fn', 'deliveries', 'deliveries_view', 'boat_links',
    'boat_links_view', 'boat_commands', 'boat_commands_view', 'boat_settings_fn')
$$;

revoke all on all tables in schema api, app, second from bot_role, mcp_role;
revoke all on all routines in schema api, app, second from bot_role, mcp_role;
grant usage on schema public, api, app, second to bot_role, mcp_role;
do $$
declare
  statement text;
begin
  for statement in
    select format('grant select on %s to bot_role, mcp_role', c.oid::regclass)
    from pg_class c cross join lateral aclexplode(c.relacl) a
    where c.relnamespace in ('api'::regnamespace, 'app'::regnamespace, 'second'::regnamespace)
      and a.grantee = 'user_role'::regrole and a.privilege_type = 'SELECT' and c.relkind <> 'S'
      and not app.is_private_affair(c.relname)
    union all
    select format('grant select (%I) on %s to bot_role, mcp_role', c.attname, c.attrelid::regclass)
    from pg_attribute c join pg_class r on r.oid = c.attrelid cross join lateral aclexplode(c.attacl) a
    where r.relnamespace in ('api'::regnamespace, 'app'::regnamespace)
      -- A dropped column keeps its rights.
      and not c.attisdropped and a.grantee = 'user_role'::regrole and a.privilege_type = 'SELECT'
      and not app.is_private_affair(r.relname)
    union all
    select format('grant execute on function %s to bot_role, mcp_role', p.oid::regprocedure)
    from pg_proc p cross join lateral aclexplode(p.proacl) a
    where p.pronamespace in ('api'::regnamespace, 'app'::regnamespace, 'second'::regnamespace)
      and a.grantee = 'user_role'::regrole and p.prokind = 'f' and not app.is_private_affair(p.proname)
      and (p.provolatile <> 'v' or p.proname in ('check_request', 'check_second_request'))
    union all
    select format('create policy %I on %I.%I for select to bot_role, mcp_role using (%s)', policyname || '_readers',
      schemaname, tablename, qual)
    from pg_policies
    where 'user_role' = any (roles) and cmd in ('ALL', 'SELECT') and tablename <> 'events'
      and not app.is_private_affair(tablename::name)
  loop
    execute statement;
  end loop;
end
$$;

-- Of events, those of the vessel, without addresses.
create or replace function app.is_for_readers(event app.events) returns boolean
language sql stable as $$
  select event.ref_id = app.current_vessel() and (event.channel = 'note' or event.payload not like '%@%')
$$;
revoke all on function app.is_private_affair(name), app.is_for_readers(app.events) from public;
grant execute on function app.is_for_readers(app.events) to bot_role, mcp_role, wakelog_viewer;
create policy own_events_readers on app.events for select to bot_role, mcp_role using (app.is_for_readers(events));
create policy own_events_of_readers on app.events as restrictive for select to wakelog_viewer
  using ((select current_setting('role')) not in ('bot_role', 'mcp_role') or app.is_for_readers(events));
