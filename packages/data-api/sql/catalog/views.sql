-- The views of the exposed schemas ($1, text[]) and all views they use, each with its stored query: PostgreSQL's
-- notation of the parsed statement, which names the origin of each output column.
with recursive
reached (oid) as (
  select c.oid
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm')
    and n.nspname = any ($1::text[])
  union
  select used.oid
  from reached r
  join pg_rewrite w on w.ev_class = r.oid and w.rulename = '_RETURN'
  join pg_depend d on d.classid = 'pg_rewrite'::regclass
    and d.objid = w.oid
    and d.refclassid = 'pg_class'::regclass
    and d.refobjid <> r.oid
  join pg_class used on used.oid = d.refobjid and used.relkind in ('v', 'm')
)
select
  c.oid::text as oid,
  n.nspname::text as schema,
  c.relname::text as name,
  w.ev_action::text as query,
  (
    select json_agg(json_build_object('number', a.attnum, 'name', a.attname) order by a.attnum)
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ) as columns
from reached r
join pg_class c on c.oid = r.oid
join pg_namespace n on n.oid = c.relnamespace
join pg_rewrite w on w.ev_class = c.oid and w.rulename = '_RETURN'
where n.nspname not in ('pg_catalog', 'information_schema')
order by n.nspname, c.relname
