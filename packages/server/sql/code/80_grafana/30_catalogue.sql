-- Closes what PostgreSQL allows every login but Grafana does not need: locks that block others, large objects,
-- temporary tables, WAL messages, others' locks and traffic. Revoked from all roles of this database when the first
-- Grafana login is made. Needs a superuser.

-- The pg_catalog functions concerned.
create or replace function app.shared_functions() returns setof regprocedure
language sql stable as $$
  select p.oid::regprocedure from pg_proc p
  where p.pronamespace = 'pg_catalog'::regnamespace
    and (p.proname ~ '^pg_(try_)?advisory_' or p.proname ~ '^pg_stat_get_(xact_)?(tuples|live|dead|ins_|mod_|numscans)'
      or p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'pg_logical_emit_message', 'pg_lock_status'))
$$;

-- Whether all roles may still use some of them.
create or replace function app.is_catalogue_open() returns boolean
language sql stable as $$
  select exists (
      select from app.shared_functions() f join pg_proc p on p.oid = f
      cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
    or exists (
      select from pg_database d cross join lateral aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
      where d.datname = current_database() and a.grantee = 0 and a.privilege_type = 'TEMPORARY')
$$;

-- Revokes them from all roles except the service's. On a server with no other database, also closes the two maintenance
-- databases. @returns whether it is done
create or replace function app.close_catalogue() returns boolean
language plpgsql volatile as $$
declare
  shared regprocedure;
  other name;
  -- Migrations take locks too.
  ours constant text := 'anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_worker, '
    'wakelog_viewer, wakelog_authenticator, ' || (select nspowner::regrole from pg_namespace where nspname = 'app');
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    return not app.is_catalogue_open();
  end if;
  for shared in select app.shared_functions()
  loop
    execute format('revoke execute on function %s from public', shared);
    execute format('grant execute on function %s to %s', shared, ours);
  end loop;
  revoke select on pg_catalog.pg_locks from public;
  execute format('revoke temporary on database %I from public', current_database());
  if not exists (
      select from pg_database where datname not in (current_database(), 'postgres', 'template0', 'template1')) then
    for other in select datname from pg_database where datname in ('postgres', 'template1')
        and datname <> current_database()
    loop
      execute format('revoke connect, temporary on database %I from public', other);
    end loop;
  end if;
  return true;
end
$$;
