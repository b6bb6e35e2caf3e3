-- The roles of the contract and ours. Roles belong to the whole cluster, so each is made only where missing.
-- wakelog_authenticator: the login role of the API servers. NOINHERIT and without grants, so that a statement
--   that runs without its request's role can do nothing. migrate.ts sets its password.
-- wakelog_worker: what jobs run as, and the owner of the functions that write derived rows.
-- wakelog_viewer: owner of the views on PostgreSQL 14, where a view cannot run with its caller's rights. Row
--   security applies to it as to a person.
do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'anonymous', 'user_role', 'vessel_role', 'admin_role', 'messenger_role', 'wakelog_worker', 'wakelog_viewer']
  loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'wakelog_authenticator') then
    create role wakelog_authenticator login noinherit;
  end if;
  execute format('grant wakelog_worker, wakelog_viewer to %I', current_user);
end
$$;

grant anonymous, user_role, vessel_role, admin_role, messenger_role to wakelog_authenticator;

revoke all on schema public from public;
grant usage on schema api, app to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_worker,
  wakelog_viewer;
-- An owner of functions and views must be allowed to make them. No request ever runs as these two.
grant create on schema api, app to wakelog_worker, wakelog_viewer;
