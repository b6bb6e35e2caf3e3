-- Facts about the server and database, in one row. $1 (text[]): the exposed schemas.
-- Role settings: of the roles that the session may switch to, the settings that any role may change. If a role has
-- a setting in general and for this database, the latter comes last and wins.
select
  current_setting('server_version_num')::integer as version,
  exists (select from pg_extension where extname = 'postgis') as postgis,
  (select json_agg(name) from pg_timezone_names) as timezones,
  coalesce((
    select json_agg(json_build_array(n.nspname, d.description))
    from pg_namespace n
    join pg_description d on d.classoid = 'pg_namespace'::regclass and d.objoid = n.oid and d.objsubid = 0
    where n.nspname = any ($1::text[])
  ), '[]'::json) as descriptions,
  coalesce((
    select json_agg(
      json_build_array(r.rolname, split_part(s.setting, '=', 1), substr(s.setting, strpos(s.setting, '=') + 1))
      order by r.rolname, d.setdatabase, s.place
    )
    from pg_db_role_setting d
    join pg_roles r on r.oid = d.setrole
    cross join lateral unnest(d.setconfig) with ordinality s (setting, place)
    left join pg_settings known on known.name = split_part(s.setting, '=', 1)
    where d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      -- Custom settings have a dot in their name; others missing from pg_settings are for superusers only.
      and (known.context = 'user' or known.name is null and s.setting ~ '^[^=]*\.')
      and pg_has_role(session_user, r.oid, 'member')
  ), '[]'::json) as role_settings
