-- Cast functions between a domain and json or text: the wire format of its values.
select
  format_type(c.castsource, null) as "from",
  format_type(c.casttarget, null) as "to",
  n.nspname::text as function_schema,
  p.proname::text as function_name
from pg_cast c
join pg_type s on s.oid = c.castsource
join pg_type t on t.oid = c.casttarget
join pg_proc p on p.oid = c.castfunc
join pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i'
  and c.castmethod = 'f'
  and p.pronargs = 1
  and (
    s.typtype = 'd' and c.casttarget in ('json'::regtype, 'text'::regtype)
    or t.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype)
  )
order by 1, 2
