-- Owners and grants of everything made by the other files. Nothing is open to all roles by omission.

do $$
declare
  routine record;
begin
  for routine in
    select p.oid::regprocedure as signature, prosecdef and proowner <> 'wakelog_viewer'::regrole as is_wider
    from pg_proc p
    where pronamespace in ('api'::regnamespace, 'app'::regnamespace)
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop
    execute format('revoke all on function %s from public', routine.signature);
    execute format('grant execute on function %s to wakelog_worker', routine.signature);
    -- Security definer functions run as the worker or the viewer, never as the database's owner.
    if routine.is_wider then
      execute format('alter function %s owner to wakelog_worker', routine.signature);
    end if;
  end loop;
end
$$;

-- Views run with the caller's rights, so that row security and grants apply. On PostgreSQL 14, which cannot do that,
-- they belong to a role that row security binds like a user.
do $$
declare
  view regclass;
begin
  for view in
    select oid from pg_class
    where relnamespace = 'api'::regnamespace and relkind = 'v' 
      or oid in ('app.finished_logs'::regclass, 'app.listed_stays'::regclass, 'app.placed_stays'::regclass)
  loop
    if current_setting('server_version_num')::integer >= 150000 then
      execute format('alter view %s set (security_invoker = true)', view);
    else
      execute format('alter view %s owner to wakelog_viewer', view);
    end if;
  end loop;
end
$$;

-- PostGIS reads its reference systems, with the caller's rights, to convert a geometry to JSON.
do $$
declare
  home name := (select nspname from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'postgis');
begin
  if home is not null then
    execute format('grant select on %I.spatial_ref_sys to anonymous, user_role, vessel_role, admin_role, wakelog_worker,
      wakelog_viewer', home);
    execute format('grant usage on schema %I to anonymous, user_role, vessel_role, admin_role, wakelog_worker,
      wakelog_viewer', home);
  end if;
end
$$;

grant execute on function app.spatial_version()
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
grant execute on function app.geojson_of(app.geo_point), app.geojson_of(app.geo_line),
    app.make_point(double precision, double precision), app.make_line(jsonb),
    app.distance_m(double precision, double precision, double precision, double precision)
  to anonymous, user_role, vessel_role, admin_role, wakelog_viewer;
