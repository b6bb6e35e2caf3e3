-- Functions from the row of one relation to a row or rows of another: relationships that the database computes.
-- $1 (text[]): the exposed schemas; both the functions and the rows must belong to them.
select
  pn.nspname::text as schema,
  pc.relname::text as relation,
  cn.nspname::text as foreign_schema,
  cc.relname::text as foreign_relation,
  n.nspname::text as function_schema,
  p.proname::text as function_name,
  not p.proretset or p.prorows = 1 as single
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type pt on pt.oid = p.proargtypes[0]
join pg_class pc on pc.oid = pt.typrelid and pc.relkind in ('r', 'v', 'm', 'f', 'p')
join pg_namespace pn on pn.oid = pc.relnamespace
join pg_type ct on ct.oid = p.prorettype
join pg_class cc on cc.oid = ct.typrelid and cc.relkind in ('r', 'v', 'm', 'f', 'p')
join pg_namespace cn on cn.oid = cc.relnamespace
where p.pronargs = 1
  and p.prokind = 'f'
  and n.nspname = any ($1::text[])
  and cn.nspname = any ($1::text[])
order by n.nspname, p.proname, p.oid
