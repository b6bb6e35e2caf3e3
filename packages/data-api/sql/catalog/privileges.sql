-- The current role's rights in the exposed schemas ($1, text[]): relations with any right, on the whole or on a
-- column, and their verbs (S select of the whole, I insert, U update, D delete), and executable functions. One row.
select
  coalesce((
    select json_agg(json_build_array(n.nspname, c.relname, concat(
      case when has_table_privilege(c.oid, 'select') then 'S' end,
      case when has_any_column_privilege(c.oid, 'insert') then 'I' end,
      case when has_any_column_privilege(c.oid, 'update') then 'U' end,
      case when has_table_privilege(c.oid, 'delete') then 'D' end)))
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p')
      and n.nspname = any ($1::text[])
      and (
        has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(c.oid, 'select, insert, update, references')
      )
  ), '[]'::json) as relations,
  coalesce((
    select json_agg(p.oid::text)
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any ($1::text[])
      and has_function_privilege(p.oid, 'execute')
  ), '[]'::json) as routines
