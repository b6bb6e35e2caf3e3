-- Aggregates that convert rows to a media type: they return a domain named after it, or "*/*".
-- $1 (text[]): the schemas whose functions a request can see.
select
  t.typname::text as media_type,
  rn.nspname::text as relation_schema,
  rc.relname::text as relation_name,
  n.nspname::text as function_schema,
  p.proname::text as function_name
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type t on t.oid = p.prorettype and t.typtype = 'd'
join pg_type a on a.oid = p.proargtypes[0]
left join pg_class rc on rc.oid = a.typrelid and rc.relkind in ('r', 'v', 'm', 'f', 'p')
left join pg_namespace rn on rn.oid = rc.relnamespace
where p.prokind = 'a'
  and p.pronargs = 1
  and (a.oid = 'anyelement'::regtype or rc.oid is not null)
  and t.typname ~ '^[A-Za-z0-9*][A-Za-z0-9.+*-]*/[A-Za-z0-9*][A-Za-z0-9.+*-]*$'
  and n.nspname = any ($1::text[])
order by t.typname, rc.relname nulls last, p.oid
