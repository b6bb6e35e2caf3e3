-- Primary, unique and foreign keys of every table outside the system, as column numbers with their names.
-- Views of the exposed schemas may use tables of any schema, so no schema is excluded.
with
own as (
  select k.*
  from pg_constraint k
  join pg_namespace n on n.oid = k.connamespace
  join pg_class c on c.oid = k.conrelid
  where k.contype in ('p', 'u', 'f')
    and k.conparentid = 0
    and not c.relispartition
    and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname not like '\_timescaledb%'
)
select
  k.contype::text as kind,
  k.conname::text as name,
  k.conrelid::text as relation,
  n.nspname::text as schema,
  c.relname::text as table,
  to_json(k.conkey) as columns,
  (
    select json_agg(a.attname order by u.place)
    from unnest(k.conkey) with ordinality u (number, place)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number
  ) as names,
  nullif(k.confrelid, 0)::text as foreign_relation,
  fn.nspname::text as foreign_schema,
  fc.relname::text as foreign_table,
  coalesce(to_json(k.confkey), '[]'::json) as foreign_columns,
  coalesce((
    select json_agg(a.attname order by u.place)
    from unnest(k.confkey) with ordinality u (number, place)
    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number
  ), '[]'::json) as foreign_names
from own k
join pg_class c on c.oid = k.conrelid
join pg_namespace n on n.oid = c.relnamespace
left join pg_class fc on fc.oid = k.confrelid
left join pg_namespace fn on fn.oid = fc.relnamespace
order by n.nspname, c.relname, k.conname
