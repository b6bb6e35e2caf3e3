-- The second generation of the API: relations and procedures here replace those of the same names in `api` for
-- requests at /v2 (packages/server/src/service/second-generation). Only what means something else there.

revoke all on schema second from public;
grant usage on schema second to user_role, vessel_role, admin_role, messenger_role, wakelog_worker, wakelog_viewer;
grant create on schema second to wakelog_worker, wakelog_viewer;

-- Makes a view of all columns of a relation `o` of `api`, some of them changed: by name, an expression over the
-- relation's columns and, if it differs, what the column means. `ending` is the view's WHERE and ORDER BY.
create or replace function app.stand_in(relation text, changes jsonb, ending text default '') returns void
language plpgsql volatile as $$
declare
  source regclass := format('api.%I', relation)::regclass;
  shown text;
begin
  select string_agg(case when changes ? attname
    then format('(%s) as %I', changes -> attname ->> 'from', attname) else format('o.%I', attname) end, ', '
    order by attnum) into shown
  from pg_attribute where attrelid = source and attnum > 0 and not attisdropped;
  execute format('create or replace view second.%I as select %s from %s o %s', relation, shown, source, ending);
  execute format('comment on view second.%I is %L', relation, obj_description(source, 'pg_class'));
  for shown in
    select format('comment on column second.%I.%I is %L', relation, attname,
      coalesce(changes -> attname ->> 'is', col_description(source, attnum)))
    from pg_attribute where attrelid = source and attnum > 0 and not attisdropped
  loop
    execute shown;
  end loop;
end
$$;
