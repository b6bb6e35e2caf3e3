-- The rights to stand-ins are those to what they stand in for. Views run with their caller's rights, as in `api`.
do $$
declare
  statement text;
begin
  for statement in
    select format('grant %s on second.%I to %s', lower(a.privilege_type), s.relname, a.grantee::regrole)
    from pg_class s
    join pg_class o on o.relnamespace = 'api'::regnamespace and o.relname = s.relname
    cross join lateral aclexplode(o.relacl) a
    where s.relnamespace = 'second'::regnamespace and a.privilege_type = 'SELECT' and a.grantee <> o.relowner
    union all
    select case when current_setting('server_version_num')::integer >= 150000
      then format('alter view second.%I set (security_invoker = true)', relname)
      else format('alter view second.%I owner to wakelog_viewer', relname) end
    from pg_class where relnamespace = 'second'::regnamespace and relkind = 'v'
    union all
    select format('revoke all on function %s from public', oid::regprocedure)
    from pg_proc where pronamespace = 'second'::regnamespace
    union all
    select format('grant execute on function %s to %s', s.oid::regprocedure, a.grantee::regrole)
    from pg_proc s
    join pg_proc o on o.pronamespace = 'api'::regnamespace and o.proname = s.proname
    cross join lateral aclexplode(o.proacl) a
    where s.pronamespace = 'second'::regnamespace and a.grantee not in (0, o.proowner)
  loop
    execute statement;
  end loop;
end
$$;
