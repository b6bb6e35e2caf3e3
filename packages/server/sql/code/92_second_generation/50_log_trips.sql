-- The texts over time as columns of logbook at /v2, so that select=* has them there. Without them a read joins nothing:
-- the aggregates prove that there is one row.
do $$
declare
  base constant text := coalesce(rtrim(pg_get_viewdef(to_regclass('second.logbook')), ';'),
    'select o.* from api.logbook o');
  described constant text := coalesce(obj_description(to_regclass('second.logbook')),
    obj_description('api.logbook'::regclass));
  columns constant text[] := array(
    select unnest(p.proargnames[2:]) from pg_proc p where p.oid = 'app.temporal_columns(api.logbook)'::regprocedure);
  col text;
begin
  execute format('create or replace view second.logbook as select b.*, t.* from (%s) b left join lateral (select %s '
    'from api.logbook l cross join lateral app.temporal_columns(l) k where l.vessel_id = b.vessel_id and l.id = b.id) '
    't on true', base, (select string_agg(format('max(k.%1$I) as %1$I', c), ', ' order by n)
      from unnest(columns) with ordinality u (c, n)));
  execute format('comment on view second.logbook is %L', described);
  for col in select attname from pg_attribute where attrelid = 'api.logbook'::regclass and attnum > 0
    and not attisdropped
  loop
    execute format('comment on column second.logbook.%I is %L', col, coalesce(
      col_description('second.logbook'::regclass, (select attnum from pg_attribute
        where attrelid = 'second.logbook'::regclass and attname = col)),
      col_description('api.logbook'::regclass, (select attnum from pg_attribute
        where attrelid = 'api.logbook'::regclass and attname = col))));
  end loop;
  foreach col in array columns loop
    execute format('comment on column second.logbook.%I is %L', col,
      'Over time, as [value@instant, …]: docs/tracks.md. Null if there is no such reading.');
  end loop;
end
$$;
